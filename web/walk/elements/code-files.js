import { arraysOf, FILE } from "../../kit/text/code/arrays.js";
import { npz } from "../../kit/state/npz.js";
import { saveFile } from "../../kit/elements/save.js";

/** Files and clipboard for programs. Loads on first use. */
export { copyText } from "../../kit/elements/clipboard.js";
export { program } from "../../kit/text/code/program.js";

/** Saves the numbers that a program reads. @param {import("../../kit/text/code/template.js").Subject} subject */
export const saveNumbers = (subject) => saveFile([npz(arraysOf(subject))], FILE);
