// Training on the page, step by step and with a typed sentence: shown results equal the core's, to the bit. And the API of <mha-train> for hosts: events and state.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn, ready } from "./support/explainer.js";
import { LOW, useSharedTab } from "./support/index.js";
import { texts } from "./support/walk.js";
import {
  DEMONSTRATION,
  EVERY,
  arcsOn,
  learned,
  openTrain,
  plain,
  press,
  setting,
  settled,
  stateOf,
  trained,
} from "./support/train.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();

test("the predictions at a blank, and the arcs from it, are the core's", async () => {
  const { page, seen, close } = await openTrain(browser, "?step=50");
  const { blanks, attention } = trained(50).model.predict(`${DEMONSTRATION} tired`);
  assert.deepEqual((await stateOf(page)).prediction.blanks, blanks);
  const [{ position, words }] = blanks;
  const likely = words.slice(0, 3).map(({ word, probability }) => `${word} ${probability.toFixed(2)}`);
  const [said] = await texts(page, "mha-train-sentence .said .words");
  assert.ok(said.startsWith(likely.join(" ")), `${said}: ${likely}`);
  const lines = attention.flatMap(({ data, shape: [, heads, length] }) =>
    Array.from({ length: heads * length }, (_, i) => [
      i % length,
      data[(Math.floor(i / length) * length + position) * length + (i % length)],
    ])
      .filter(([to, weight]) => weight >= 0.1 && to !== position)
      .map(([, weight]) => Math.max(1.5, 8 * weight)),
  );
  const arcs = await arcsOn(page);
  assert.ok(lines.length > 0);
  assert.deepEqual(
    arcs.map(({ line }) => line).toSorted(),
    lines.toSorted(),
    "the line width shows the weight",
  );
  seen.assertQuiet();
  await close();
});

/** The number of steps in each of some frames. @param {Page} page @param {number} frames @returns {Promise<number[]>} */
const stepsAFrame = (page, frames) =>
  page.evaluate(async (count) => {
    const { store } = /** @type {any} */ (document.querySelector("mha-train"));
    /** @type {number[]} */
    const steps = [];
    for (let i = 0; i <= count; i++) {
      steps.push(store.state.step);
      await new Promise(requestAnimationFrame);
    }
    return steps.slice(1).map((step, i) => step - steps[i]);
  }, frames);

test("the page opens with task and heads; the other settings, and starting again, are one press away; on a phone, a word to fill in is as high as one line, beside answers of two", async () => {
  const { page, close } = await browser.open("train.html?step=0");
  await ready(page, "mha-train");
  await settled(page);
  const settings = page.locator("mha-train-bar .settings");
  const shown = () => settings.locator("label, button").filter({ visible: true }).count();
  assert.equal(await shown(), 3);
  const more = settings.getByRole("button", { name: "more", exact: true });
  await more.click();
  assert.equal(await more.getAttribute("aria-expanded"), "true");
  assert.equal(await shown(), 7);
  assert.ok(await settings.getByRole("button", { name: "Start again" }).isVisible());
  await page.setViewportSize({ width: 390, height: 844 });
  await drawn(page);
  const { word, answers } = await page.locator("mha-train-sentence").evaluate(({ shadowRoot }) => {
    const [word, answers] = [".said > button", ".said > .words"].map((each) =>
      shadowRoot?.querySelector(each)?.getBoundingClientRect(),
    );
    return { word: word?.height ?? 0, answers: answers?.height ?? 0 };
  });
  assert.ok(answers > 34 && word > 0 && word <= 28, `${word} px beside ${answers} px`);
  await close();
});

test("Start trains one step per frame, Faster two, Pause none; One step trains one", async () => {
  const { page, seen, close } = await openTrain(browser, "", LOW);
  // With the clock stopped, a slow machine has time for both steps of a frame.
  await page.evaluate(() => (performance.now = () => 0));
  await press(page, "Start");
  await learned(page, 3);
  const watched = await stepsAFrame(page, 8);
  assert.equal(Math.max(...watched), 1, `${watched}`);
  assert.ok(!(await page.getByRole("button", { name: "One step" }).isVisible()));
  await press(page, "Faster");
  await learned(page, EVERY + 1);
  const fast = await stepsAFrame(page, 12);
  assert.equal(Math.max(...fast), 2, `${fast}`);
  await press(page, "Slower");
  const slower = await stepsAFrame(page, 8);
  assert.equal(Math.max(...slower), 1, `${slower}`);
  await press(page, "Pause");
  const { step } = await stateOf(page);
  assert.deepEqual(new Set(await stepsAFrame(page, 5)), new Set([0]));
  await press(page, "One step");
  await settled(page);
  const after = await stateOf(page);
  assert.deepEqual([after.step, after.at, after.pace], [step + 1, step + 1, null]);
  assert.equal((await texts(page, "mha-train-bar .step"))[0], `Step ${step + 1} of 600`);
  const { model, losses } = trained(step + 1);
  assert.deepEqual(after.losses, losses, "at any speed");
  assert.deepEqual(after.whole, { ...model.evaluate(), sentences: 256 });
  await press(page, "Go on");
  await learned(page, step + 2);
  await press(page, "Pause");
  await press(page, "Start again");
  await drawn(page);
  const { step: first, moments, whole } = await stateOf(page);
  assert.deepEqual([first, moments.length, whole.step], [0, 1, 0]);
  assert.equal(await page.getByRole("button", { name: "Start", exact: true }).count(), 1);
  seen.assertQuiet();
  await close();
});

/** Records the element's events in the page. @param {Page} page */
const listen = (page) =>
  page.locator("mha-train").evaluate((element) => {
    const told = /** @type {unknown[]} */ ([]);
    Object.assign(window, { told });
    element.addEventListener("statechange", (event) =>
      told.push({ .../** @type {CustomEvent} */ (event).detail }),
    );
  });

/** Events since the last call. @param {Page} page @returns {Promise<{ changed: string[], state: any }[]>} */
const told = (page) => page.evaluate(`window.told.splice(0)`);

/** The element's state, as an object and as a link. @param {Page} page @returns {Promise<any>} */
const public_ = (page) =>
  page.locator("mha-train").evaluate((/** @type {any} */ element) => ({
    state: element.state,
    params: String(element.toParams()),
  }));

test("events report changes by the reader, not by the host", async () => {
  const { page, seen, close } = await openTrain(browser, "", LOW);
  await listen(page);
  /** @type {[string[], () => Promise<unknown>][]} */
  const acts = [
    [["heads"], () => setting(page, "heads").selectOption("2")],
    [["tokens"], () => press(page, "wide")],
    [["off"], () => page.getByRole("button", { name: /^Layer 0, head 1/ }).click()],
    [["moment"], () => press(page, "One step")],
    [["off"], () => press(page, "Put all back")],
    [
      ["seed"],
      () =>
        page
          .getByLabel("seed")
          .fill("4")
          .then(() => page.getByLabel("seed").press("Enter")),
    ],
  ];
  for (const [changed, act] of acts) {
    await act();
    await settled(page);
    const events = await told(page);
    const names = new Set(events.flatMap((event) => event.changed));
    for (const name of changed) assert.ok(names.has(name), `${name} in ${[...names]}`);
    assert.deepEqual(events.at(-1)?.state, (await public_(page)).state);
  }
  assert.equal((await told(page)).length, 0, "counting on changes nothing");
  await page.locator("mha-train").evaluate((/** @type {any} */ element) => {
    Object.assign(element, {
      heads: 4,
      tokens: "the dog did not want the soup because it was too salty",
      off: ["1.0"],
    });
    element.setAttribute("seed", "9");
    element.moment = 30;
    element.cut = ["1:it:noun"];
  });
  await learned(page, 30);
  await settled(page);
  assert.equal((await stateOf(page)).at, 30);
  assert.deepEqual(await told(page), []);
  await press(page, "Go on");
  await learned(page, 34);
  await press(page, "Pause");
  await settled(page);
  const last = (await told(page)).at(-1);
  assert.deepEqual([last?.changed, last?.state.moment], [["moment"], (await stateOf(page)).at]);
  seen.assertQuiet();
  await close();
});

test("the state can be read and restored, as an object and as a link; omitted values have their defaults", async () => {
  const search =
    "heads=2&stack=ordinary&seed=7&tokens=the+dog+did+not+want+the+soup+because+it+was+too+salty&step=30&off=0.1%2C1.0&cut=1%3Ait%3Anoun";
  const { page, seen, close } = await openTrain(browser, `?${search}`, LOW);
  const { state, params } = await public_(page);
  assert.equal(params, search);
  assert.deepEqual(state, {
    ...{ version: 1, task: null, heads: 2, layers: null, stack: "ordinary", seed: 7 },
    tokens: "the dog did not want the soup because it was too salty",
    ...{ moment: 30, off: ["0.1", "1.0"], cut: ["1:it:noun"] },
  });
  const all = await stateOf(page);
  await page.locator("mha-train").evaluate((/** @type {any} */ element) => element.fromParams(""));
  await settled(page);
  const plainly = await public_(page);
  assert.deepEqual(new Set(Object.values(plainly.state)), new Set([1, null]));
  assert.equal(plainly.params, "");
  for (const again of [
    (/** @type {any} */ element, /** @type {any} */ [given]) => void (element.state = given),
    (/** @type {any} */ element, /** @type {any} */ [, given]) => element.fromParams(given),
  ]) {
    await page.locator("mha-train").evaluate((/** @type {any} */ element) => element.fromParams(""));
    await page.locator("mha-train").evaluate(again, [state, params]);
    await settled(page);
    assert.deepEqual(await public_(page), { state, params });
    const { losses, prediction, whole, without } = await stateOf(page);
    assert.deepEqual({ losses, prediction, whole, without }, pick(all));
  }
  const thrown = await page.locator("mha-train").evaluate((/** @type {any} */ element) =>
    [null, [], "heads=2", { version: 2 }].map((given) => {
      try {
        element.state = given;
        return "taken";
      } catch (error) {
        return /** @type {Error} */ (error).name;
      }
    }),
  );
  assert.deepEqual(thrown, Array(4).fill("TypeError"));
  assert.deepEqual((await public_(page)).state, state);
  seen.assertQuiet();
  await close();
});

/** @param {any} state */
const pick = ({ losses, prediction, whole, without }) => ({ losses, prediction, whole, without });

test("a typed sentence is read at every letter, with suggestions; an unreadable sentence changes nothing, and its message disappears with it", async () => {
  const { page, seen, close } = await openTrain(browser, "?step=25");
  const { model } = trained(25);
  await press(page, "Write your own");
  const field = page.getByLabel("A sentence of the words that it knows");
  assert.equal(await field.inputValue(), `${DEMONSTRATION} tired`);
  await field.fill("the zebra");
  await field.press("Enter");
  assert.equal(
    await field.inputValue(),
    "the zebra",
    "Enter keeps a sentence that cannot be read, with its message",
  );
  assert.match((await texts(page, "mha-own-sentence [role=status]"))[0], /does not know the word zebra/);
  await field.press("Escape");
  await press(page, "Write your own");
  assert.equal(await field.inputValue(), `${DEMONSTRATION} tired`);
  assert.equal(await field.getAttribute("aria-invalid"), "false", "what stands there can be read");
  const suggested = () => texts(page, "mha-own-sentence .words button");
  const dog = "the dog did not want the soup because it was too";
  await field.fill(`${dog} sa`);
  await drawn(page);
  assert.deepEqual(await suggested(), ["salty"]);
  await page.getByRole("button", { name: "salty", exact: true }).click();
  await settled(page);
  assert.equal(await field.inputValue(), `${dog} salty `);
  assert.ok(await field.evaluate((input) => input.matches(":focus")), "to be typed on");
  assert.ok((await suggested()).length > 3, "what it knows, for the next word");
  const salty = plain(model.predict(`${dog} salty`));
  assert.deepEqual((await stateOf(page)).prediction, salty);
  await field.fill(`${dog} zebra`);
  await drawn(page);
  const [said] = await texts(page, "mha-own-sentence [role=status]");
  assert.match(said, /^The model does not know the word zebra; it knows .*\bsalty\b/);
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  assert.deepEqual((await stateOf(page)).prediction, salty, "what was there stays");
  assert.equal((await public_(page)).state.tokens?.trim(), `${dog} salty`);
  await field.fill("");
  await drawn(page);
  assert.deepEqual((await stateOf(page)).prediction, salty, "nothing is no sentence");
  await field.fill(`${dog} sweet`);
  await drawn(page);
  assert.equal(await field.getAttribute("aria-invalid"), "false");
  assert.deepEqual(await texts(page, "mha-own-sentence [role=status]"), [""]);
  await field.press("Enter");
  await settled(page);
  assert.equal(await field.count(), 0);
  assert.deepEqual((await stateOf(page)).prediction, plain(model.predict(`${dog} sweet`)));
  for (const seed of [1, 2]) {
    await press(page, "Another sentence");
    await settled(page);
    const { tokens } = model.example({ seed, heldOut: true });
    assert.deepEqual((await stateOf(page)).prediction, plain(model.predict(tokens)), `${tokens}`);
  }
  seen.assertQuiet();
  await close();
});
