import { START, startOf } from "../../state/check/start.js";
import { npz } from "../base/npz.js";
import { saveFile } from "../base/save.js";

/** Saves what a reader begins with; loaded when it is asked for. @param {import("../../state/picture.js").Picture} picture */
export const saveStart = (picture) => saveFile(npz(startOf(picture)), START);
