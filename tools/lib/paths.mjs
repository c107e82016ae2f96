import { mkdirSync, realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout's root folder. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** @param {...string} parts path below the checkout's root */
export const inRoot = (...parts) => path.join(ROOT, ...parts);

/**
 * A folder in the toolchain, created if necessary. Symbolic links are resolved, because binaries contain these paths, which must be equal in all
 * checkouts that share a toolchain.
 * @param {...string} parts
 */
export function inToolchain(...parts) {
  const folder = inRoot(".toolchain");
  mkdirSync(folder, { recursive: true });
  return path.join(realpathSync(folder), ...parts);
}
