// Training on the page: shown results equal the core's, step by step and to the bit.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn, ready } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";
import { texts } from "./support/walk.js";
import { shareSaid } from "../../web/kit/text/share.js";
import {
  AS_IT_OPENS,
  DEMONSTRATION,
  EVERY,
  STEPS,
  arcsOn,
  core,
  jobIn,
  learned,
  openTrain,
  plain,
  press,
  settled,
  stateOf,
  toTheEnd,
  trained,
  writtenIn,
} from "./support/train.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();

test("after training to the end, the loss, the accuracy and the heads' roles are the core's; changing the ending changes the target of the second layer, and the predicted word", async () => {
  const { page, seen, close } = await openTrain(browser);
  await toTheEnd(page);
  const { step, at, pace, losses, moments, whole, prediction } = await stateOf(page);
  const model = core.createModel(AS_IT_OPENS);
  const few = () => model.evaluate({ sentences: 64 }).kinds;
  const kinds = [model.evaluate().kinds]; // later counts are compared with this one
  const expected = [];
  while (model.step < STEPS) {
    expected.push(model.train().loss);
    if (model.step % EVERY === 0) kinds.push(few());
  }
  const all = model.evaluate();
  kinds[kinds.length - 1] = all.kinds; // at rest, the last checkpoint has the full count
  assert.deepEqual([step, at, pace], [STEPS, STEPS, null]);
  assert.deepEqual(losses, expected, "the loss of each step");
  assert.deepEqual(
    moments.map((/** @type {any} */ { checkpoint: _, ...moment }) => moment),
    kinds.map((each, i) => ({ step: i * EVERY, kinds: each, sentences: i % (STEPS / EVERY) ? 64 : 256 })),
    "a moment every 25 steps, and the first",
  );
  assert.deepEqual(whole, { ...all, sentences: 256 });
  assert.deepEqual(prediction, plain(model.predict(`${DEMONSTRATION} tired`)));
  assert.equal((await texts(page, "mha-train-bar .step"))[0], "Step 600 of 600");
  for (const [kind, { accuracy }] of Object.entries(all.kinds)) {
    const solved = kinds.findIndex((each) => each[kind].accuracy >= 0.95) * EVERY;
    assert.ok(accuracy >= 0.95 && solved > 0, `${kind} ${accuracy}`);
    const [row] = await texts(page, `mha-train-learning li[data-kind=${kind}]`);
    assert.ok(row.endsWith(`${shareSaid(accuracy)} 95 % at step ${solved}`), row);
  }
  const captions = await writtenIn(page, "mha-train-maps");
  const names = await page
    .locator("mha-train-maps .heads button")
    .evaluateAll((heads) => heads.map((head) => head.ariaLabel));
  const said = names.map((_, i) => {
    const place = /** @type {const} */ ([Math.floor(i / 4), i % 4]);
    const { said, drawn, best, weights } = jobIn(all.kinds, ...place);
    const name = `Layer ${place[0]}, head ${place[1]}`;
    const weight = shareSaid(weights[best]);
    if (weights[best] < 0.6) return `${name}: no clear role`;
    const untrained = shareSaid(jobIn(kinds[0], ...place).weights[best]);
    assert.ok(captions.includes(`${drawn} ${weight}`), `${drawn} ${weight} in ${captions}`);
    return `${name}: ${said}: ${weight} (untrained ${untrained}), 256 sentences`;
  });
  assert.deepEqual([names.length, names], [8, said]);
  assert.ok(said.filter((each) => each.endsWith("sentences")).length >= 4, "a head for each job");

  for (const [ending, noun] of [
    ["tired", "animal"],
    ["wide", "street"],
    ["tired", "animal"],
  ]) {
    await press(page, ending);
    await settled(page);
    const { prediction, whole } = await stateOf(page);
    assert.deepEqual(prediction, plain(model.predict(`${DEMONSTRATION} ${ending}`)));
    assert.equal(whole.sentences, 256, "the accuracy does not depend on the sentence");
    const { word, probability } = prediction.blanks[0].words[0];
    assert.equal(word, noun);
    const [said] = await texts(page, "mha-train-sentence .said .words");
    assert.equal(said.split(" ").slice(0, 2).join(" "), `${noun} ${shareSaid(probability)}`);
    assert.match(said, /correct$/);
    const second = (await arcsOn(page)).filter(({ layer }) => layer === 1);
    const thickest = second.sort((a, b) => b.line - a.line)[0];
    assert.equal(prediction.tokens[thickest.to], noun, "the thickest arc");
    assert.equal(await page.getByRole("button", { name: ending, pressed: true }).count(), 1);
  }
  seen.assertQuiet();
  await close();
});

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

test("the page opens with task and heads; the other settings, and starting again, are one press away", async () => {
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
  await close();
});

test("Start trains one step per frame, Faster two, Pause none; One step trains one", async () => {
  const { page, seen, close } = await openTrain(browser);
  // With the clock stopped, a slow machine has time for both steps of a frame.
  await page.evaluate(() => (performance.now = () => 0));
  await press(page, "Start");
  await learned(page, 3);
  const watched = await stepsAFrame(page, 12);
  assert.equal(Math.max(...watched), 1, `${watched}`);
  assert.ok(!(await page.getByRole("button", { name: "One step" }).isVisible()));
  await press(page, "Faster");
  await learned(page, 30);
  const fast = await stepsAFrame(page, 20);
  assert.equal(Math.max(...fast), 2, `${fast}`);
  await press(page, "Slower");
  const slower = await stepsAFrame(page, 12);
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

test("on a phone, a word to fill in is as high as one line, beside answers of two", async () => {
  const { page, close } = await openTrain(browser, "", { viewport: { width: 390, height: 844 } });
  const { word, answers } = await page.locator("mha-train-sentence").evaluate(({ shadowRoot }) => {
    const [word, answers] = [".said > button", ".said > .words"].map((each) =>
      shadowRoot?.querySelector(each)?.getBoundingClientRect(),
    );
    return { word: word?.height ?? 0, answers: answers?.height ?? 0 };
  });
  assert.ok(answers > 34 && word > 0 && word <= 28, `${word} px beside ${answers} px`);
  await close();
});
