// Results of trained models on the page Train are the core's: of the first task after training to its end, also without some edges and heads, and of translations.
import assert from "node:assert/strict";
import test from "node:test";
import { TRANSLATION_MODEL } from "../../web/kit/state/translation-model.js";
import { shareSaid } from "../../web/kit/text/share.js";
import { leastNeededFirst } from "../../web/train/state/removal-order.js";
import { savedFile } from "./support/downloads.js";
import { drawn, ready } from "./support/explainer.js";
import { showTable } from "./support/figure-menu.js";
import { LOW, injectAxeForKinds, useBrowser, useOnce } from "./support/index.js";
import { IS_NIGHTLY, sample } from "./support/nightly.js";
import { figureTexts, texts } from "./support/walk.js";
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
  writtenIn,
} from "./support/train.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../../web/core/types.js").Evaluation} Evaluation */
/** @typedef {import("../../web/core/types.js").Removal} Removal */

const browser = useBrowser();

/** The model that the page trains, trained in Node: its losses, and its kinds of questions at each checkpoint. */
const model = core.createModel(AS_IT_OPENS);
const kinds = [model.evaluate().kinds]; // later counts are compared with this one
/** @type {number[]} */
const expected = [];
while (model.step < STEPS) {
  expected.push(model.train().loss);
  if (model.step % EVERY === 0) kinds.push(model.evaluate({ sentences: 64 }).kinds);
}
const whole = model.evaluate();
kinds[kinds.length - 1] = whole.kinds; // at rest, the last checkpoint has the full count

/** Factors that keep all heads but these; layer and head count from 0. @param {readonly (readonly [number, number])[]} off @returns {number[][]} */
const scales = (off) =>
  [0, 1].map((layer) => [0, 1, 2, 3].map((head) => Number(!off.some(([l, h]) => l === layer && h === head))));

/** The page with the trained model, which the tests share: each leaves the model whole. */
const shared = useOnce(openTrained);

/** With reduced motion the page trains to the end as it opens. */
async function openTrained() {
  const opened = await browser.open("train.html", { ...LOW, reducedMotion: "reduce" });
  await ready(opened.page, "mha-train");
  await learned(opened.page, 1);
  const { pace } = await stateOf(opened.page);
  await learned(opened.page, STEPS);
  await opened.page.setViewportSize({ width: 1440, height: 1400 });
  await settled(opened.page);
  return { ...opened, pace };
}

test("with reduced motion the page goes straight to the end of the training, and the start is one key away; at the end, the loss, the accuracy and the heads' roles are the core's; changing the ending changes the target of the second layer, and the predicted word", async () => {
  const { page, seen, pace: atFirst } = await shared();
  assert.equal(atFirst, "end");
  const scrubber = page.getByRole("slider", { name: "Step that is shown" });
  await scrubber.press("Home");
  await settled(page);
  const start = await stateOf(page);
  assert.equal(start.at, 0);
  assert.deepEqual(start.losses, expected, "the curve stays");
  await scrubber.press("End");
  await settled(page);
  const { step, at, pace, losses, moments, whole: counted, prediction } = await stateOf(page);
  assert.deepEqual([step, at, pace], [STEPS, STEPS, null]);
  assert.deepEqual(losses, expected, "the loss of each step");
  assert.deepEqual(
    moments.map((/** @type {any} */ { checkpoint: _, ...moment }) => moment),
    kinds.map((each, i) => ({ step: i * EVERY, kinds: each, sentences: i % (STEPS / EVERY) ? 64 : 256 })),
    "a moment every 25 steps, and the first",
  );
  assert.deepEqual(counted, { ...whole, sentences: 256 });
  assert.deepEqual(prediction, plain(model.predict(`${DEMONSTRATION} tired`)));
  assert.equal((await texts(page, "mha-train-bar .step"))[0], "Step 600 of 600");
  for (const [kind, { accuracy }] of Object.entries(whole.kinds)) {
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
    const { said, drawn, best, weights } = jobIn(whole.kinds, ...place);
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
    const { prediction, whole: counted } = await stateOf(page);
    assert.deepEqual(prediction, plain(model.predict(`${DEMONSTRATION} ${ending}`)));
    assert.equal(counted.sentences, 256, "the accuracy does not depend on the sentence");
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
});

/** Asserts that the page with a removal has the core's prediction, table and words. @param {Page} page @param {Removal} removal @param {string} called */
async function assertWithout(page, removal, called) {
  await settled(page);
  const expected = model.evaluate(removal);
  const { prediction, without, away } = await stateOf(page);
  assert.deepEqual(prediction, plain(model.predict(`${DEMONSTRATION} tired`, removal)));
  assert.deepEqual(without, { ...expected, sentences: 256, away });
  const row = (/** @type {Evaluation} */ { kinds }) =>
    Object.values(kinds).map(({ accuracy }) => shareSaid(accuracy));
  assert.deepEqual(await texts(page, "mha-taking-away tbody tr"), [
    `as it is ${row(whole).join(" ")}`,
    `without ${called} ${row(expected).join(" ")}`,
  ]);
  assert.equal((await texts(page, "mha-taking-away thead th"))[0], "correct answers, of 256 sentences");
  const told = (await texts(page, "mha-taking-away [role=status]"))[0];
  assert.ok(told.startsWith(`Without ${called}: `), told);
  const before = shareSaid(whole.kinds.it.accuracy);
  const after = expected.kinds.it.accuracy;
  if (whole.kinds.it.accuracy - after >= 0.05)
    assert.ok(told.includes(`what “it” stands for from ${before} to ${shareSaid(after)}`), told);
  return expected.kinds;
}

/** @param {Page} page */
async function assertWhole(page) {
  await settled(page);
  const { away, prediction, without } = await stateOf(page);
  assert.deepEqual([away, without], [{ off: [], cuts: [] }, null]);
  assert.deepEqual(prediction, plain(model.predict(`${DEMONSTRATION} tired`)));
  assert.equal(await page.locator("mha-taking-away tbody tr").count(), 1);
}

const TO_ITS_NOUN = { cut: [{ layer: 1, from: "it", to: /** @type {const} */ ("noun") }] };

test("pressing an arc cuts the edge in all heads of its layer; pressing the cut arc restores it", async () => {
  const { page, seen } = await shared();
  const { name, x, y } = (await arcsOn(page)).find(({ layer, to }) => layer === 1 && to === 1);
  await page.mouse.click(x, y);
  const { it, ...others } = await assertWithout(page, TO_ITS_NOUN, "the edge from it to its noun in layer 1");
  assert.ok(it.accuracy < 0.6, `the answers go: ${it.accuracy}`);
  for (const { accuracy } of Object.values(others)) assert.ok(accuracy > 0.95, "and only those");
  const { prediction, head } = await stateOf(page);
  assert.equal(head, name, "its head is the one to look into");
  const [, second] = prediction.attention;
  for (let at = 0; at < 4; at++) assert.equal(second.data[(at * 12 + 8) * 12 + 1], 0, `head ${at}`);
  const cut = page.getByRole("button", { name: /^layer 1: it → animal/ });
  assert.equal(await cut.getAttribute("aria-pressed"), "true");
  const arc = (await arcsOn(page)).find(({ cut: isCut }) => isCut);
  assert.deepEqual([arc.layer, arc.to], [1, 1], "it is still there, crossed out");
  await page.mouse.click(arc.x, arc.y);
  await assertWhole(page);
  seen.assertQuiet();
});

test("buttons cut edges, and one button restores all", async () => {
  const { page, seen } = await shared();
  const noun = page.getByRole("button", { name: /^layer 1: it → animal \(its noun\)/ });
  await noun.click();
  await assertWithout(page, TO_ITS_NOUN, "the edge from it to its noun in layer 1");
  const known = page.getByRole("button", { name: /^cut it → its noun/ });
  assert.equal(await known.getAttribute("aria-pressed"), "true", "it is the one that was found");
  await page
    .getByRole("button", { name: /^layer 0: it → tired/ })
    .first()
    .click();
  const cut = [...TO_ITS_NOUN.cut, { layer: 0, from: "it", to: /** @type {const} */ ("tells") }];
  await assertWithout(
    page,
    { cut },
    "the edge from it to its noun in layer 1, the edge from it to the telling adjective in layer 0",
  );
  await press(page, "Put all back");
  await assertWhole(page);
  await press(page, "cut it → telling adjective");
  await assertWithout(page, { cut: cut.slice(1) }, "the edge from it to the telling adjective in layer 0");
  await page.getByRole("button", { name: "cut it → telling adjective" }).click();
  await assertWhole(page);
  seen.assertQuiet();
});

test("pressing a head's map switches the head off or on; only heads with a role can be kept alone", async () => {
  const { page, seen } = await shared();
  const head = (/** @type {string} */ name) => page.locator(`mha-train-maps button[data-head="${name}"]`);
  await head("1.2").click();
  const { was } = await assertWithout(page, { headScale: scales([[1, 2]]), cut: [] }, "layer 1, head 2");
  assert.ok(was.accuracy < whole.kinds.was.accuracy, "was and were hang on it");
  assert.equal(await head("1.2").getAttribute("aria-pressed"), "true");
  assert.equal(await head("1.2").getAttribute("aria-label"), "Layer 1, head 2: off");
  assert.ok((await figureTexts(page, "mha-train-maps mha-figure >> nth=0")).includes("layer 1, head 2 off"));
  await head("0.0").click();
  const two = scales([
    [0, 0],
    [1, 2],
  ]);
  await assertWithout(page, { headScale: two, cut: [] }, "heads 0.0, 1.2");
  await head("0.0").click();
  await head("1.2").click();
  await assertWhole(page);

  const keep = page.getByRole("button", { name: /^keep only / });
  const kept = /^keep only the best: (.*)$/.exec((await keep.textContent())?.trim() ?? "")?.[1] ?? "";
  const best = ["this weights", "was weights", "it least", "it tells"].map((job) => {
    const [kind, by] = job.split(" ");
    const heads = /** @type {any} */ (whole.kinds[kind])[by].flat();
    return heads.indexOf(Math.max(...heads));
  });
  const names = best.map((at) => `${Math.floor(at / 4)}.${at % 4}`);
  assert.deepEqual(kept.split(", "), [...new Set(names)], "the best at each job");
  await keep.click();
  const gone = Array.from({ length: 8 }, (_, at) => at).filter((at) => !best.includes(at));
  const called = gone.map((at) => `${Math.floor(at / 4)}.${at % 4}`).join(", ");
  const headScale = scales(gone.map((at) => [Math.floor(at / 4), at % 4]));
  await assertWithout(page, { headScale, cut: [] }, `heads ${called}`);
  await keep.click();
  await assertWhole(page);
  seen.assertQuiet();
});

test("removing heads one by one, the least needed first, gives the core's curve and table", async () => {
  const { page, seen } = await shared();
  await press(page, "Remove heads one by one");
  await settled(page);
  const { order } = await stateOf(page);
  const right = (/** @type {readonly (readonly [number, number])[]} */ off) => {
    const { kinds } = model.evaluate({ headScale: scales(off), sentences: 64 });
    return Object.fromEntries(Object.entries(kinds).map(([kind, { accuracy }]) => [kind, accuracy]));
  };
  /** @type {[number, number][]} */
  const off = [];
  assert.deepEqual(order[0], { off: [], right: right([]) });
  for (const removal of [1, 2]) {
    const left = Array.from({ length: 8 }, (_, i) => /** @type {[number, number]} */ ([i >> 2, i & 3]))
      .filter((one) => !off.some((each) => String(each) === String(one)))
      .map((one) => ({ one, right: right([...off, one]) }));
    const worst = left.map((each) => Math.min(...Object.values(each.right)));
    const least = left[worst.indexOf(Math.max(...worst))];
    off.push(least.one);
    const names = off.map(([layer, head]) => `${layer}.${head}`);
    assert.deepEqual(order[removal], { off: names, right: least.right });
  }
  const all = leastNeededFirst(model);
  let step = all.next();
  while (!step.done) step = all.next();
  assert.deepEqual(order, step.value);
  assert.equal(order.length, 8, "down to one head");
  const label = await page.locator("mha-taking-away mha-figure").getAttribute("label");
  assert.ok(
    label?.startsWith("Correct answers as heads go, least needed first: 8 left, this 1.00"),
    `${label}`,
  );
  await showTable(page.locator("mha-taking-away mha-as-table"));
  const rows = await texts(page, "mha-taking-away mha-as-table tbody tr");
  assert.equal(rows.length, 8);
  assert.ok(rows[1].startsWith(`7 ${order[1].off[0]} `), rows[1]);
  assert.deepEqual((await stateOf(page)).prediction, plain(model.predict(`${DEMONSTRATION} tired`)));
  seen.assertQuiet();
});

/** Steps of the model that translates. */
const FEW = 20;
const SENTENCES = [
  "the king sleeps",
  "my small cat does not see her",
  "these girls love the red flowers",
  "the birds sing",
  "this young horse carries the heavy letters",
];

/** The translation on the page. @param {Page} page */
const translationOn = (page) =>
  page.locator("mha-train").evaluate((element) => {
    const { translation } = /** @type {any} */ (element).store.state;
    const { target, probabilities, attention } = translation;
    const kinds = ["encoder", "decoder", "cross"].map((kind) => [kind, [...attention(kind).data]]);
    return { target, probabilities: [...probabilities], attention: Object.fromEntries(kinds) };
  });

/** The core's translation in the same form. @param {import("../../web/core/types.js").Translation} translation */
const translated = ({ target, probabilities, attention }) => ({
  target,
  probabilities: [...probabilities],
  attention: Object.fromEntries(
    /** @type {const} */ (["encoder", "decoder", "cross"]).map((kind) => [kind, [...attention(kind).data]]),
  ),
});

test("sentences typed by keys, a swapped word and a head that is off are translated as in Node, and axe is silent at 1440 and 390 px", async () => {
  const model = core.createModel(TRANSLATION_MODEL);
  model.train(FEW);
  const { page, seen, close } = await openTrain(browser, `?task=translation&step=${FEW}`, LOW);
  await page.locator("mha-two-sentences mha-figure").waitFor();
  await page.waitForFunction(
    (step) => /** @type {any} */ (document.querySelector("mha-train")).store.state.at === step,
    FEW,
  );
  await settled(page);
  const axe = await injectAxeForKinds(page);
  await press(page, "Write your own");
  const field = page.getByLabel("A sentence of the words");
  for (const sentence of sample(SENTENCES, 1, 4)) {
    const typed = sentence.lastIndexOf(" ");
    await field.fill(sentence.slice(0, typed));
    await field.press("End");
    await field.pressSequentially(sentence.slice(typed));
    await settled(page);
    assert.deepEqual(await translationOn(page), translated(model.translate(sentence)), sentence);
  }
  await field.pressSequentially("x");
  await page.getByText(/the word lettersx; the nearest that it knows: letters, /).waitFor();
  assert.deepEqual(await axe(), [], "with a refused word");
  await field.press("Escape");

  const menu = page.locator("mha-two-sentences select").nth(2);
  await menu.focus();
  await menu.selectOption("cow");
  await settled(page);
  const swapped = SENTENCES[4].replace("horse", "cow");
  assert.deepEqual(await translationOn(page), translated(model.translate(swapped)), swapped);

  const says = async (/** @type {string} */ sentence) => {
    await page.locator("mha-train").evaluate((element, words) => {
      /** @type {any} */ (element).store.say(words);
    }, sentence);
    await settled(page);
  };
  const buttons = page.locator("mha-two-sentences .target button");
  const before = await buttons.count();
  await buttons.last().focus();
  await says("the king sleeps");
  assert.ok((await buttons.count()) < before);
  assert.ok(
    await buttons.last().evaluate((button) => button.matches(":focus")),
    "the focus stays in the row",
  );
  const first = page.locator("mha-two-sentences select").first();
  await first.focus();
  assert.deepEqual(await first.locator("option").allTextContents(), ["my", "the", "this"]);
  await says("the birds sing");
  await buttons.last().focus();
  await first.focus();
  assert.deepEqual(await first.locator("option").allTextContents(), ["my", "the", "these"]);
  await says(swapped);

  await press(page, "All 12 heads");
  const decoder = page.getByRole("button", { name: "Decoder, head 0: show it large" });
  const large = page.locator("mha-translation-maps .large h2");
  for (const count of [2, 3]) {
    assert.equal(await large.count(), count);
    assert.equal(await decoder.getAttribute("aria-pressed"), String(count === 3));
    await decoder.click();
    await settled(page);
  }
  assert.equal(await large.count(), 2, "a second press closes the map");
  await page.getByRole("button", { name: "Cross, head 1: off" }).last().click();
  await settled(page);
  const headScale = { cross: [[1, 0, 1, 1]] };
  assert.deepEqual(await translationOn(page), translated(model.translate(swapped, { headScale })));
  await page.waitForFunction(() => new URLSearchParams(location.search).get("off") === "cross.0.1");
  assert.deepEqual(await axe(), [], "with all heads, and one that is off");

  const saved = (/** @type {string} */ panel, /** @type {string} */ file) => savedFile(page, panel, file);
  for (const [panel, name, words] of /** @type {const} */ ([
    ["mha-two-sentences", "translation", ["young", "carries", "English"]],
    ["mha-translation-maps", "attention", ["young", "Cross, head", "Decoder", "head 3"]],
    ["mha-train-learning", "learning", ["whole sentences", "loss"]],
  ])) {
    const svg = String(await saved(panel, `${name}.svg`));
    assert.match(svg, /^<svg /);
    for (const word of words) assert.ok(svg.includes(word), `${name}.svg has ${word}`);
    if (IS_NIGHTLY || name === "attention") {
      const png = await saved(panel, `${name}.png`);
      assert.equal(png.toString("latin1", 1, 4), "PNG");
    }
    assert.match(String(await saved(panel, `${name}.csv`)), /^[^\n]+,[^\n]+\r\n/);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await drawn(page);
  assert.deepEqual(await axe(), [], "390 px wide");
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  seen.assertQuiet();
  await close();
  model.dispose();
});
