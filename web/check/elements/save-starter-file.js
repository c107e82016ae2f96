import { START, startOf } from "../state/starter-file.js";
import { npz } from "../../kit/state/npz.js";
import { saveFile } from "../../kit/elements/save.js";

/** Saves what a reader begins with; loaded when it is asked for. @param {import("../../kit/state/picture.js").Picture} picture */
export const saveStart = (picture) => saveFile([npz(startOf(picture))], START);
