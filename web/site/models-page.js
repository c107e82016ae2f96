/** The hosted page with models of the hub. The address holds the state. The browser's Back goes from a layer to all heads. */
import "../elements/models.js";
import { carryLast } from "./carry.js";
import "./header.js";
import { inLang } from "./lang.js";
import "./model-folder.js";
import { keepModels } from "./models-address.js";

carryLast();

const models = /** @type {import("../elements/models.js").Models} */ (document.querySelector("mha-models"));

models.pages = { cache: inLang("./?lab=cache") };
models.addEventListener("enter", () => history.pushState(null, ""));
models.addEventListener("leave", (event) => {
  event.preventDefault();
  history.back();
});
void keepModels(models);
addEventListener("popstate", () => void models.back());
