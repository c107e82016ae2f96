import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { filesBelow } from "./stamp.mjs";

/**
 * Copies a folder over another. Files that are equal in both stay untouched; files that are only in the second are removed.
 * @param {string} from
 * @param {string} to
 * @param {readonly string[]} [kept] names in the second folder that stay, with their contents
 */
export function writeChanged(from, to, kept = []) {
  for (const file of filesBelow(from)) {
    const target = path.join(to, path.relative(from, file));
    if (!existsSync(target) || !readFileSync(target).equals(readFileSync(file))) cpSync(file, target);
  }
  for (const file of filesBelow(to)) {
    const name = path.relative(to, file);
    if (!kept.includes(name.split(path.sep)[0]) && !existsSync(path.join(from, name))) rmSync(file);
  }
}
