// axe and this project's rules find nothing in both themes: on the walk in all states and at every step, on Heads and on Train, where nothing scrolls sideways.
import assert from "node:assert/strict";
import test, { describe } from "node:test";
import { drawn, goTo, ready } from "./support/explainer.js";
import { showTable } from "./support/figure-menu.js";
import { openHeads } from "./support/heads.js";
import { injectAxeForKinds, useSharedTab } from "./support/index.js";
import { IS_NIGHTLY, pairs, sample } from "./support/nightly.js";
import { openTrain, press, settled, toTheEnd } from "./support/train.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab({
  "article.html": `<!doctype html><html lang="en"><title>An article</title><link rel="icon" href="data:,"><script type="module" src="modules/headscope.js"></script><main><h1>An article</h1>
    <mha-explainer loading="eager" step="q_heads" tokens="The animal didn't cross the street because it was too tired."></mha-explainer></main></html>`,
  "unlabelled.html": `<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,"><main><h1>A page</h1><button></button></main></html>`,
});

/** Kinds of elements that axe has met on all these pages. */
const met = { light: new Set(), dark: new Set() };

describe("the walk, on a laptop and a phone", () => {
  /** @type {[string, (page: Page) => Promise<unknown>][]} one after the other on the same page */
  const STATES = [
    ["as it opens", async () => {}],
    ["at q_split", (page) => goTo(page, "q_split")],
    [
      "at the softmax, masked",
      async (page) => {
        await page.locator("mha-controls").getByLabel("mask").selectOption("causal");
        await goTo(page, "weights");
      },
    ],
    [
      "with an element held",
      async (page) => {
        await goTo(page, "context_c");
        await page.locator("mha-stage canvas").click({ position: { x: 140, y: 90 } });
      },
    ],
    [
      "with the costs unfolded, of a size too large to run",
      async (page) => {
        await page.locator("mha-cost summary").click();
        await page.getByRole("button", { name: "4096 / 32" }).click();
      },
    ],
    [
      "with random weights, at the output",
      async (page) => {
        await page.locator("mha-controls").getByLabel("weights").selectOption("random");
        await goTo(page, "output");
      },
    ],
    [
      "with a problem shown",
      async (page) => {
        await page.locator("mha-controls").getByLabel("heads").fill("5");
      },
    ],
    ["while the sentence is typed", (page) => page.getByRole("button", { name: "Edit" }).click()],
    ["with an empty sentence", (page) => page.getByLabel("Sentence").fill("")],
  ];

  const SIZES = [
    [1440, 900],
    [390, 844],
  ];

  /** States and sizes for axe, which finds the same at both sizes in most states. */
  const LOOKED_AT = pairs(
    STATES.map(([state]) => state),
    SIZES,
  );

  for (const first of sample(SIZES, 1))
    test(`opened ${first[0]} px wide`, async () => {
      const [width, height] = first;
      const { page, close } = await browser.open("?step=q_heads", {
        viewport: { width, height },
        reducedMotion: "reduce",
      });
      await ready(page);
      const axe = await injectAxeForKinds(page, met);
      for (const [state, enter] of STATES) {
        await enter(page);
        for (const size of [...SIZES.filter((each) => each !== first), first]) {
          const isLookedAt = LOOKED_AT.some(([looked, at]) => looked === state && at === size);
          if (!IS_NIGHTLY && !isLookedAt) continue;
          const [width, height] = size;
          await page.setViewportSize({ width, height });
          await drawn(page);
          if (isLookedAt) assert.deepEqual(await axe(), [], state);
          assert.deepEqual(await smallTargets(page), [], `${state}, ${width} px`);
        }
      }
      await close();
    });

  test("after a look in each scheme, axe looks at new kinds of elements, and at night each time", async () => {
    const { page, close } = await browser.open("unlabelled.html");
    const axe = await injectAxeForKinds(page);
    for (const isLooked of [true, true, IS_NIGHTLY]) assert.equal((await axe()).length, Number(isLooked));
    await page.evaluate(() => (document.querySelector("button") ?? document.body).classList.add("other"));
    assert.match((await axe()).join(), /button-name/, "a class makes another kind");
    await close();
  });

  /**
   * Targets smaller than 24 px that are not 24 px from the next target (WCAG 2.5.8).
   * @param {Page} page @returns {Promise<string[]>}
   */
  const smallTargets = (page) =>
    page.evaluate(() => {
      /** @type {{ name: string, x: number, y: number, small: boolean }[]} */
      const targets = [];
      const search = (/** @type {ParentNode} */ root) => {
        for (const one of root.querySelectorAll("*")) {
          if (one.shadowRoot) search(one.shadowRoot);
          if (!one.matches("button, select, input, summary, a, [role=button]")) continue;
          if (one.closest("code")) continue; // a name in a line of text has the height of its line
          if (!one.checkVisibility({ visibilityProperty: true })) continue;
          // The label of a field is part of its target.
          const { x, y, width, height } = (one.closest("label") ?? one).getBoundingClientRect();
          const name = `${one.localName} ${one.textContent?.trim()}: ${width} x ${height}`;
          const small = width < 24 || height < 24;
          if (width) targets.push({ name, x: x + width / 2, y: y + height / 2, small });
        }
      };
      search(document);
      const crowded = (/** @type {typeof targets[number]} */ one) =>
        targets.some((other) => other !== one && Math.hypot(other.x - one.x, other.y - one.y) < 24);
      return targets.filter((one) => one.small && crowded(one)).map(({ name }) => name);
    });
});

describe("every step of the walk", () => {
  const SETTINGS = {
    plain: {},
    masked: { causal: true },
    grouped: { kvHeads: 2 },
    cross: { keyTokens: ["Das", "Tier", "war", "müde"] },
  };

  /** Steps that are looked at with all settings; the others with the first settings that have them. */
  const ALWAYS = ["q", "weights"];

  async function open() {
    const opened = await browser.open("article.html", { reducedMotion: "reduce" });
    await ready(opened.page);
    return { ...opened, axe: await injectAxeForKinds(opened.page, met) };
  }

  test("every step, plain, masked, grouped and across two sentences, in both themes", async () => {
    const { page, axe, close } = await open();
    const looked = new Set();
    for (const [name, settings] of Object.entries(SETTINGS)) {
      const ids = await page.evaluate((change) => {
        const element = /** @type {any} */ (document.querySelector("mha-explainer"));
        Object.assign(element, { causal: false, kvHeads: null, keyTokens: [] }, change);
        return element.store.state.picture.steps.map((/** @type {{ id: string }} */ { id }) => id);
      }, /** @type {Record<string, unknown>} */ (settings));
      assert.ok(ids.length >= 19, name);
      for (const id of ids) {
        if (looked.has(id) && !ALWAYS.includes(id)) continue;
        looked.add(id);
        await goTo(page, id);
        assert.deepEqual(await axe(), [], `${name}, ${id}`);
      }
    }
    await close();
  });

  test("every wrong path, in both themes", async () => {
    const { page, axe, close } = await open();
    await page.locator("mha-controls").getByLabel("mask").selectOption("causal");
    for (const id of ["q", "q_split", "masked", "context_t", "concat"]) {
      await goTo(page, id);
      const faults = await page
        .locator("mha-words .wrong button")
        .evaluateAll((chips) => chips.map((chip) => chip.getAttribute("data-fault")));
      assert.ok(faults.length, id);
      for (const fault of sample(faults, 0)) {
        await page.locator(`mha-words [data-fault=${fault}]`).click();
        await drawn(page);
        assert.deepEqual(await axe(), [], `${id}, ${fault}`);
        await page.getByRole("button", { name: "leave the wrong path" }).click();
      }
    }
    await close();
  });
});

describe("Heads", () => {
  /** @type {Record<string, object>} */
  const LOOKS = {
    "as it opens": {},
    arcs: { view: "arcs" },
    text: { view: "text", asking: [1, 3] },
    products: { view: "products", byEffect: false },
    plane: { view: "plane", each: true, log: true },
    "scaled and picked": { view: "map", scales: { 1: 1.5, 2: 0, 6: 0 }, picked: [3, 5, 7] },
    "all off": { scales: Object.fromEntries(Array.from({ length: 8 }, (_, head) => [head, 0])), picked: [] },
  };

  const SIZES = [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ];

  for (const first of sample(SIZES, 1))
    test(`opened ${first.width} px wide, looked at at both widths in turn`, async () => {
      const { page, seen, close } = await openHeads(browser, "", { viewport: first });
      const axe = await injectAxeForKinds(page, met);
      let states = 0;
      /** Looks at one width, or at night at both. @param {string} name */
      const look = async (name) => {
        states++;
        for (const size of SIZES) {
          if (!IS_NIGHTLY && SIZES[states % 2] !== size) continue;
          await page.setViewportSize(size);
          await drawn(page);
          assert.deepEqual(await axe(), [], `${name}, ${size.width} px`);
        }
      };
      for (const [name, change] of Object.entries(LOOKS)) {
        await page.evaluate((values) => {
          /** @type {any} */ (document.querySelector("mha-explainer")).store.look(values);
        }, change);
        await drawn(page);
        await look(name);
      }
      assert.equal(await page.locator("mha-head-circuits").count(), 0, "the fold is closed");
      await page.getByText("Where it looks, what it writes").click();
      const circuits = page.locator("mha-head-circuits");
      await circuits.locator("li").first().waitFor();
      await drawn(page);
      assert.deepEqual(
        [await circuits.locator("li").count(), await circuits.locator("tbody tr").count()],
        [8, 24],
      );
      assert.match(
        await circuits.locator("p").first().innerText(),
        /matrices of 64 × 64 and of rank 8 at most/,
      );
      await look("circuits open");
      for (const settings of [
        { heads: 1 },
        { heads: 32, dModel: 128 },
        { heads: 8, kvHeads: 2 },
        { keyTokens: ["Das", "Tier"] },
        { heads: 8, dModel: 64, kvHeads: null, keyTokens: [] },
      ]) {
        await page.evaluate((change) => {
          Object.assign(/** @type {any} */ (document.querySelector("mha-explainer")), change);
        }, /** @type {Record<string, unknown>} */ (settings));
        await drawn(page);
        await look(JSON.stringify(settings));
        if (!IS_NIGHTLY && settings.heads === 32)
          await page.getByText("Where it looks, what it writes").click(); // closes it: axe takes long for its lists
      }
      for (const numbers of await page.locator("mha-as-table").all()) await showTable(numbers);
      await drawn(page);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await drawn(page);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${wide} px scroll sideways at ${size.width} px`);
      }
      await page.evaluate(() => {
        /** @type {any} */ (document.querySelector("mha-explainer")).tokens = "The cat sat"; // axe takes long for large tables
      });
      await drawn(page);
      await look("tables open");
      await page.evaluate(() => {
        const data = Array.from({ length: 96 }, (_, i) => (i % 4 === 0 ? 0.4 : i === 5 ? NaN : 0.2));
        Object.assign(/** @type {any} */ (document.querySelector("mha-explainer")), {
          ...{ tokens: [], keyTokens: [], kvHeads: null },
          attention: { data, shape: [2, 3, 4, 4] },
        });
      });
      await drawn(page);
      assert.equal(await page.locator("mha-adds").count(), 0, "what needs a layer is not offered");
      await look("attention of one's own");
      seen.assertQuiet();
      await close();
    });
});

describe("Train", () => {
  /** Number of px by which the page is wider than its window. @param {Page} page */
  const sideways = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

  /** @type {[string, (page: Page) => Promise<void>][]} each after the one before */
  const STATES = [
    ["untrained", async () => {}],
    ["trained", toTheEnd],
    [
      "with an edge cut and a head off",
      async (page) => {
        await page.getByRole("button", { name: /^cut it → its noun/ }).click();
        await page.getByRole("button", { name: /^Layer 0, head 1/ }).click();
        await press(page, "Remove heads one by one");
      },
    ],
    [
      "with a sentence of one's own, and a word that it does not know",
      async (page) => {
        await press(page, "Write your own");
        await page.getByLabel("A sentence of the words").fill("the zebra did not cross the str");
      },
    ],
    [
      "with its tables open",
      async (page) => {
        for (const numbers of await page.locator("mha-as-table").all()) await showTable(numbers);
      },
    ],
    [
      "with a value that does not exist",
      (page) => page.locator("mha-train").evaluate((element) => element.setAttribute("heads", "3")),
    ],
    [
      "of eight heads in one layer",
      (page) =>
        page.locator("mha-train").evaluate((element) => {
          Object.assign(element, { heads: 8, layers: 1, stack: "ordinary" });
        }),
    ],
    [
      "that goes on with letters",
      (page) =>
        page.locator("mha-train").evaluate((element) => {
          Object.assign(element, { task: "induction", heads: null, layers: null, moment: 12 });
        }),
    ],
  ];

  const WIDTHS = [1440, 390, 320];

  /** States and widths for axe, which finds the same at both widths in most states. */
  const LOOKED_AT = pairs(
    STATES.map(([name]) => name),
    WIDTHS.slice(0, 2),
  );

  for (const first of sample(WIDTHS.slice(0, 2), 1))
    test(`opened ${first} px wide, then at ${WIDTHS.filter((width) => width !== first).join(" and ")} px`, async () => {
      const { page, close } = await openTrain(browser, "", { viewport: { width: first, height: 900 } });
      const axe = await injectAxeForKinds(page, met);
      for (const [name, act] of STATES) {
        await act(page);
        await settled(page);
        for (const width of [...WIDTHS.filter((each) => each !== first), first]) {
          const isLookedAt = LOOKED_AT.some(([looked, at]) => looked === name && at === width);
          if (!IS_NIGHTLY && !isLookedAt && width > 320) continue; // what fits the narrowest window fits the others
          await page.setViewportSize({ width, height: 900 });
          await drawn(page);
          if (isLookedAt) assert.deepEqual(await axe(), [], `with a model ${name}`);
          assert.ok((await sideways(page)) <= 0, `a model ${name} scrolls sideways at ${width} px`);
        }
      }
      await close();
    });
});
