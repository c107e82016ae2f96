// A robot presses, hovers and leaves controls of the walk, its labs and the page Heads, each part in one of two configurations: no errors. At night it uses all controls in both; by day those of every third station and lab, and every third number. It presses buttons, tabs and folds of other pages, at one of two widths, or at night all of every page at both: no errors, and the page never loses its contents.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { ready } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";
import { IS_NIGHTLY, pairs, sample } from "./support/nightly.js";
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

const browser = useSharedTab();

suite("whatever is pressed, pointed at and left, no error", { concurrency: true }, () => {
  for (const [i, [[name, settings], width]] of pairs(Object.entries(CONFIGURATIONS), WIDTHS).entries())
    test(`${name}, ${width} px`, async () => {
      const viewport = { width, height: width < 700 ? 844 : 900 };
      const { page, seen, close } = await browser.open("?step=q_heads", {
        reducedMotion: "reduce",
        viewport,
        isFresh: true, // two at once
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
      assert.ok(robot.uses > (IS_NIGHTLY ? 250 : 45), `${robot.uses} uses`);
      seen.assertQuiet();
      await close();
    });
});

/** All at night; by day every third. @template T @param {readonly T[]} all @returns {T[]} */
const some = (all) => all.filter((_, i) => IS_NIGHTLY || i % 3 === 0);

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
      if (IS_NIGHTLY || tried.size % 2) await wrongPathTour(page, robot, /** @type {string} */ (fault));
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

/** Every programming language, at two steps; by day each at one. @param {Page} page @param {Robot} robot */
async function codeTour(page, robot) {
  for (const [first, step] of ["weights", "q_heads"].entries()) {
    await set(page, { step });
    await calm(page);
    const tabs = page.locator("mha-code [role=tab]");
    for (let i = IS_NIGHTLY ? 0 : first; i < (await tabs.count()); i += IS_NIGHTLY ? 1 : 2) {
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

/** Pages, and the largest number of presses on each at each width. The pages Walk and Heads have a robot that knows their parts, too. */
const PAGES = {
  ...{
    "": 30,
    "heads.html": 30,
    "train.html": 60,
    "models.html": 90,
    "embed.html": 60,
    "labs/": 20,
    "bugs/": 10,
  },
  ...{ "teach/": 40, "teach/guide.html": 20, "learn/": 20, "docs/": 20 },
  ...{ "learn/scale.html": 30, "learn/learned.html": 30, "learn/block.html": 30 },
};

/** By day only pages with controls that no other robot and no chapter's test presses. */
const TAKEN = sample(Object.entries(PAGES), 2, 3, 4);

/** By day, the largest number of presses in a part, such as the words of a sentence. */
const MOST_OF_PART = 5;

/** Widths whose pages had the controls of the site's header pressed: by day they are pressed on one page of each width. @type {Set<number>} */
const headersPressed = new Set();

/** Controls that lead away, or open a window of the system. */
const LEFT_OUT = /print|present|full screen/i;

suite("whatever is pressed on a page, no error and no dead end", () => {
  for (const [[address, most], width] of pairs(TAKEN, WIDTHS))
    test(`${address || "/"}, ${width} px`, async () => {
      const { page, seen, close } = await browser.open(address, {
        reducedMotion: "reduce",
        viewport: { width, height: width < 700 ? 844 : 900 },
        permissions: ["clipboard-read", "clipboard-write"],
      });
      const robot = new Robot(page, seen);
      await calm(page);
      const isHeaderLeftOut = !IS_NIGHTLY && headersPressed.has(width);
      headersPressed.add(width);
      const pressed = await pressAll(page, robot, IS_NIGHTLY ? most : most / 5, isHeaderLeftOut);
      assert.ok(pressed > 1, `${pressed} controls were pressed`);
      // Elements say in the console which settings do not go together.
      const faults = robot.faults.filter((fault) => !fault.includes(": <mha-"));
      assert.deepEqual(faults, []);
      assert.deepEqual([seen.violations, seen.foreign], [[], []]);
      await close();
    });
});

/**
 * Presses controls that were not pressed yet, in the order of the page, until there is none. Controls of the same kind with the same text, such as
 * those of each row of a list, count as one.
 * @param {Page} page @param {Robot} robot @param {number} most @param {boolean} isHeaderLeftOut
 */
async function pressAll(page, robot, most, isHeaderLeftOut) {
  const pressed = new Set();
  /** Presses by part. @type {Map<string, number>} */
  const times = new Map();
  const controls = page.locator("button:visible, summary:visible, [role=tab]:visible");
  for (let uses = 0; uses < most; uses++) {
    const keys = await controls.evaluateAll(
      (all, isHeaderLeftOut) =>
        all.map((it) => {
          const root = /** @type {ShadowRoot} */ (it.getRootNode());
          const isUsable =
            !(/** @type {HTMLButtonElement} */ (it).disabled) &&
            !(isHeaderLeftOut && it.closest("body > header"));
          return isUsable
            ? `${root.host?.localName ?? ""} ${it.localName} ${it.ariaLabel ?? it.textContent?.trim()}`
            : "";
        }),
      isHeaderLeftOut,
    );
    const i = keys.findIndex(
      (key) =>
        key &&
        !LEFT_OUT.test(key) &&
        !pressed.has(key) &&
        (IS_NIGHTLY || (times.get(partOf(key)) ?? 0) < MOST_OF_PART),
    );
    if (i < 0) break;
    pressed.add(keys[i]);
    times.set(partOf(keys[i]), (times.get(partOf(keys[i])) ?? 0) + 1);
    robot.now = keys[i].replace(/\s+/g, " ").slice(0, 100);
    await robot.pressAt(controls, i);
    await calm(page);
    const { path, height } = await page.evaluate(() => ({
      path: location.pathname,
      height: document.querySelector("main")?.getBoundingClientRect().height ?? 0,
    }));
    robot.check(height > 100, `the page is empty (${height} px)`);
    robot.check(path === new URL(page.url()).pathname, "left the page");
  }
  return pressed.size;
}

/** The part of a control. @param {string} key */
const partOf = (key) => key.slice(0, key.indexOf(" "));
