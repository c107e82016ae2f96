// The sheet of forty pictures that comes with models/headscope-vision.
import { readFileSync } from "node:fs";
import UPNG from "upng-js";
import { inRoot } from "../../../tools/lib/paths.mjs";

export const FOLDER = inRoot("models/headscope-vision");

export const measures = JSON.parse(readFileSync(`${FOLDER}/measures.json`, "utf8"));

const decoded = UPNG.decode(/** @type {any} */ (readFileSync(`${FOLDER}/pictures.png`)));
const sheet = new Uint8Array(UPNG.toRGBA8(decoded)[0]);

/** A grey picture of the sheet. @param {number} row @param {number} column */
export function pictureAt(row, column) {
  const { side } = measures.pictures;
  const data = new Uint8Array(side * side);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      data[y * side + x] = sheet[((row * side + y) * decoded.width + column * side + x) * 4];
  return { data, width: side, height: side };
}
