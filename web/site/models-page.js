/** The hosted page with models of the hub. */
import "../elements/models.js";
import "./header.js";
import { inLang } from "./lang.js";
import "./model-folder.js";

const models = /** @type {import("../elements/models.js").Models | null} */ (
  document.querySelector("mha-models")
);

if (models) models.pages = { cache: inLang("./?lab=cache") };
