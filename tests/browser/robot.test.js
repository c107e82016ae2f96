// A robot presses, hovers and leaves controls of the walk, its labs and the page Heads, each part in one of two configurations: no errors. At night it uses all controls in both; by day those of every second station and lab, and every second number.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { ready } from "./support/explainer.js";
import { useBrowser } from "./support/index.js";
import { IS_NIGHTLY, pairs } from "./support/nightly.js";
import { listLabs } from "./support/labs.js";
import { Robot, calm } from "./support/robot.js";

/** @typedef {import("playwright-core").Page} Page */

const CONFIGURATIONS = {
  "as it opens": {},
  "grouped heads, causal, two sentences": { kvHeads: 2, causal: true, batchTokens: "A cat sat." },
};
const WIDTHS = [1440, 390];
const STAGE = "mha-stage mha-figure";
/** @type {Record<string, ((page: Page, robot: Robot) => Promise<void>)[]>} */
const TOURS = { "": [stationTour, codeTour, moreTour, labTour], "heads.html": [headsTour] };

const browser = useBrowser();

suite("whatever is pressed, pointed at and left, no error", { concurrency: true }, () => {
  for (const [i, [[name, settings], width]] of pairs(Object.entries(CONFIGURATIONS), WIDTHS).entries())
    test(`${name}, ${width} px`, async () => {
      const viewport = { width, height: width < 700 ? 844 : 900 };
      const { page, seen, close } = await browser.open("?step=q_heads", {
        reducedMotion: "reduce",
        viewport,
      });
      const robot = new Robot(page, seen);
      let turn = i; // every second tour, which the other configuration leaves out, or at night all
      for (const [address, tours] of Object.entries(TOURS)) {
        const taken = tours.filter(() => IS_NIGHTLY || turn++ % 2 === 0);
        if (!taken.length) continue;
        if (address) await page.goto(new URL(address, browser.url).href);
        await ready(page);
        await set(page, settings);
        await calm(page);
        robot.at = address;
        for (const tour of taken) await tour(page, robot);
      }
      assert.deepEqual(robot.faults, []);
      assert.ok(robot.uses > (IS_NIGHTLY ? 250 : 80), `${robot.uses} uses`);
      seen.assertQuiet();
      await close();
    });
});

/** All at night; by day every second. @template T @param {readonly T[]} all @returns {T[]} */
const some = (all) => all.filter((_, i) => IS_NIGHTLY || i % 2 === 0);

/** @param {Page} page @param {Record<string, unknown>} settings */
const set = (page, settings) =>
  page.evaluate(
    (values) => Object.assign(/** @type {any} */ (document.querySelector("mha-explainer")), values),
    settings,
  );

/** Stations, and every wrong path offered there. @param {Page} page @param {Robot} robot */
async function stationTour(page, robot) {
  const ids = await page.evaluate(() =>
    /** @type {any} */ (document.querySelector("mha-explainer")).store.state.picture.steps.map(
      (/** @type {{ id: string }} */ { id }) => id,
    ),
  );
  const tried = new Set();
  for (const id of some(ids)) {
    robot.now = `station ${id}`;
    const station = page.locator(`mha-track [data-id=${id}]`);
    if (await station.count()) await robot.press(station);
    else await set(page, { step: id }); // on a phone, one line replaces the map
    await calm(page);
    for (const figure of [STAGE, "mha-tape mha-figure"]) await robot.pointOver(figure);
    const offered = await page
      .locator("mha-words .chip[data-fault]")
      .evaluateAll((all) => all.map((chip) => chip.getAttribute("data-fault")));
    for (const fault of offered.filter((each) => !tried.has(each))) {
      tried.add(fault);
      await wrongPathTour(page, robot, /** @type {string} */ (fault));
    }
  }
  robot.check(tried.size >= (IS_NIGHTLY ? 7 : 4), `${tried.size} wrong paths were offered`);
}

/** Opens a wrong path, uses its parts, and closes it. @param {Page} page @param {Robot} robot @param {string} fault */
async function wrongPathTour(page, robot, fault) {
  robot.now = `wrong path ${fault}`;
  await robot.press(page.locator(`mha-words .chip[data-fault=${fault}]`));
  await calm(page);
  if (!(await page.locator("mha-compare").count())) return; // refused, with a message
  await robot.pointOver("mha-compare mha-figure");
  await robot.pressAll("mha-colour-range button, mha-fault [role=tab]");
  await robot.press(page.locator("mha-fault .leave"));
  await calm(page);
  robot.check((await page.locator(STAGE).count()) === 1, "not left");
}

/** Every programming language, at two steps. @param {Page} page @param {Robot} robot */
async function codeTour(page, robot) {
  for (const step of ["weights", "q_heads"]) {
    await set(page, { step });
    await calm(page);
    const tabs = page.locator("mha-code [role=tab]");
    for (let i = 0; i < (await tabs.count()); i++) {
      robot.now = `language ${i} of the code at ${step}`;
      await robot.press(tabs.nth(i));
      await calm(page);
      await robot.press(page.locator("mha-code-lines .name").last());
    }
  }
}

/** Controls behind “more”: other values, and back. @param {Page} page @param {Robot} robot */
async function moreTour(page, robot) {
  robot.now = "more";
  const row = page.locator("mha-controls .more");
  if (!(await row.count())) await robot.press(page.locator("mha-controls button[aria-expanded]"));
  for (const input of some(await row.locator("input").all())) {
    robot.now = await input.evaluate((it) => `more: ${it.parentElement?.textContent?.trim()}`);
    const before = await input.inputValue();
    for (const value of IS_NIGHTLY ? ["1", "3", "", before] : ["3", "", before]) {
      await input.fill(value);
      await calm(page);
    }
    await robot.pointOver(STAGE);
  }
  robot.now = "more: choices";
  await robot.chooseAll("mha-controls .more select");
  const offers = row.locator("button:not(.about)");
  for (let i = 0; i < (await offers.count()); i++) {
    robot.now = `more: ${await offers.nth(i).innerText()}`;
    await robot.press(offers.nth(i));
    await calm(page);
    await robot.pointOver(STAGE);
    await robot.press(offers.nth(i));
    await calm(page);
  }
}

/** Labs: opens each, presses its controls, and closes it. @param {Page} page @param {Robot} robot */
async function labTour(page, robot) {
  await listLabs(page);
  const kinds = await page
    .locator("mha-labs [data-lab]")
    .evaluateAll((all) => all.map((lab) => lab.getAttribute("data-lab")));
  robot.check(kinds.length >= 12, `${kinds.length} labs`);
  for (const kind of some(kinds)) {
    robot.now = `lab ${kind}`;
    const lab = `mha-labs [data-lab=${kind}]`;
    await robot.press(page.locator(`${lab} > summary`));
    await page.locator(`${lab} :is(mha-figure, [role=alert])`).first().waitFor();
    robot.check((await page.locator(`${lab} mha-figure`).count()) > 0, "no picture");
    await robot.pointOver(`${lab} mha-figure`);
    await robot.pressAll(`${lab} .turn button`);
    await robot.chooseAll(`${lab} .turn select`);
    await robot.pointOver(`${lab} mha-figure`);
    await robot.press(page.locator(`${lab} > summary`));
  }
}

/** Every view of one head, and buttons of every panel. @param {Page} page @param {Robot} robot */
async function headsTour(page, robot) {
  await page.locator("mha-alike mha-figure").waitFor();
  const views = page.locator("mha-one-head [role=tab]");
  for (let i = 0; i < (await views.count()); i++) {
    robot.now = `view ${i} of a head`;
    await robot.press(views.nth(i));
    await robot.pointOver("mha-one-head mha-figure");
  }
  for (const panel of ["mha-maps .ways", "mha-adds", "mha-cut", "mha-removal", "mha-measured", "mha-alike"]) {
    robot.now = panel;
    await robot.pressAll(`${panel} button`);
    await robot.pointOver(`${panel} mha-figure`);
  }
  await robot.pointOver("mha-maps mha-figure");
}
