import { define } from "../kit/elements/define.js";
import { Panels } from "../kit/elements/panels.js";

/** Parts of the page Models that load on first use, each with the elements in it. */
export const PANELS = new Panels({
  "mha-model-picture": async () => {
    const { CameraStill, ModelPicture, PictureHead, PictureHeads } = await import("./model-picture.js");
    define("mha-camera-still", CameraStill);
    define("mha-picture-head", PictureHead);
    define("mha-picture-heads", PictureHeads);
    return ModelPicture;
  },
  "mha-model-rows": async () => (await import("../models/elements/two-rows.js")).ModelRows,
  "mha-model-pair": async () => {
    const { ModelPair, PairHeads } = await import("../models/elements/pair.js");
    define("mha-model-pair-heads", PairHeads);
    return ModelPair;
  },
  "mha-model-score": async () => (await import("../models/elements/score.js")).ModelScore,
  "mha-model-writes": async () => {
    const { ModelCircuit, ModelPatches, ModelWrites } = await import("../models/elements/writes.js");
    define("mha-model-circuit", ModelCircuit);
    define("mha-model-patches", ModelPatches);
    return ModelWrites;
  },
});
