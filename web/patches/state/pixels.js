import { show } from "../../core/check.js";
import { elements } from "../../core/tensor-argument.js";
import { inShape, makeError } from "../../kit/text/refusals.js";
import { refusedPatches } from "../words-refusals.js";

/**
 * Pixels given as numbers, as { data, shape }: (H, W, 3), (H, W, 4), (H, W, 1) or (H, W). Bytes run from 0 to 255, other numbers from 0 to 1 or from 0
 * to 255.
 *
 * @param {{ data: ArrayLike<number>, shape: readonly number[] }} image
 * @returns {import("../../kit/state/png.js").Pixels}  transparent pixels lie on white
 * @throws {Error} with the shape or the numbers given
 */
export function pixelsOf({ data, shape }) {
  const [height, width, channels = 1] = shape;
  const isShape = [2, 3].includes(shape.length) && shape.every((size) => Number.isInteger(size) && size > 0);
  if (!isShape || ![1, 3, 4].includes(channels))
    throw inShape(refusedPatches("patches_image_shape", { shape: `(${shape.join(", ")})` }));
  if (data?.length !== elements(shape))
    throw inShape(
      refusedPatches("patches_image_count", {
        shape: `(${shape.join(", ")})`,
        expected: elements(shape),
        count: data?.length ?? 0,
      }),
    );
  refuseNoNumbers(data);
  const factor = factorOf(data);
  const rgba = new Uint8ClampedArray(4 * height * width);
  for (let pixel = 0; pixel < height * width; pixel++) {
    const at = pixel * channels;
    const alpha = channels === 4 ? (data[at + 3] * factor) / 255 : 1;
    for (let i = 0; i < 3; i++)
      rgba[4 * pixel + i] = 255 - alpha * (255 - factor * data[channels > 1 ? at + i : at]);
    rgba[4 * pixel + 3] = 255;
  }
  return { width, height, rgba };
}

/** @param {ArrayLike<unknown>} data @throws {Error} with the first value that is no number, such as a BigInt */
function refuseNoNumbers(data) {
  for (let i = 0; i < data.length; i++)
    if (typeof data[i] !== "number")
      throw makeError(TypeError, refusedPatches("patches_image_no_number", { value: show(data[i]) }));
}

/** @param {ArrayLike<number>} data @returns {number} 1 for numbers from 0 to 255, 255 for numbers from 0 to 1 */
function factorOf(data) {
  if (data instanceof Uint8Array || data instanceof Uint8ClampedArray) return 1;
  let [least, most] = [Infinity, -Infinity];
  for (let i = 0; i < data.length; i++) {
    if (Number.isNaN(data[i])) least = most = NaN;
    if (data[i] < least) least = data[i];
    if (data[i] > most) most = data[i];
  }
  if (!(least >= 0 && most <= 255))
    throw makeError(
      RangeError,
      refusedPatches("patches_image_range", { least: rounded(least), most: rounded(most) }),
    );
  return most <= 1 ? 255 : 1;
}

/** @param {number} value */
const rounded = (value) => (Number.isFinite(value) ? Number(value.toPrecision(3)) : String(value));
