// The API of <mha-train> for hosts: events, state; and the reader's own sentences.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";
import { texts } from "./support/walk.js";
import {
  DEMONSTRATION,
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
  const { page, seen, close } = await openTrain(browser);
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
  const { page, seen, close } = await openTrain(browser, `?${search}`);
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

test("a typed sentence is read at every letter, with suggestions; an unreadable sentence changes nothing", async () => {
  const { page, seen, close } = await openTrain(browser, "?step=25");
  const { model } = trained(25);
  await press(page, "Write your own");
  const field = page.getByLabel("A sentence of the words that it knows");
  assert.equal(await field.inputValue(), `${DEMONSTRATION} tired`);
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

test("the message about a refused sentence disappears with the sentence", async () => {
  const { page, close } = await openTrain(browser);
  await press(page, "Write your own");
  const field = page.getByLabel("A sentence of the words that it knows");
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
  await close();
});
