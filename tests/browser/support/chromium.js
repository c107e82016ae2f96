import { chromium } from "playwright-core";
import { findChromium, findHeadlessChromium } from "../../../tools/lib/browsers.mjs";

/** Options that stop Chromium's own network requests. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The environment variable with the address of a browser that serveChromium() started. */
export const CHROMIUM_SERVER = "HEADSCOPE_CHROMIUM_SERVER";

function options() {
  const executablePath = findHeadlessChromium() ?? findChromium();
  if (!executablePath)
    throw new Error("Chromium is not on PATH: `npm test` installs it, on Debian as `chromium`.");
  return { executablePath, args: FLAGS };
}

/** The system's Chromium, headless: the shared one, if there is one, otherwise a new one. @returns {Promise<import("playwright-core").Browser>} */
export async function launchChromium() {
  const shared = process.env[CHROMIUM_SERVER];
  return shared ? chromium.connect(shared) : chromium.launch(options());
}

/** Starts a browser to which test files connect, since starting one takes a second of processor time. @returns {Promise<import("playwright-core").BrowserServer>} */
export const serveChromium = () => chromium.launchServer(options());
