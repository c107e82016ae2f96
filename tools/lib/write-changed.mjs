import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { inRoot } from "./paths.mjs";
import { filesBelow } from "./stamp.mjs";

/**
 * Makes a folder or file equal to another. Does not touch files that are equal, and removes files that the first folder lacks. A server of the
 * second folder finds each file at all times, in its old or its new content.
 * @param {string} from
 * @param {string} to
 * @param {readonly string[]} [kept] names in the second folder that stay, with their contents
 */
export function writeChanged(from, to, kept = []) {
  for (const file of filesBelow(from)) {
    const target = path.join(to, path.relative(from, file));
    if (!existsSync(target) || !readFileSync(target).equals(readFileSync(file))) replace(file, target);
  }
  for (const file of filesBelow(to)) {
    const name = path.relative(to, file);
    if (isInProgress(name)) continue;
    if (!kept.includes(name.split(path.sep)[0]) && !existsSync(path.join(from, name))) rmSync(file);
  }
}

/** Whether another process is writing this file. @param {string} name */
function isInProgress(name) {
  const [, pid] = /\.(\d+)\.new$/.exec(name) ?? [];
  return pid !== undefined && isRunning(Number(pid));
}

/** @param {string} file @param {string} target */
function replace(file, target) {
  const beside = `${target}.${process.pid}.new`;
  mkdirSync(path.dirname(target), { recursive: true });
  cpSync(file, beside);
  renameSync(beside, target);
}

/**
 * Calls `work` with a new folder, then makes the files and folders of the same names in the final folder equal to those written there.
 * @param {string} to final folder; its other files and folders stay
 * @param {(fresh: string) => unknown} work receives the new folder
 */
export async function writeBeside(to, work) {
  const fresh = inRoot("build", `fresh-${process.pid}-${count++}`);
  removeLeftovers();
  mkdirSync(fresh, { recursive: true });
  try {
    await work(fresh);
    for (const name of readdirSync(fresh)) writeChanged(path.join(fresh, name), path.join(to, name));
  } finally {
    rmSync(fresh, { recursive: true });
  }
}

/** The number of folders that this process has created with writeBeside(). */
let count = 0;

/** Removes new folders of interrupted processes. */
function removeLeftovers() {
  for (const name of existsSync(inRoot("build")) ? readdirSync(inRoot("build")) : []) {
    const [, pid] = /^fresh-(\d+)-\d+$/.exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) rmSync(inRoot("build", name), { recursive: true });
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
