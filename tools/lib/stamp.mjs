import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inRoot } from "./paths.mjs";

/**
 * Does work only if its inputs changed, or an output is gone, since it was last done.
 * @param {string} name of the stamp
 * @param {object} what
 * @param {string[]} what.inputs files and folders, from the checkout's root; their content is compared
 * @param {string[]} [what.outputs] from the checkout's root
 * @param {unknown} [what.also] anything else that the outcome depends on
 * @param {() => Promise<void>} work
 * @returns {Promise<boolean>} whether it was done
 */
export async function ifChanged(name, { inputs, outputs = [], also = null }, work) {
  const stamp = inRoot("build/stamps", name);
  const hash = createHash("sha256").update(JSON.stringify(also));
  for (const file of inputs.flatMap((input) => filesBelow(inRoot(input)))) {
    hash.update(`${path.relative(inRoot(), file)}\0`).update(readFileSync(file));
  }
  const digest = hash.digest("hex");
  const stands = existsSync(stamp) && readFileSync(stamp, "utf8") === digest;
  if (stands && outputs.every((output) => existsSync(inRoot(output)))) return false;
  rmSync(stamp, { force: true });
  await work();
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, digest);
  return true;
}

/**
 * Every file of ours below a folder, in an order that does not depend on the file system.
 * @param {string} from a folder, or a file, which stands for itself; one that does not exist holds nothing
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
