import { spawn } from "node:child_process";
import { inRoot } from "../../tools/lib/paths.mjs";

/**
 * Runs a function beside a busy loop in another process, to simulate a shared machine.
 * @template T @param {() => Promise<T>} run @returns {Promise<T>}
 */
export async function besideBusyLoop(run) {
  const loop = spawn(process.execPath, [inRoot("tests/bench/busy-loop.js")], { stdio: "ignore" });
  const ended = new Promise((_, reject) => {
    loop.once("error", reject);
    loop.once("exit", () => reject(new Error("the busy loop has ended before what it was to disturb")));
  });
  try {
    return await Promise.race([run(), /** @type {Promise<never>} */ (ended)]);
  } finally {
    loop.removeAllListeners("exit");
    loop.kill();
  }
}
