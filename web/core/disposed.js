import { refusal } from "./errors.js";

/** The error of a call after dispose(). @param {string} what what was disposed of, such as "run" */
export const disposedOf = (what) =>
  refusal("disposed", "disposed_of", "this {what} was disposed of; create it again", { what });
