import { define } from "../kit/elements/define.js";
import { rasterOf } from "../kit/state/png.js";
import { PatchClasses } from "../patches/elements/patch-classes.js";
import { PatchHead } from "../patches/elements/patch-head.js";
import { PatchHeads } from "../patches/elements/patch-heads.js";
import { readImage } from "../patches/elements/read-image.js";
import { Patches } from "../patches/state/patches.js";
import { refusedPatches } from "../patches/words-refusals.js";
import { makeError } from "../kit/text/refusals.js";

define("mha-patch-classes", PatchClasses);
define("mha-patch-head", PatchHead);
define("mha-patch-heads", PatchHeads);

/**
 * The patches that an author gives an element. An image that cannot be read leaves the grid; the error is its `trouble`.
 * @param {import("./with-patches.js").Given} given
 * @returns {Promise<Patches>}
 * @throws {Error} for a grid that is none
 */
export async function patchesOf({ grid, image, extra }) {
  if (grid === null) throw makeError(TypeError, refusedPatches("patches_image_alone"));
  const patches = new Patches(grid, extra);
  if (image === null) return patches;
  const read = await readImage(image).then(
    (image) => ({ image }),
    ({ id, parameters, message }) => ({ trouble: { id, parameters, message } }),
  );
  return new Patches(grid, extra, read);
}

/** The patches of a run of a model of pictures. @param {import("../models/state/model-run.js").ModelRun} run @returns {Promise<Patches>} */
export async function patchesOfRun({ grid, extra, image }) {
  const { data, width, height } = /** @type {NonNullable<typeof image>} */ (image);
  return new Patches(grid, extra, { image: await rasterOf({ width, height, rgba: data }) });
}
