/** The hosted walk, and above it the opening, unless the link carries a state. The middle scene loads when the opening is painted, the walk when the reader comes near. */
import "../elements/default-model.js";
import "../elements/opening.js";
import "../elements/stored-opening.js";
import { nextFrame } from "../kit/elements/painted.js";
import "./header.js";
import { inLang } from "./lang.js";
import { orUnloaded } from "./late.js";
import "./model-storage.js";

const opening = /** @type {import("../elements/opening.js").Opening | null} */ (
  document.querySelector("mha-opening")
);
const still = document.querySelector(".still");
const isLinked = document.documentElement.classList.contains("linked");

/** Resolves when the opening is painted in place of the still; at once if the link shows only the walk. */
async function opened() {
  if (isLinked) {
    for (const each of [still, ...document.querySelectorAll("mha-opening, mha-row, mha-train-small")])
      each?.remove();
    return;
  }
  if (!opening) return;
  opening.pages = { train: `train.html${inLang("")}`, learn: "learn/" };
  await opening
    .loaded()
    .then(() => opening.updateComplete)
    .catch(() => {}); // the element displays the error
  still?.remove();
  await nextFrame();
}

opened()
  .then(() => orUnloaded("walk-below.js", import("./walk-below.js")))
  .then((below) =>
    below?.loadRest(isLinked, () => orUnloaded("walk-panels.js", import("../elements/walk-panels.js"))),
  );
