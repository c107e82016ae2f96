import { html } from "lit";
import { number } from "../../kit/draw/legend.js";
import { flatIndex } from "../../kit/state/memory.js";
import { nearestIn } from "../../kit/state/selection.js";
import { GRADIENTS, formulaOf } from "./words.js";
import { say } from "../../kit/text/words.js";

/** @import { Step } from "../../core/types.js" */
/** @import { Picture } from "../../kit/state/picture.js" */
/** @import { Localized } from "../../kit/text/words.js" */

const ELEMENTWISE = ["scale", "mask", "softmax", "dropout", "rope"];

/**
 * What the captions describe: the gradients of a loss, and the step whose gradient is shown large.
 * @typedef {object} View
 * @property {Picture} picture
 * @property {string} station  id of the step that is shown large
 * @property {ReadonlyMap<string, Float32Array>} gradients
 * @property {import("./state.js").Loss} loss
 * @property {import("../../kit/state/selection.js").Selection} selection
 */

/** The formula of the station's gradient, from the gradients of the steps that read it. @param {View} view @param {Localized} speaker */
export function formulaSaid({ picture, station, gradients, loss }, speaker) {
  if (!gradients.has(station)) return "";
  const words = say(GRADIENTS, speaker);
  if (station === (loss.kind === "weight" ? "weights" : "output")) return words.start;
  const readers = picture.steps.filter((step) => step.inputs.includes(station) && gradients.has(step.id));
  const all = readers.flatMap((step) =>
    step.inputs.flatMap((input, place) => {
      if (input !== station) return [];
      const other = step.inputs[1 - place] ?? "";
      const factor = number(Number(step.attributes.factor));
      return formulaOf(
        step.op,
        place,
        { x: station, y: step.id, other, w: matricesOf(step), factor },
        speaker,
      );
    }),
  );
  return html`<span class="mono">${all.join("; ")}</span>${all.length > 1 ? html` ${words.and}` : ""}`;
}

/** W_Q W_K @param {Step} step */
const matricesOf = ({ weights }) =>
  weights
    .filter((name) => name.startsWith("w"))
    .map((name) => `W_${name.slice(1)}`)
    .join(" ");

/**
 * The gradient of the hovered element, or else of the selected one, with the numbers of its formula.
 * @param {View} view @param {readonly number[] | null} hovered @param {Localized} speaker
 */
export function elementSaid({ picture, station, gradients, selection }, hovered, speaker) {
  const words = say(GRADIENTS, speaker);
  const step = /** @type {Step} */ (picture.step(station));
  const index = hovered ?? nearestIn(step, selection, picture.steps);
  const at = flatIndex(step, index);
  const values = /** @type {Float32Array} */ (gradients.get(station));
  const said = words.element(station, index, number(values[at], 4));
  const reader = picture.steps.find((each) => each.inputs.includes(station) && gradients.has(each.id));
  if (!reader) return said;
  if (ELEMENTWISE.includes(reader.op)) {
    const gradient = /** @type {Float32Array} */ (gradients.get(reader.id))[at];
    return `${said}; ${words.there(reader.id, number(picture.values(reader.id)[at]), number(gradient))}`;
  }
  if (reader.op !== "matmul" && reader.op !== "linear") return said;
  const [rows, columns] = reader.shape.slice(-2);
  const products = reader.op === "matmul" && reader.inputs[1] === station ? rows : columns;
  return `${said}; ${words.products(products)}`;
}
