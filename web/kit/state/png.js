/**
 * Pixels of an image, for canvases and for files.
 *
 * @typedef {object} Pixels
 * @property {number} width
 * @property {number} height
 * @property {Uint8ClampedArray} rgba  (height, width, 4), without transparency
 *
 * @typedef {Pixels & { href: string }} Raster  href: the same pixels as the data URL of a PNG
 */

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const TRUE_COLOUR = [8, 2, 0, 0, 0]; // bits, red green blue, deflate, filters by row, not interlaced

/** Pixels with the data URL of their PNG. @param {Pixels} pixels @returns {Promise<Raster>} */
export async function rasterOf(pixels) {
  const png = await encodePNG(pixels);
  let text = "";
  for (const byte of png) text += String.fromCharCode(byte);
  return { ...pixels, href: `data:image/png;base64,${btoa(text)}` };
}

/** @param {Pixels} pixels @returns {Promise<Uint8Array>} a PNG of red, green and blue */
export async function encodePNG({ width, height, rgba }) {
  const rows = new Uint8Array(height * (1 + 3 * width)); // each row begins with a 0, for no filter
  for (let row = 0, to = 0, from = 0; row < height; row++) {
    to++;
    for (let column = 0; column < width; column++, from++)
      for (let i = 0; i < 3; i++) rows[to++] = rgba[from++];
  }
  const stream = new Blob([rows]).stream().pipeThrough(new CompressionStream("deflate"));
  const data = new Uint8Array(await new Response(stream).arrayBuffer());
  const header = new Uint8Array([...bigEndian(width), ...bigEndian(height), ...TRUE_COLOUR]);
  const parts = [
    new Uint8Array(SIGNATURE),
    chunk("IHDR", header),
    chunk("IDAT", data),
    chunk("IEND", new Uint8Array()),
  ];
  const png = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    png.set(part, at);
    at += part.length;
  }
  return png;
}

/** A chunk of a PNG: length, name, data, checksum of name and data. @param {string} name @param {Uint8Array} data */
function chunk(name, data) {
  const named = new Uint8Array([...name].map((letter) => letter.charCodeAt(0)).concat(Array.from(data)));
  return new Uint8Array([...bigEndian(data.length), ...named, ...bigEndian(checksum(named))]);
}

/** @param {number} value */
const bigEndian = (value) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);

const POLYNOMIAL = 0xedb88320; // of CRC-32, reversed

/** CRC-32. @param {Uint8Array} bytes */
function checksum(bytes) {
  let rest = ~0;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (POLYNOMIAL & -(rest & 1));
  }
  return ~rest >>> 0;
}
