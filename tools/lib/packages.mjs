import { existsSync, readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";
import { run, which } from "./run.mjs";
import { step } from "./progress.mjs";
import { UserError } from "./user-error.mjs";

/**
 * Runs `npm ci` unless node_modules matches package-lock.json.
 * @param {string} [folder] folder with a package-lock.json, from the checkout's root
 * @param {{ lacksPlatforms?: boolean, omitsDev?: boolean }} [options] lacksPlatforms: for a lock file that does not list the packages of every platform, which `npm ci` refuses;
 * omitsDev: without the packages that devDependencies ask for
 */
export async function ensurePackages(folder = "", { lacksPlatforms = false, omitsDev = false } = {}) {
  const wanted = readFileSync(inRoot(folder, "package-lock.json"), "utf8");
  const installed = inRoot(folder, "node_modules/.package-lock.json");
  if (existsSync(installed) && isFresh(wanted, readFileSync(installed, "utf8"), omitsDev)) return;
  if (!which("npm")) throw new UserError("Missing: npm; it comes with Node (nodejs.org). Then repeat.");
  const how = [...(lacksPlatforms ? ["install", "--no-save"] : ["ci"]), ...(omitsDev ? ["--omit=dev"] : [])];
  await step(`Installing the npm packages${folder && ` of ${folder}`}`, () =>
    run("npm", [...how, "--no-audit", "--no-fund"], {
      cwd: inRoot(folder),
      what: "npm could not install the packages",
    }),
  );
}

/**
 * @param {string} wanted text of package-lock.json
 * @param {string} installed text of the lock file that npm writes to node_modules
 * @param {boolean} [omitsDev] whether packages that only devDependencies ask for may be missing
 */
export function isFresh(wanted, installed, omitsDev = false) {
  const want = JSON.parse(wanted).packages;
  const have = JSON.parse(installed).packages;
  const mayMiss = (/** @type {{ optional?: boolean, dev?: boolean, devOptional?: boolean }} */ each) =>
    each.optional || (omitsDev && (each.dev || each.devOptional));
  const needed = Object.keys(want).filter((name) => name && !mayMiss(want[name]));
  return (
    needed.every((name) => have[name]) &&
    Object.keys(have).every((name) => sameVersion(have[name], want[name]))
  );
}

/** @param {{ version: string }} have @param {{ version: string } | undefined} want */
const sameVersion = (have, want) => have.version === want?.version;
