import { mkdirSync, realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout's root folder. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** @param {...string} parts below the checkout's root */
export const inRoot = (...parts) => path.join(ROOT, ...parts);

/**
 * The toolchain's folder, made if need be. Links are followed, because paths inside it are written into
 * binaries and have to be the same from every checkout that shares it.
 * @param {...string} parts
 */
export function inToolchain(...parts) {
  const folder = inRoot(".toolchain");
  mkdirSync(folder, { recursive: true });
  return path.join(realpathSync(folder), ...parts);
}
