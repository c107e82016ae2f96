/** Offers the model of pictures of the package, which is read from beside its modules when it is first asked for. */
import { VISION_MODEL } from "../kit/state/offered-models.js";

VISION_MODEL.offer(async () => {
  const [{ openVisionModel }, { readerOfPictures }, { patchesOfRun }] = await Promise.all([
    import("../models/vision-model.js"),
    import("../models/state/layer-as-own.js"),
    import("./patches.js"),
  ]);
  const { model, pictures } = await openVisionModel();
  return readerOfPictures(model, pictures, patchesOfRun);
});
