// Files of pictures as cameras and programs write them: grey, transparent, animated, rotated and large ones.
import { crc32, deflateSync } from "node:zlib";
import UPNG from "upng-js";

/** @typedef {import("playwright-core").Page} Page */

export const [WIDTH, HEIGHT] = [40, 30];

/** A picture with a different colour in each quarter. @param {number} [alpha] of its right half */
export function quarters(alpha = 255) {
  const data = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const [right, below] = [x >= WIDTH / 2, y >= HEIGHT / 2];
      data.set([right ? 220 : 30, below ? 200 : 10, 4 * x, right ? alpha : 255], (y * WIDTH + x) * 4);
    }
  return data;
}

/** @param {Uint8Array} rgba */
export const png = (rgba, frames = [rgba]) =>
  new Uint8Array(
    UPNG.encode(
      frames.map(({ buffer }) => /** @type {ArrayBuffer} */ (buffer)),
      ...[WIDTH, HEIGHT, 0],
      frames.length > 1 ? frames.map(() => 100) : undefined,
    ),
  );

/** A PNG of one colour in grey of 1 bit. @param {number} width @param {number} height */
export function largePng(width, height) {
  const chunk = (/** @type {string} */ type, /** @type {Buffer} */ data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1; // bits; the colour type 0 is grey
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)), 0xff);
  for (let row = 0; row < height; row++) rows[row * (1 + Math.ceil(width / 8))] = 0; // no filter
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    ...[signature, chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))],
  ]);
}

/** A JPEG with an orientation in its EXIF data: 6 is a quarter turn to the right. @param {Uint8Array} jpeg @param {number} orientation */
export function oriented(jpeg, orientation) {
  const header = ["4d4d002a", "00000008"]; // big-endian; the place of the only directory
  const entry = ["0112", "0003", "00000001", `000${orientation}0000`]; // orientation, one number of 16 bits
  const tiff = Buffer.from([...header, "0001", ...entry, "00000000"].join(""), "hex");
  const exif = [...Buffer.from("Exif\0\0", "latin1"), ...tiff];
  return Uint8Array.from([0xff, 0xd8, 0xff, 0xe1, 0, exif.length + 2, ...exif, ...jpeg.subarray(2)]);
}

/** A JPEG that the browser makes of pixels. @param {Page} page @param {Uint8Array} rgba */
export async function jpegOf(page, rgba) {
  const bytes = await page.evaluate(
    async ({ rgba, width, height }) => {
      const canvas = new OffscreenCanvas(width, height);
      const image = new ImageData(Uint8ClampedArray.from(rgba), width, height);
      /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d")).putImageData(image, 0, 0);
      const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 1 });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    { rgba: [...rgba], width: WIDTH, height: HEIGHT },
  );
  return Uint8Array.from(bytes);
}
