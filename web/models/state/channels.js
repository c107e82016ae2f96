/** @import { Pixels } from "./resample.js" */

const WHITE = 255;

/**
 * The channels that a model reads. Transparent pixels are laid over white; grey is made of red, green and blue as the Python Imaging Library does.
 * @param {Pixels} pixels with 1, 3 or 4 channels @param {number} channels 3 or 1 @returns {Pixels}
 */
export function withChannels({ data, width, height, channels: from }, channels) {
  if (from === channels) return { data, width, height, channels };
  const count = width * height;
  const converted = new Uint8ClampedArray(count * channels);
  const [green, blue] = from === 1 ? [0, 0] : [1, 2];
  const color = new Uint8ClampedArray(3);
  for (let i = 0; i < count; i++) {
    const at = i * from;
    const alpha = from === 4 ? data[at + 3] / 255 : 1;
    const white = WHITE * (1 - alpha);
    color[0] = data[at] * alpha + white;
    color[1] = data[at + green] * alpha + white;
    color[2] = data[at + blue] * alpha + white;
    if (channels === 3) converted.set(color, i * 3);
    else converted[i] = (color[0] * 19595 + color[1] * 38470 + color[2] * 7471 + 0x8000) >> 16;
  }
  return { data: converted, width, height, channels };
}

/** Whether a pixel is transparent. @param {Pixels} pixels */
export function isTransparent({ data, channels }) {
  if (channels !== 4) return false;
  for (let i = 3; i < data.length; i += 4) if (data[i] < 255) return true;
  return false;
}
