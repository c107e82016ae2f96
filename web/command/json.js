import { harmless } from "./terminal.js";

/** JSON on one line; numbers that JSON lacks are written by name. @param {unknown} value */
export const asJSON = (value) => `${harmless(JSON.stringify(value, plain))}\n`;

/** @param {string} _ @param {unknown} value */
const plain = (_, value) => {
  if (value instanceof Float32Array) return Array.from(value);
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
};
