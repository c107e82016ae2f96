import { controlsNamed } from "../../kit/state/controls.js";

/** Words for several settings, the shortest first. */
const WORDS = ["none", "few", "all"];

/** As `controls` names these settings in the shortest way. @param {readonly string[]} names in the table's order */
const worded = (names) =>
  WORDS.find((word) => String(controlsNamed(word).names) === String(names)) ?? names.join(" ");

/** What readers may change, with one setting more or, where it is among them, without it. @param {string} controls @param {string} name of a setting */
export function toggled(controls, name) {
  const { names } = controlsNamed(controls);
  const changed = names.includes(name) ? names.filter((each) => each !== name) : [...names, name];
  return changed.length ? worded(controlsNamed(changed.join(" ")).names) : "none";
}
