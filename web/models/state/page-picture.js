import { EXAMPLES } from "./sources.js";

/** @import { VisionInfo } from "./checkpoint.js" */
/** @import { Given } from "./page-state.js" */

/** Endings of pictures' files, whose systems give no type. */
const PICTURE = /\.(png|jpe?g|webp|gif|avif|bmp)$/i;

/** @param {Blob} file */
export const isPicture = (file) =>
  file.type ? file.type.startsWith("image/") : file instanceof File && PICTURE.test(file.name);

/** The picture of a drop or of a clipboard; undefined for none. @param {DataTransfer | null} data */
export const pictureIn = (data) => Array.from(data?.files ?? []).find(isPicture);

/**
 * The pictures that come with a model, from the sheet in its folder; none if the sheet cannot be decoded.
 * @param {Readonly<Record<string, Blob>>} files by path @param {VisionInfo} vision of the model @returns {Promise<Given[]>}
 */
export async function examplesOf(files, vision) {
  const [, sheet] = Object.entries(files).find(([path]) => path.split("/").pop() === EXAMPLES) ?? [];
  return sheet ? examplesIn(sheet, vision).catch(() => []) : [];
}

/**
 * The pictures of a sheet, row by row. Its columns are the classes, if it has as many.
 * @param {Blob} sheet @param {VisionInfo} vision @returns {Promise<Given[]>}
 */
async function examplesIn(sheet, { size: [height, width], labels }) {
  const bitmap = await createImageBitmap(sheet);
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: bitmap.width, height: bitmap.height });
  const context = /** @type {CanvasRenderingContext2D} */ (
    canvas.getContext("2d", { willReadFrequently: true })
  );
  context.drawImage(bitmap, 0, 0);
  const columns = Math.floor(bitmap.width / width);
  const count = columns * Math.floor(bitmap.height / height);
  bitmap.close();
  return Array.from({ length: count }, (_, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    const { data } = context.getImageData(column * width, row * height, width, height);
    return {
      name: nameOf(row, column, columns === labels.length ? labels : []),
      content: { data, width, height },
    };
  });
}

/** @param {number} row @param {number} column @param {readonly string[]} labels of columns */
function nameOf(row, column, labels) {
  const label = labels[column] ?? `${column + 1}`;
  return row ? `${label} ${row + 1}` : label;
}
