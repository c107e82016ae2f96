/** The hosted walk, and above it the opening, unless the link carries a state. The walk loads when the opening is painted. */
import "../elements/default-model.js";
import "../elements/opening.js";
import "../elements/stored-opening.js";
import { painted } from "../kit/elements/painted.js";
import "./header.js";
import { inLang } from "./lang.js";
import "./model-storage.js";

const opening = /** @type {import("../elements/opening.js").Opening | null} */ (
  document.querySelector("mha-opening")
);
const isLinked = document.documentElement.classList.contains("linked");

const still = document.querySelector(".still");

/** Resolves when the opening is painted; at once if the page has none. */
async function opened() {
  if (isLinked) {
    opening?.remove();
    still?.remove();
  }
  if (isLinked || !opening) return;
  opening.pages = { train: `train.html${inLang("")}`, learn: "learn/" };
  await opening
    .loaded()
    .then(() => opening.updateComplete)
    .catch(() => {}); // the element shows the error
  still?.remove();
  await painted();
}

opened()
  .then(() => import("./walk-below.js"))
  .catch(() => dispatchEvent(new CustomEvent("unloaded", { detail: "walk-below.js" })));
