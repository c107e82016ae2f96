#!/usr/bin/env node
import { COMMAND } from "../render/words.js";
import { MISUSE, run } from "./run.js";

const { stdout, stderr, env } = process;
const [, script, ...given] = process.argv;

// A reader of the output may close the pipe early: the exit code stays that of the result.
stdout.on("error", (/** @type {NodeJS.ErrnoException} */ error) => {
  if (error.code === "EPIPE") process.exit();
  stderr.write(`headscope: ${COMMAND.output(error.message)}\n`);
  process.exit(MISUSE);
});
stderr.on("error", () => {}); // ignored; the exit code stays

process.exitCode = await run(given, { stdout, stderr, env, script });
