import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFirefox } from "../../../tools/lib/browsers.mjs";
import { connectMarionette } from "./marionette.js";

const START_TIMEOUT_MS = 240_000;
const SCRIPT_TIMEOUT_MS = 600_000; // training takes minutes on a loaded machine; Firefox itself gives a script 30 s

/** Any free port; and options that stop Firefox's own network requests. */
const PREFERENCES = {
  "marionette.port": 0,
  "app.update.disabledForTesting": true,
  "browser.safebrowsing.update.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "toolkit.telemetry.enabled": false,
};

/**
 * @typedef {object} Firefox the system's Firefox, headless
 * @property {(url: string) => Promise<void>} goto resolves once the page has loaded
 * @property {(body: string, ...args: unknown[]) => Promise<any>} evaluate runs an async
 *   function's body in the page; in it, `arguments` are args
 * @property {(origin: string) => Promise<string[]>} errors what the console holds against pages of this origin
 * @property {() => Promise<void>} close
 */

/** @returns {Promise<Firefox>} */
export async function launchFirefox() {
  const program = findFirefox();
  if (!program)
    throw new Error("Firefox is not on PATH: `npm test` installs it, on Debian as `firefox-esr`.");
  const profile = await mkdtemp(path.join(tmpdir(), "headscope-firefox-"));
  const lines = Object.entries(PREFERENCES).map(
    ([key, value]) => `user_pref("${key}", ${JSON.stringify(value)});\n`,
  );
  await writeFile(path.join(profile, "user.js"), lines.join(""));
  const flags = [
    "--headless",
    "--no-remote",
    "--marionette",
    "--remote-allow-system-access",
    "--profile",
    profile,
  ];
  // HOME is the folder of the profile: Firefox refuses to run as root with another user's home.
  const child = spawn(program, flags, { stdio: "ignore", env: { ...process.env, HOME: profile } });
  const ended = new Promise((resolve) => child.once("close", resolve).once("error", resolve));
  const marionette = await connectMarionette(await activePort(profile, child));
  await marionette.send("WebDriver:NewSession", { capabilities: { alwaysMatch: {} } });
  await marionette.send("WebDriver:SetTimeouts", { script: SCRIPT_TIMEOUT_MS });
  return {
    goto: (url) => marionette.send("WebDriver:Navigate", { url }),
    evaluate: (body, ...args) =>
      marionette.send("WebDriver:ExecuteScript", { script: `return (async () => {${body}})();`, args }),
    async errors(origin) {
      await marionette.send("Marionette:SetContext", { value: "chrome" });
      const found = await marionette.send("WebDriver:ExecuteScript", {
        script: CONSOLE_ERRORS,
        args: [origin],
      });
      await marionette.send("Marionette:SetContext", { value: "content" });
      return found;
    },
    async close() {
      await marionette.send("Marionette:Quit", { flags: ["eForceQuit"] }).catch(() => child.kill());
      marionette.close();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const CONSOLE_ERRORS = `
  return Services.console.getMessageArray()
    .filter((message) => message instanceof Ci.nsIScriptError && message.sourceName.startsWith(arguments[0]))
    .filter((message) => !(message.flags & Ci.nsIScriptError.infoFlag))
    .map((message) => message.errorMessage + " (" + message.sourceName + ":" + message.lineNumber + ")");`;

/**
 * The port on which Firefox listens, which it writes into its profile once it does.
 * @param {string} profile
 * @param {import("node:child_process").ChildProcess} child
 */
async function activePort(profile, child) {
  const give = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < give) {
    if (child.exitCode !== null)
      throw new Error(`Firefox ended with code ${child.exitCode} before it listened.`);
    const port = Number(await readFile(path.join(profile, "MarionetteActivePort"), "utf8").catch(() => ""));
    if (port > 0) return port;
    await sleep(100);
  }
  child.kill();
  throw new Error(`Firefox did not listen within ${START_TIMEOUT_MS / 1000} s.`);
}
