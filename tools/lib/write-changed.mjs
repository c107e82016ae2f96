import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { filesBelow } from "./stamp.mjs";

/**
 * Makes a folder equal to another. Does not touch files that are equal, and removes files that the first folder lacks.
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
