import { spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./paths.mjs";
import { UserError } from "./user-error.mjs";

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd] defaults to the checkout's root
 * @property {Record<string, string | undefined>} [env] added to the environment of this process
 * @property {(line: string) => void} [onLine] called with each line of output
 * @property {boolean} [inherit] whether the command uses this terminal
 * @property {number} [limit] milliseconds after which the command is stopped
 */

/**
 * Runs a command to its end. Never throws for a failing command: `code` is its exit code, or 127 if it could not be started.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, stdout: string, output: string }>} output: stdout and stderr, interleaved
 */
export function attempt(command, args, { cwd = ROOT, env = {}, onLine, inherit = false, limit } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: inherit ? "inherit" : ["ignore", "pipe", "pipe"],
      timeout: limit,
      killSignal: "SIGKILL",
    });
    let stdout = "";
    let output = "";
    let rest = "";
    /** @param {string} text */
    const take = (text) => {
      output += text;
      if (!onLine) return;
      const lines = (rest + text).split(/\r?\n|\r/);
      rest = lines.pop() ?? "";
      lines.forEach(onLine);
    };
    child.stdout?.setEncoding("utf8").on("data", (text) => ((stdout += text), take(text)));
    child.stderr?.setEncoding("utf8").on("data", take);
    child.on("error", (error) => resolve({ code: 127, stdout, output: output + error.message }));
    child.on("close", (code, signal) => {
      if (onLine && rest) onLine(rest);
      resolve({ code: code ?? 1, stdout, output: signal ? `${output}\nstopped by ${signal}` : output });
    });
  });
}

/**
 * Runs a command that must succeed.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions & { what?: string }} [options] what: the error message if it fails
 * @returns {Promise<string>} its stdout
 */
export async function run(command, args, { what, ...options } = {}) {
  const { code, stdout, output } = await attempt(command, args, options);
  if (code === 0) return stdout;
  const shown = [path.basename(command), ...args].join(" ");
  const said = `${shown.length > 100 ? `${shown.slice(0, 97)}...` : shown} ended with code ${code}`;
  throw new UserError(what ? `${what} (${said}).` : `${said}.`, { details: output });
}

/**
 * The full path of a command on PATH, or null.
 * @param {string} command
 * @param {string} [searchPath]
 */
export function which(command, searchPath = process.env.PATH ?? "") {
  for (const folder of searchPath.split(path.delimiter)) {
    const candidate = path.join(folder || ".", command);
    try {
      accessSync(candidate, constants.X_OK);
      if (statSync(candidate).isFile()) return candidate;
    } catch {
      // try the next folder
    }
  }
  return null;
}
