/** The hosted walk, and above it the opening, unless the link carries a state. */
import "../elements/hosted.js";
import "../elements/opening.js";
import { host } from "./site.js";
import { inLang } from "./lang.js";

const opening = /** @type {import("../elements/opening.js").Opening | null} */ (
  document.querySelector("mha-opening")
);
const isLinked = document.documentElement.classList.contains("linked");

if (isLinked) opening?.remove();
const explainer = host();
if (opening && !isLinked) {
  opening.pages = { train: `train.html${inLang("")}`, learn: "learn/" };
  explainer.holdUntil(opening.loaded().then(() => opening.updateComplete));
}
