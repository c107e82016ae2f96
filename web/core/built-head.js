import { options, show, wholeNumber } from "./check.js";
import { refusal } from "./errors.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { TensorOutput } from "./types.js" */

/**
 * @typedef {object} HeadDials parts of a head's scaled score, each from 0 (off) to 1
 * @property {number} [offset] whole tokens from the query to the target of `place`; negative is back
 * @property {number} [place]
 * @property {number} [word] weight of matching the same word
 * @property {number} [first] weight of the first token
 * @property {number} [sharpness] nats: a neighbour of the target has e^-sharpness of its weight
 *
 * @typedef {object} HeadBlocks
 * @property {TensorOutput} wQ (dModel, dK)
 * @property {TensorOutput} wK (dModel, dK)
 */

/**
 * Implements Core.buildHead.
 * @param {Boundary} boundary @param {{ dModel: number, dK: number }} sizes @param {HeadDials} dials @returns {HeadBlocks}
 */
export function buildHead(boundary, sizes, dials) {
  const { dModel, dK } = sizes ?? {};
  const { offset = 0, place = 0, word = 0, first = 0, sharpness = 0 } = options("dials", dials);
  if (!Number.isSafeInteger(offset))
    throw refusal("config", "offset_not_whole", "offset {offset} is not a whole number of tokens", {
      offset: show(offset),
    });
  for (const [name, value] of Object.entries({ place, word, first }))
    if (!(typeof value === "number" && value >= 0 && value <= 1))
      throw refusal("config", "not_a_fraction", "{name} {value} is not from 0 to 1", {
        ...{ name, value: show(value) },
      });
  if (!(Number.isFinite(sharpness) && sharpness >= 0))
    throw refusal(
      "config",
      "sharpness_not_nats",
      "sharpness {sharpness} is not a number of nats, 0 or more",
      {
        sharpness: show(sharpness),
      },
    );
  wholeNumber("d_model", dModel);
  wholeNumber("d_k", dK);
  return boundary.call("buildHead", { dModel, dK }, { offset, place, word, first, sharpness });
}
