import { START, startOf } from "../state/starter-file.js";
import { npz } from "../../kit/state/npz.js";
import { saveFile } from "../../kit/elements/save.js";

/** Saves the starter file; loaded on first use. @param {import("../../kit/state/picture.js").Picture} picture */
export const saveStart = (picture) => saveFile([npz(startOf(picture))], START);
