import { existsSync } from "node:fs";
import { which } from "./run.mjs";

/** @param {string[]} names commands on PATH, or full paths */
const first = (names) =>
  names.map((name) => (name.includes("/") ? existsSync(name) && name : which(name))).find(Boolean) || null;

export const findChromium = () =>
  first([
    ...["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ]);

/** Chromium's headless shell, the same engine without a window system. The window system takes more processor time than a test page. */
export const findHeadlessChromium = () => first(["chromium-headless-shell", "chrome-headless-shell"]);

export const findFirefox = () =>
  first(["firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox"]);
