import { HeadscopeError } from "../core/errors.js";

/** @typedef {{ refused: HeadscopeError }} Refused the core's error */

/** The answer, or the error of the core. @template Answer @param {() => Answer} answer @returns {Answer | Refused} */
export function orRefused(answer) {
  try {
    return answer();
  } catch (error) {
    if (error instanceof HeadscopeError && error.code !== "disposed") return { refused: error };
    throw error;
  }
}
