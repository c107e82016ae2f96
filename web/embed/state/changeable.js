import { controlsNamed } from "../../kit/state/controls.js";

/** Names of several settings together, shortest first. */
const WORDS = ["none", "few", "all"];

/** The shortest value of `controls` for these settings. @param {readonly string[]} names in the table's order */
const worded = (names) =>
  WORDS.find((word) => String(controlsNamed(word).names) === String(names)) ?? names.join(" ");

/** `controls` with one setting added, or removed if it was there. @param {string} controls @param {string} name name of a setting */
export function toggled(controls, name) {
  const { names } = controlsNamed(controls);
  const changed = names.includes(name) ? names.filter((each) => each !== name) : [...names, name];
  return changed.length ? worded(controlsNamed(changed.join(" ")).names) : "none";
}
