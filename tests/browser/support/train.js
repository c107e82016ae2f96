import { loadCore } from "../../../web/core/index.js";
import { drawn, ready } from "./explainer.js";
import { cellsOf, figureTexts } from "./walk.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../../../web/core/model.js").Model} Model */

export const STEPS = 600;
export const EVERY = 25;
export const DEMONSTRATION = "the animal did not cross the street because it was too";

/** References for the page's numbers: the core in Node, and the model that the page trains at first. */
export const core = await loadCore();
export const AS_IT_OPENS = /** @type {const} */ ({ task: "reference", seed: 1, keysFrom: "words" });

/** A model trained as on a page, step by step. @param {number} steps @param {import("../../../web/core/types.js").ModelOptions} [options] */
export function trained(steps, options = AS_IT_OPENS) {
  const model = core.createModel(options);
  const losses = Array.from({ length: steps }, () => model.train().loss);
  return { model, losses };
}

/**
 * Opens the page Train with all its settings in view, at step 0 unless the query names a step, and waits until it is ready. @param {{ open: Function }} browser @param {string}
 * [query] @param {import("./index.js").Options} [options] @returns
 * {Promise<{ page: Page, seen: any, close: () => Promise<void> }>}
 */
export async function openTrain(browser, query = "", options = {}) {
  const params = new URLSearchParams(query);
  if (!params.has("step")) params.set("step", "0");
  const opened = await browser.open(`train.html?${params}`, options);
  await ready(opened.page, "mha-train");
  await opened.page.locator("mha-train-bar").evaluate((/** @type {any} */ bar) => {
    bar.more = true;
  });
  await settled(opened.page);
  return opened;
}

/** Waits until training and evaluation are done. @param {Page} page */
export async function settled(page) {
  await page.waitForFunction(
    () => !(/** @type {any} */ (document.querySelector("mha-train")).store.isBusy),
    null,
    { polling: 20 },
  );
  await drawn(page);
  // Parts draw in turn.
  await page
    .locator("mha-train section > *")
    .evaluateAll((parts) => Promise.all(parts.map((part) => /** @type {any} */ (part).updateComplete)));
}

/** Waits for a training step. @param {Page} page @param {number} step */
export const learned = (page, step) =>
  page.waitForFunction(
    (least) => /** @type {any} */ (document.querySelector("mha-train")).store.state.step >= least,
    step,
    { polling: "raf" },
  );

/** Presses a button by its label. @param {Page} page @param {string} name */
export const press = (page, name) => page.getByRole("button", { name, exact: true }).click();

/** A setting of the model. @param {Page} page @param {string} name */
export const setting = (page, name) => page.locator("mha-train-bar").getByLabel(name);

/** @param {Page} page @param {number} seed */
export async function setSeed(page, seed) {
  await setting(page, "seed").fill(String(seed));
  await setting(page, "seed").press("Enter");
}

/** @param {Page} page */
export async function toTheEnd(page) {
  await press(page, "To the end");
  await settled(page);
}

/** The state of the page, with plain arrays. @param {Page} page @returns {Promise<any>} */
export const stateOf = (page) =>
  page.evaluate(() => {
    const { store } = /** @type {any} */ (document.querySelector("mha-train"));
    const { prediction, failure, ...state } = store.state;
    const attention = prediction?.attention.map((/** @type {any} */ { data, shape }) => ({
      data: [...data],
      shape: [...shape],
    }));
    return { ...state, prediction: prediction && { ...prediction, attention } };
  });

/** A prediction in the form of stateOf. @param {import("../../../web/core/types.js").Prediction} prediction */
export const plain = ({ attention, ...others }) => ({
  ...others,
  attention: attention.map(({ data, shape }) => ({ data: [...data], shape: [...shape] })),
});

/** The query of the page's address. @param {Page} page */
export const query = (page) => Object.fromEntries(new URL(page.url()).searchParams);

/** The visible results at the shown checkpoint: the step, the maps, the words and the accuracies. @param {Page} page */
export async function seenNow(page) {
  const { at, prediction, whole } = await stateOf(page);
  const colours = await cellsOf(page, "mha-train-maps mha-figure");
  const written = await writtenIn(page, "mha-train-maps");
  return { at, prediction, kinds: whole.kinds, colours, written };
}

/** A head's role, in the words of its button and its caption. @param {import("../../../web/core/types.js").Evaluation["kinds"]} kinds @param {number} layer @param {number} head */
export function jobIn({ this: these, was, it }, layer, head) {
  const jobs = [
    { said: "from this to its noun", drawn: "this → its noun", of: these.weights },
    { said: "from was to its subject", drawn: "was → its subject", of: was.weights },
    { said: "from it to its noun", drawn: "it → its noun", of: it.least },
    { said: "from it to the telling adjective", drawn: "it → telling adjective", of: it.tells },
  ];
  const weights = jobs.map(({ of }) => of[layer][head]);
  const best = weights.indexOf(Math.max(...weights));
  return { ...jobs[best], best, weights };
}

/** Texts in a part's picture. @param {Page} page @param {string} part @returns {Promise<string[]>} */
export const writtenIn = (page, part) => figureTexts(page, `${part} mha-figure >> nth=0`);

/** The drawn arcs of the sentence: line width, position of the middle on the screen, and the element at that position. @param {Page} page @returns {Promise<any[]>} */
export const arcsOn = (page) =>
  page.locator("mha-train-sentence mha-figure").evaluate((figure) => {
    const { scene } = /** @type {any} */ (figure);
    const { x: left, y: top } = figure.getBoundingClientRect();
    return scene.marks.flatMap((/** @type {any} */ mark) => {
      const points = /^M(\S+) (\S+)C(\S+) (\S+) (\S+) (\S+) (\S+) (\S+)$/.exec(mark.d ?? "");
      if (!points) return [];
      const [a, b, c, d, e, f, g, h] = points.slice(1).map(Number);
      const [x, y] = [(a + 3 * c + 3 * e + g) / 8, (b + 3 * d + 3 * f + h) / 8];
      return [{ ...scene.hit(x, y)?.arc, x: left + x, y: top + y, line: mark.line }];
    });
  });
