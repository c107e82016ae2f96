// Text for a terminal. Names of arrays and files are foreign text: their control characters are replaced.

/** Control characters except tab and line feed, and marks that change the direction of text. */
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** @param {string} text */
export const harmless = (text) =>
  text.replace(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`);
