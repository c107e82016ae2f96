import { readFileSync } from "node:fs";
import UPNG from "upng-js";
import { rasterOf } from "../../web/kit/state/png.js";
import { VISION_MODEL } from "../../web/kit/state/offered-models.js";
import { VISION_PICTURES } from "../../web/kit/state/vision-pictures.js";
import { openCheckpoint } from "../../web/models/index.js";
import { readerOfPictures } from "../../web/models/state/layer-as-own.js";
import { Patches } from "../../web/patches/state/patches.js";
import { inRoot } from "./paths.mjs";

/** The small model of pictures in Node, for stills, for questions, and for tests. */

const FOLDER = inRoot("models/headscope-vision");
const SIDE = 28; // px of a picture
const DOWN = 4; // pictures of a class, one below the other

/** The forty pictures by name, cut from their sheet. */
export function visionPictures() {
  const { data, width } = sheet();
  const pictures = VISION_PICTURES.map((name, i) => {
    const [left, top] = [Math.floor(i / DOWN) * SIDE, (i % DOWN) * SIDE];
    const grey = Uint8Array.from({ length: SIDE * SIDE }, (_, at) => {
      const [x, y] = [left + (at % SIDE), top + Math.floor(at / SIDE)];
      return data[(y * width + x) * 4];
    });
    return /** @type {const} */ ([name, { data: grey, width: SIDE, height: SIDE }]);
  });
  return new Map(pictures);
}

function sheet() {
  const decoded = UPNG.decode(/** @type {any} */ (readFileSync(`${FOLDER}/pictures.png`)));
  return { data: new Uint8Array(UPNG.toRGBA8(decoded)[0]), width: decoded.width };
}

export const openedVisionModel = () => openCheckpoint(FOLDER, { keep: true });

/** A reader of the pictures, as the elements offer it. @param {Awaited<ReturnType<typeof openedVisionModel>>} model */
export const visionReader = (model) =>
  readerOfPictures(model, visionPictures(), async ({ grid, extra, image }) => {
    const { data, ...size } = /** @type {NonNullable<typeof image>} */ (image);
    return new Patches(grid, extra, { image: await rasterOf({ ...size, rgba: data }) });
  });

/** Offers the model to elements that are drawn in Node. */
export const offerVisionModel = () => VISION_MODEL.offer(async () => visionReader(await openedVisionModel()));
