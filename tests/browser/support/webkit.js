import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../../tools/lib/server.mjs";

const START_TIMEOUT_MS = 60_000;
const SCRIPT_TIMEOUT_MS = 120_000;

/** To be the first script of a page: records the page's errors in `window.recorded`, because WebDriver has no access to the console. */
export const RECORDER = `
window.recorded = [];
const { error: log } = console;
console.error = (...said) => (recorded.push(said.join(" ")), log(...said));
addEventListener("error", ({ message, target }) => recorded.push(message ?? "not loaded: " + (target.src ?? target.href)), true);
addEventListener("unhandledrejection", ({ reason }) => recorded.push(String(reason)));
`;

/**
 * @typedef {object} WebKit WebKitGTK's own browser, on a screen in memory
 * @property {(url: string) => Promise<void>} goto resolves once the page has loaded
 * @property {(body: string) => Promise<any>} evaluate runs an async function's body in the page
 * @property {() => Promise<void>} close
 */

/** @returns {Promise<WebKit>} */
export async function launchWebKit() {
  const home = await mkdtemp(path.join(tmpdir(), "headscope-webkit-"));
  const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [display] = await Promise.race([
    once(/** @type {import("node:stream").Readable} */ (screen.stdio[3]), "data"),
    once(screen, "exit").then(([code]) => Promise.reject(new Error(`Xvfb ended with code ${code}.`))),
  ]);
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
    stdio: "ignore",
    env: { ...process.env, DISPLAY: `:${String(display).trim()}`, HOME: home },
  });
  /** @param {string} method @param {string} command @param {object} [body] */
  const send = async (method, command, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${command}`, {
      method,
      body: body && JSON.stringify(body),
    });
    const { value } = /** @type {{ value: any }} */ (await answer.json());
    if (!answer.ok) throw new Error(`WebKit: ${value.error}: ${value.message}`);
    return value;
  };
  const stop = async () => {
    for (const child of [driver, screen]) {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    }
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await ready(send);
    const { sessionId } = await send("POST", "/session", {
      capabilities: { alwaysMatch: { timeouts: { script: SCRIPT_TIMEOUT_MS } } },
    });
    const session = `/session/${sessionId}`;
    return {
      goto: (url) => send("POST", `${session}/url`, { url }),
      evaluate: (body) =>
        send("POST", `${session}/execute/sync`, {
          script: `return (async () => {${body}})();`,
          args: [],
        }),
      async close() {
        await send("DELETE", session).finally(stop);
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits until the driver answers. @param {(method: string, command: string) => Promise<any>} send */
async function ready(send) {
  const end = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const status = await send("GET", "/status").catch(() => null);
    if (status?.ready) return;
    if (Date.now() > end)
      throw new Error(`WebKitWebDriver did not answer within ${START_TIMEOUT_MS / 1000} s.`);
    await sleep(50);
  }
}
