import { execFile, spawnSync } from "node:child_process";
import { inRoot } from "../../../tools/lib/paths.mjs";

/** Runs the package's command from its sources. @param {readonly string[]} given */
export function headscope(...given) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [inRoot("web/command/main.js"), ...given], {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  return { status, stdout, stderr };
}

/**
 * Runs the command while this process goes on, for example as the server that the command asks.
 * @param {readonly string[]} given @param {Record<string, string>} env variables that differ from this process's
 * @returns {Promise<{ status: number, stdout: string, stderr: string }>}
 */
export const headscopeBeside = (given, env) =>
  new Promise((resolve) => {
    const options = { env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
    execFile(process.execPath, [inRoot("web/command/main.js"), ...given], options, (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
