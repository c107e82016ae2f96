import { arraysOf } from "../../text/code/arrays.js";
import { FILE } from "../../text/code/numbers.js";
import { npz } from "../base/npz.js";
import { saveFile } from "../base/save.js";

/** What a reader takes along from the code; loaded when something is asked for. */
export { copyText } from "../base/clipboard.js";
export { program } from "../../text/code/program.js";

/** Saves the numbers that a program reads. @param {import("../../text/code/template.js").Subject} subject */
export const saveNumbers = (subject) => saveFile(npz(arraysOf(subject)), FILE);
