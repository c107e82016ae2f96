#!/usr/bin/env node
import { COMMAND } from "../render/words.js";
import { nearestName } from "../core/spelling.js";
import { Misuse } from "./options.js";
import { harmless } from "./output.js";
import { version } from "./version.js";

/**
 * The package's command: the first argument selects one of these.
 *
 * @typedef {object} Subcommand
 * @property {() => string} help
 * @property {(given: readonly string[]) => Promise<void>} run
 *
 * @typedef {{ says: string, load: () => Promise<Subcommand> }} Row
 */

/** @type {Readonly<Record<string, Row>>} */
const COMMANDS = {
  render: { says: COMMAND.render, load: () => import("./render.js").then(({ RENDER }) => RENDER) },
  check: { says: COMMAND.check, load: () => import("./check.js").then(({ CHECK_COMMAND }) => CHECK_COMMAND) },
  model: { says: COMMAND.model, load: () => import("./model.js").then(({ MODEL_COMMAND }) => MODEL_COMMAND) },
  study: { says: COMMAND.study, load: () => import("./study.js").then(({ STUDY_COMMAND }) => STUDY_COMMAND) },
};

const MISUSE = 2; // exit code for invalid arguments

/** @param {readonly string[]} given */
async function main([name, ...given]) {
  if (name === undefined || ["--help", "-h", "help"].includes(name)) return void process.stdout.write(help());
  if (name === "--version") return void process.stdout.write(`${version()}\n`);
  if (!Object.hasOwn(COMMANDS, name))
    throw new Misuse(COMMAND.unknownCommand(name, nearestName(name, Object.keys(COMMANDS))));
  const command = await COMMANDS[name].load();
  if (given.includes("--help") || given.includes("-h")) return void process.stdout.write(command.help());
  await command.run(given);
}

function help() {
  const commands = Object.entries(COMMANDS).map(([name, { says }]) => `  ${name.padEnd(10)}${says}\n`);
  return `${COMMAND.usage}\n\n${commands.join("")}\n${COMMAND.more}\n`;
}

// A reader of the output may close the pipe early: the exit code stays that of the result.
process.stdout.on("error", (/** @type {NodeJS.ErrnoException} */ error) => {
  if (error.code === "EPIPE") process.exit();
  process.stderr.write(`headscope: ${COMMAND.output(error.message)}\n`);
  process.exit(MISUSE);
});
process.stderr.on("error", () => {}); // ignored; the exit code stays

main(process.argv.slice(2)).catch((error) => {
  const isGiven = error instanceof Misuse;
  process.stderr.write(`headscope: ${harmless(isGiven ? error.message : error.stack)}\n`);
  process.exitCode = isGiven ? MISUSE : 1;
});
