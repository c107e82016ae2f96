/** frame.html, whose modules lie beside it. */
import "../elements/index.js";
import { openFrame } from "./frame-page.js";
import { orUnloaded } from "./late.js";

openFrame(async (params) => {
  const late = await orUnloaded("frame-models.js", import("./frame-models.js"));
  return late && late.framedModels(params);
});
