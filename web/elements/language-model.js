/** Offers the language model of the package, which is read from beside its modules when it is first asked for. */
import { LANGUAGE_MODEL } from "../kit/state/offered-models.js";

LANGUAGE_MODEL.offer(async () => {
  const [{ openSmallModel }, { readerOf }] = await Promise.all([
    import("../models/small-model.js"),
    import("../models/state/layer-as-own.js"),
  ]);
  return readerOf(await openSmallModel({ keep: true }));
});
