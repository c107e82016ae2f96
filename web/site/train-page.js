/** The hosted page with a model that learns, around the same element that anyone can embed. The address holds the state. */
import "../elements/train.js";
import { carryLast } from "./carry.js";
import "./header.js";
import { keepInAddress } from "./address.js";
import { orUnloaded } from "./late.js";
import { asPage, isPresented } from "./present.js";

carryLast();

const train = /** @type {import("../elements/train.js").Train | null} */ (
  document.querySelector("mha-train")
);

if (train) train.pages = { walk: "./", heads: "heads.html" };
if (train) keepInAddress(train, () => train.store.state.pace !== null, asPage);
if (train && isPresented)
  orUnloaded("present-page.js", import("./present-page.js")).then((late) =>
    late?.presentFigure({ element: train, turn: (by) => turn(train, by) }),
  );

/** Moves by one kept checkpoint. After the last one, training goes on until it is paused. @param {import("../elements/train.js").Train} element @param {number} by */
function turn({ store }, by) {
  const { moments, at, pace } = store.state;
  const steps = moments.map(({ step }) => step);
  const to = steps[steps.findIndex((step) => step >= at) + by];
  if (pace) store.pause();
  else if (to !== undefined) store.show(to);
  else if (by > 0) store.run("watch");
}
