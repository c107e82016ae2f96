// <mha-train> in a host page: settings, state, messages, and pauses while hidden or removed; it opens a head where its author says, and has no links there.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn, ready } from "./support/explainer.js";
import { LOW, useSharedTab } from "./support/index.js";
import { sample } from "./support/nightly.js";
import { until } from "./support/until.js";
import { texts } from "./support/walk.js";
import {
  core,
  DEMONSTRATION,
  EVERY,
  learned,
  openTrain,
  plain,
  press,
  setting,
  settled,
  stateOf,
  toTheEnd,
  trained,
} from "./support/train.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../../web/core/types.js").ModelOptions} ModelOptions */

/** @param {string} body */
const article = (
  body,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>An article</title>
<script type="module" src="modules/headscope.js"></script><script type="module" src="modules/train.js"></script></head>
<body><h1>An article</h1>${body}</body></html>`;

const browser = useSharedTab({
  "alone.html": article(`<mha-train loading="eager" step="25"></mha-train>
    <mha-train loading="eager" inside="nowhere"></mha-train>`),
  "beside.html": article(`<mha-train loading="eager" step="25" inside="layer"></mha-train>
    <mha-explainer id="layer" loading="eager" view="heads"></mha-explainer>`),
});

/** Evaluates a function of the element's public properties. @param {Page} page @param {string} body of a function of `element` @returns {Promise<any>} */
const ask = (page, body) =>
  page.evaluate(`(async (element) => {${body}})(document.querySelector("mha-train"))`);

test("models with other heads, layers and stacks train as in Node, and have a map for each head", async () => {
  const { page, seen, close } = await openTrain(browser, "", LOW);
  const cases = /** @type {[Record<string, string>, ModelOptions][]} */ ([
    [{ heads: "2" }, { numHeads: 2, keysFrom: "words" }],
    [{ heads: "8" }, { numHeads: 8, keysFrom: "words" }],
    [
      { heads: "8", layers: "1" },
      { numHeads: 8, layers: 1, keysFrom: "words" },
    ],
    [{ stack: "ordinary" }, { numHeads: 8, layers: 1, keysFrom: "stream" }],
    [{ layers: "2" }, { numHeads: 8, layers: 2, keysFrom: "stream" }],
    [{ heads: "4" }, { numHeads: 4, layers: 2, keysFrom: "stream" }],
  ]);
  for (const [chosen, options] of sample(cases, 2, 3)) {
    for (const [name, value] of Object.entries(chosen)) await setting(page, name).selectOption(value);
    await drawn(page);
    assert.equal((await stateOf(page)).step, 0, "at its first step");
    await press(page, "One step");
    await press(page, "One step");
    await settled(page);
    const { model, losses } = trained(2, { task: "reference", seed: 1, ...options });
    const state = await stateOf(page);
    assert.deepEqual(state.losses, losses, JSON.stringify(chosen));
    assert.deepEqual(state.prediction, plain(model.predict(`${DEMONSTRATION} tired`)));
    const { numHeads, layers } = model.config;
    assert.equal(await page.locator("mha-train-maps .heads button").count(), numHeads * layers);
    const said = (await texts(page, "mha-train-words li")).join(" ");
    assert.equal(said.includes("Never read such a map as a reason"), options.keysFrom === "stream");
    assert.equal(said.includes("does not need two layers"), layers === 1);
    model.dispose();
  }
  const hosted = await ask(page, "return [element.hosted.page, String(element.hosted.params())]");
  assert.deepEqual(hosted, ["train.html", await ask(page, "return String(element.toParams())")]);
  seen.assertQuiet();
  await close();
});

/** Each head's mean weight on the previous token, over eight held-out sentences. @param {import("../../web/core/model.js").Model} model */
function previousIn(model) {
  const measured = Array.from({ length: 8 }, (_, i) =>
    model
      .predict(model.example({ seed: i + 1, heldOut: true }).tokens)
      .attention.map((layer) => core.measure(layer).heads.map(({ previous }) => previous)),
  );
  return measured[0].map((heads, layer) =>
    heads.map((_, head) => measured.reduce((sum, each) => sum + each[layer][head] / 8, 0)),
  );
}

test("the induction model learns to continue repeated letters: its loss falls, and its answers are correct; a reader can train past the link's step while the page is still training to it", async () => {
  const { page, seen, close } = await browser.open("train.html?task=induction&step=250", LOW);
  await learned(page, 1);
  await press(page, "Faster");
  await page.getByRole("button", { name: "more", exact: true }).click();
  assert.equal(await setting(page, "stack").count(), 0, "the second layer must read the output of the first");
  await toTheEnd(page);
  const { step, losses, moments, whole, prediction } = await stateOf(page);
  const expected = trained(300, { task: "induction", seed: 1 });
  assert.deepEqual([step, moments.length], [300, 26]);
  assert.deepEqual(losses, expected.losses);
  const counted = expected.model.evaluate();
  const repeat = { ...counted.kinds.repeat, previous: previousIn(expected.model) };
  assert.deepEqual(whole, { ...counted, kinds: { repeat }, sentences: 256 });
  assert.deepEqual(prediction, plain(expected.model.predict("k d q x m b k d q x m b")));
  assert.ok(losses[299] < losses[0] / 10 && whole.kinds.repeat.accuracy >= 0.95, `${losses[299]}`);
  assert.deepEqual(await texts(page, "mha-train-sentence h2"), ["What comes next?"]);
  const [tested] = await texts(page, "mha-train-learning p");
  assert.equal(tested, "Tested on 256 sentences with beginnings not seen in training.");
  seen.assertQuiet();
  await close();
});

test("the hosted page links to its other pages; invalid values are reported on the element and on the console, and change nothing", async () => {
  const { page, seen, close } = await openTrain(browser, "?step=25");
  const links = await page
    .locator("mha-look-inside a")
    .evaluateAll((all) => all.map((one) => new URL(/** @type {HTMLAnchorElement} */ (one).href).pathname));
  assert.deepEqual(links, ["/", "/heads.html"]);
  const before = await stateOf(page);
  const cases = [
    ["heads", "3", "heads 3 is none of 1, 2, 4, 8"],
    ["layers", "two", 'layers "two" is none of 1, 2'],
    ["task", "poetry", 'task "poetry" is none of reference, induction, translation'],
    ["stack", "pancakes", 'stack "pancakes" is none of crisp, ordinary'],
    ["seed", "-1", "seed -1 is no whole seed from 0 to 4294967295"],
    ["off", "3.1", 'off "3.1" is no head: they go from 0.0 to 1.3'],
    [
      "cut",
      "1:it:verb",
      'cut "1:it:verb" is no edge: expected layer:kind:noun or layer:kind:tells, as 1:it:noun',
    ],
  ];
  for (const given of [cases.filter(([name]) => name !== "off"), cases.filter(([name]) => name === "off")]) {
    await page.locator("mha-train").evaluate((element, all) => {
      for (const [name, value] of all) element.setAttribute(name, value);
    }, given);
    await drawn(page);
    const messages = (await texts(page, "mha-train .invalidValues")).join(" ");
    for (const [, , said] of given) {
      assert.ok(messages.includes(said), messages);
      assert.ok(
        seen.errors.some((/** @type {string} */ each) => each.startsWith(`<mha-train> ${said}`)),
        said,
      );
    }
    const { invalidValues, ...now } = await stateOf(page);
    assert.equal(Object.keys(invalidValues).length, given.length);
    assert.deepEqual({ ...now, invalidValues: {} }, before);
    await page.locator("mha-train").evaluate((element, all) => {
      for (const [name] of all) element.removeAttribute(name);
    }, given);
    await drawn(page);
    assert.equal(await page.locator("mha-train .invalidValues").count(), 0, "taken away");
  }
  await page.locator("mha-train").evaluate((element) => element.setAttribute("step", "-5"));
  await drawn(page);
  assert.deepEqual(await texts(page, "mha-train .invalidValues"), ["step -5 is no whole number from 0 on."]);
  assert.equal((await stateOf(page)).at, before.at);
  assert.equal(seen.errors.length, 8, "each message occurs once");
  await close();
});

test("training pauses on a hidden page and continues when it is visible; removal stops training; immediate re-insertion continues; later re-insertion trains to the same state again; also with reduced motion", async () => {
  const { page, seen, close } = await openTrain(browser, "", {
    ...LOW,
    reducedMotion: "reduce",
    isFresh: true,
  });
  const hide = (/** @type {boolean} */ hidden) =>
    page.evaluate((is) => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => is });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await ask(page, `Object.assign(window, { element, place: element.parentNode })`);
  const inUse = () =>
    page.evaluate(`import("/modules/core.js").then(async ({ loadCore }) =>
      (await loadCore()).boundary.call("bytesInUse"))`);
  const stepOf = () => page.evaluate(`[window.element.store.state.step, window.element.store.state.pace]`);
  const put = () => page.evaluate(`window.place.append(window.element)`);
  const atFirst = Number(await inUse());
  await page.clock.install();
  await press(page, "Start");
  await learned(page, 5);
  await hide(true);
  const { step } = await stateOf(page);
  await page.clock.runFor(1000);
  assert.deepEqual([(await stateOf(page)).step, (await stateOf(page)).pace], [step, "watch"]);
  await hide(false);
  await learned(page, Math.max(step, EVERY) + 1);
  assert.ok(Number(await inUse()) > atFirst, "the element keeps checkpoints");
  await ask(page, `element.remove()`);
  const stopped = /** @type {[number, string | null]} */ (await stepOf());
  assert.equal(stopped[1], null);
  await page.clock.runFor(100);
  assert.deepEqual(await stepOf(), stopped);
  await put();
  await press(page, "Go on");
  await learned(page, stopped[0] + 3);
  await press(page, "Pause");
  await page.getByRole("button", { name: /^Layer 0, head 1/ }).click();
  await settled(page);
  const shown = async () => {
    const { losses, at, away, prediction, whole, without } = await stateOf(page);
    return { losses, at, away, prediction, whole, without };
  };
  const [before, bytes] = [await shown(), Number(await inUse())];
  assert.deepEqual(before.losses, trained(before.at).losses, "no pause changes a result");
  await ask(page, `element.remove()`);
  await until(async () => Number(await inUse()) < atFirst / 2, "the removed element has freed its memory");
  await put();
  await ask(page, `await element.loaded()`);
  await settled(page);
  assert.deepEqual(await shown(), before);
  assert.ok(Math.abs(Number(await inUse()) - bytes) < 1e4, "the memory does not grow");
  seen.assertQuiet();
  await close();
});

test("an element that its page moves while it trains to the step of its attribute gets there", async () => {
  const { page, seen, close } = await openTrain(browser, "", LOW);
  await ask(
    page,
    `const place = element.parentNode;
    element.remove();
    const other = Object.assign(document.createElement("mha-train"), { loading: "eager" });
    other.setAttribute("step", "${EVERY}");
    place.append(other);
    place.prepend(other);
    await other.loaded();
    place.append(other);`,
  );
  await learned(page, EVERY);
  await settled(page);
  const { at, pace } = await stateOf(page);
  assert.deepEqual([at, pace], [EVERY, null]);
  seen.assertQuiet();
  await close();
});

test("leaving the page during training and coming back restores the address's state", async () => {
  const { page, seen, close } = await openTrain(browser, "?seed=5&step=25", LOW);
  const { losses } = await stateOf(page);
  await press(page, "Go on");
  await learned(page, 30);
  await page.getByRole("link", { name: "Docs", exact: true }).click();
  await page.locator("header nav [aria-current=page]", { hasText: "Docs" }).waitFor();
  await page.waitForLoadState("load"); // leaving earlier would abort requests
  await page.goBack();
  await learned(page, 25);
  await settled(page);
  const state = await stateOf(page);
  assert.equal(state.settings.seed, 5);
  assert.deepEqual(state.losses.slice(0, 25), losses);
  seen.assertQuiet();
  await close();
});

/** @param {string} address */
async function openArticle(address) {
  const opened = await browser.open(address);
  await ready(opened.page, "mha-train");
  await settled(opened.page);
  return opened;
}

test("the element named by the author shows the opened head, with the weights of that step", async () => {
  const { page, seen, close } = await openArticle("beside.html");
  assert.equal(await page.locator("mha-look-inside a").count(), 0);
  await page.locator("mha-look-inside select").selectOption("1.2");
  await page.locator("mha-look-inside button").click();
  await page.waitForFunction(() => {
    const { state } = /** @type {any} */ (document.getElementById("layer")).store;
    return state.own.layer === 1 && state.picture && state.settings.weights === "trained";
  });
  await drawn(page);
  const shown = await page.evaluate(async () => {
    const layer = /** @type {any} */ (document.getElementById("layer"));
    const { data, shape } = await layer.getTensor("weights");
    return { head: layer.head, view: layer.view, shape, weights: [...data] };
  });
  const { attention } = trained(25).model.predict(`${DEMONSTRATION} tired`);
  assert.deepEqual(shown, {
    ...{ head: 2, view: "heads" },
    ...{ shape: [...attention[1].shape], weights: [...attention[1].data] },
  });
  seen.assertQuiet();
  await close();
});

test("an author's page has no links; an id that does not exist is reported, and nothing is offered", async () => {
  const { page, seen, close } = await openArticle("alone.html");
  await ready(page, "mha-train:nth-of-type(2)");
  assert.equal(await page.locator("mha-look-inside").count(), 2);
  assert.deepEqual(await page.locator("mha-look-inside").locator("a, button, select").allInnerTexts(), []);
  const said = seen.errors;
  assert.equal(said.length, 1, `${said}`);
  assert.ok(
    said[0].startsWith('<mha-train> inside "nowhere" is not the id of an element of the page'),
    said[0],
  );
  await close();
});
