/** The hosted page with a model that learns, around the same element that anyone can embed. The address holds the state. */
import "../elements/train.js";
import { carryLast } from "./carry.js";
import "./header.js";
import { keepInAddress } from "./address.js";
import { orUnloaded } from "./late.js";
import { unpackQuery } from "./packed-query.js";
import { asPage, isPresented } from "./present.js";

carryLast();

const train = /** @type {import("../elements/train.js").Train | null} */ (
  document.querySelector("mha-train")
);

if (train) train.pages = { walk: "./", heads: "heads.html" };
if (train) open(train);
if (train && isPresented)
  orUnloaded("present-page.js", import("./present-page.js")).then((late) =>
    late?.presentFigure({ element: train, turn: (by) => turn(train, by) }),
  );

/**
 * Keeps the state in the address, and plays the training once; with reduced motion it goes straight to the end. An address that names a
 * step opens on that step. Presented, the training waits for a press.
 * @param {import("../elements/train.js").Train} element
 */
async function open(element) {
  const { store } = element;
  const named = await unpackQuery(location.search);
  await keepInAddress(element, () => store.state.pace !== null, asPage);
  await store.load().catch(() => {}); // the address may name a task whose code is still on its way
  const { pace, step } = store.state;
  if (isPresented || named.has("step") || pace || step) return;
  store.run(matchMedia("(prefers-reduced-motion: reduce)").matches ? "end" : "watch");
}

/** Moves by one kept checkpoint. After the last one, training goes on until it is paused. @param {import("../elements/train.js").Train} element @param {number} by */
function turn({ store }, by) {
  const { moments, at, pace } = store.state;
  const steps = moments.map(({ step }) => step);
  const to = steps[steps.findIndex((step) => step >= at) + by];
  if (pace) store.pause();
  else if (to !== undefined) store.show(to);
  else if (by > 0) store.run("watch");
}
