import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inRoot } from "./paths.mjs";

/**
 * Runs work only if its inputs changed or an output is missing since the last run.
 * @param {string} name name of the stamp
 * @param {object} what
 * @param {string[]} what.inputs files and folders, from the checkout's root; compared by content
 * @param {string[]} [what.outputs] from the checkout's root
 * @param {unknown} [what.also] other values that the result depends on
 * @param {() => Promise<void>} work
 * @returns {Promise<boolean>} whether the work ran
 */
export async function ifChanged(name, { inputs, outputs = [], also = null }, work) {
  const stamp = stampOf(name);
  const digest = digestOf(inputs, also);
  const stands = existsSync(stamp) && readFileSync(stamp, "utf8") === digest;
  if (stands && outputs.every((output) => existsSync(inRoot(output)))) return false;
  forget(name);
  await work();
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, digest);
  return true;
}

/**
 * A hash of the names and contents of files.
 * @param {readonly string[]} inputs files and folders, from the checkout's root @param {unknown} [also] another value that the hash depends on
 */
export function digestOf(inputs, also = null) {
  const hash = createHash("sha256").update(JSON.stringify(also));
  for (const file of inputs.flatMap((input) => filesBelow(inRoot(input))))
    hash.update(`${path.relative(inRoot(), file)}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

/** @param {string} name */
const stampOf = (name) => inRoot("build/stamps", name);

/** Lets the work of a stamp run again. @param {string} name */
export const forget = (name) => rmSync(stampOf(name), { force: true });

/**
 * The files in a folder and its subfolders, without node_modules, in an order independent of the file system.
 * @param {string} from a folder, or a single file; a path that does not exist has no files
 * @returns {string[]}
 */
export function filesBelow(from) {
  if (!existsSync(from)) return [];
  if (!statSync(from).isDirectory()) return [from];
  return readdirSync(from)
    .filter((name) => name !== "node_modules")
    .sort()
    .flatMap((name) => filesBelow(path.join(from, name)));
}
