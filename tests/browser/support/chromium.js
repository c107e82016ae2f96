import { createRequire } from "node:module";
import { findChromium, findHeadlessChromium } from "../../../tools/lib/browsers.mjs";
import { PATIENCE } from "./until.js";

/** @type {typeof import("playwright-core")} An import would also search this large module for the names of its exports, in each test file. */
const { chromium } = createRequire(import.meta.url)("playwright-core");

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

/** @returns {Promise<import("playwright-core").Browser>} the system's Chromium, headless */
export async function launchChromium() {
  const executablePath = findHeadlessChromium() ?? findChromium();
  if (!executablePath)
    throw new Error("Chromium is not on PATH: `npm test` installs it, on Debian as `chromium`.");
  return chromium.launch({ executablePath, args: FLAGS, timeout: PATIENCE });
}
