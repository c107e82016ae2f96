import { COMMAND } from "../render/words.js";
import { nearestName } from "../core/spelling.js";
import { Misuse } from "./options.js";
import { harmless } from "./output.js";
import { version } from "./version.js";

/**
 * The package's command: the first argument selects one of these.
 *
 * @typedef {object} Surroundings of a command
 * @property {Pick<NodeJS.WriteStream, "write">} stdout
 * @property {Pick<NodeJS.WriteStream, "write" | "isTTY">} stderr
 * @property {Readonly<Record<string, string | undefined>>} env
 * @property {string} script  path of the file that a process runs to be this command
 *
 * @typedef {object} Subcommand
 * @property {() => string} help
 * @property {(given: readonly string[], around: Surroundings) => Promise<number | void>} run  gives the exit code, if it is not 0
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

/** The exit code of a command whose arguments are invalid. */
export const MISUSE = 2;

/**
 * Runs the command, and writes what an error says.
 * @param {readonly string[]} argv arguments after the name of the command @param {Surroundings} around @returns {Promise<number>} exit code
 */
export async function run(argv, around) {
  try {
    return (await runNamed(argv, around)) ?? 0;
  } catch (thrown) {
    const error = /** @type {Error} */ (thrown);
    const isGiven = error instanceof Misuse;
    around.stderr.write(`headscope: ${harmless(String(isGiven ? error.message : error.stack))}\n`);
    return isGiven ? MISUSE : 1;
  }
}

/** @param {readonly string[]} argv @param {Surroundings} around */
async function runNamed([name, ...given], around) {
  const { stdout } = around;
  if (name === undefined || ["--help", "-h", "help"].includes(name)) return void stdout.write(help());
  if (name === "--version") return void stdout.write(`${version()}\n`);
  if (!Object.hasOwn(COMMANDS, name))
    throw new Misuse(COMMAND.unknownCommand(name, nearestName(name, Object.keys(COMMANDS))));
  const command = await COMMANDS[name].load();
  if (given.includes("--help") || given.includes("-h")) return void stdout.write(command.help());
  return command.run(given, around);
}

function help() {
  const commands = Object.entries(COMMANDS).map(([name, { says }]) => `  ${name.padEnd(10)}${says}\n`);
  return `${COMMAND.usage}\n\n${commands.join("")}\n${COMMAND.more}\n`;
}
