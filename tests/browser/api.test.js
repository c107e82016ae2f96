// The element's API for hosts: properties, methods, events.
import assert from "node:assert/strict";
import test from "node:test";
import { useSharedTab } from "./support/index.js";
import { drawn, ready, shapeOf, useOnePage } from "./support/explainer.js";

/** @typedef {import("playwright-core").Page} Page */

const SCRIPT = '<script type="module" src="headscope.js"></script>';
const TAG =
  '<mha-explainer tokens="The cat sat on the mat" heads="4" d-model="32" step="q_heads"></mha-explainer>';

/** @param {string} body */
const html = (body) =>
  `<!doctype html><html lang="en"><head><title>A post</title><link rel="icon" href="data:,"></head><body>${body}</body></html>`;

const PAGES = {
  "plain.html": html(`${SCRIPT}${TAG}`),
  "before.html": html(`<mha-explainer></mha-explainer><script type="module" src="before.js"></script>`),
  "before.js": `
    const element = document.querySelector("mha-explainer");
    Object.assign(element, { tokens: ["set", "before", "defined"], heads: 2, dModel: 12, step: "weights", causal: true });
    const heard = (window.heard = []);
    for (const type of ["load", "error", "stepchange", "headchange", "cellselect"])
      element.addEventListener(type, ({ type, detail }) => heard.push(\`\${type} \${JSON.stringify(detail)}\`));
    window.asked = element.getTensor?.("q");
    import("./headscope.js");`,
  "refused.html": html(
    `<script type="module" src="refused.js"></script>${SCRIPT}<mha-explainer loading="eager" tokens="a b" d-model="10" heads="4"></mha-explainer>
    <mha-shape-walk loading="eager" tokens="a b" d-model="10" heads="4"></mha-shape-walk>`,
  ),
  "refused.js": `
    const heard = (window.heard = []);
    for (const type of ["load", "error"])
      document.querySelector("mha-explainer").addEventListener(type, ({ type, detail }) => heard.push([type, detail]));`,
};

const browser = useSharedTab(PAGES);

/** Opens the plain page for the first test, and puts a new element on it for the others. */
const openPlain = useOnePage(
  () => browser.open("plain.html", { reducedMotion: "reduce", isFresh: true }),
  ({ page }) =>
    page.evaluate((tag) => {
      document.querySelector("mha-explainer")?.remove();
      document.body.insertAdjacentHTML("beforeend", tag);
    }, TAG),
);

/** Records the element's events from now on. @param {Page} page */
const listen = (page) =>
  page.evaluate(() => {
    /** @type {string[]} */
    const heard = [];
    Object.assign(window, { heard });
    for (const type of ["load", "error", "stepchange", "headchange", "cellselect"])
      document.querySelector("mha-explainer")?.addEventListener(type, (event) => {
        heard.push(`${event.type} ${JSON.stringify(/** @type {CustomEvent} */ (event).detail)}`);
      });
  });

/** @param {Page} page @returns {Promise<string[]>} */
const heard = (page) => page.evaluate(() => /** @type {any} */ (window).heard.splice(0));

test("properties set before the definition take effect, and load fires once", async () => {
  const { page, seen, close } = await browser.open("before.html");
  await ready(page);
  assert.deepEqual(
    await page.evaluate(() => {
      const { tokens, heads, dModel, step, causal } = /** @type {any} */ (
        document.querySelector("mha-explainer")
      );
      return { tokens: [...tokens], heads, dModel, step, causal };
    }),
    { tokens: ["set", "before", "defined"], heads: 2, dModel: 12, step: "weights", causal: true },
  );
  assert.deepEqual(await shapeOf(page, "masked"), [1, 2, 3, 3]);
  assert.deepEqual(await heard(page), ["load {}"]);
  seen.assertQuiet();
  await close();
});

test("refused first settings fire an error with the core's code and message, which is shown in place of the picture", async () => {
  const { page, close } = await browser.open("refused.html");
  await ready(page);
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).heard), [
    [
      "error",
      {
        message: "d_model 10 is not divisible by heads 4 (nearest d_model: 8, 12; nearest heads: 2, 5)",
        code: "config",
      },
    ],
  ]);
  assert.match((await page.locator("mha-controls .problem").textContent()) ?? "", /d_model 10/);
  for (const name of ["mha-explainer", "mha-shape-walk"]) {
    await ready(page, name);
    assert.equal(
      (await page.locator(`${name} >> .empty`).innerText()).trim(),
      "d_model 10 is not divisible by heads 4 (nearest d_model: 8, 12; nearest heads: 2, 5)",
    );
  }
  await close();
});

test("goTo and getTensor wait for the load, and reject unknown steps with the known ones; a returned tensor is a copy that belongs to the host; without a sentence, they throw with a message", async () => {
  const { page, close } = await openPlain();
  const told = await page.evaluate(async () => {
    await customElements.whenDefined("mha-explainer");
    const element = /** @type {any} */ (document.querySelector("mha-explainer"));
    const [tensor] = await Promise.all([element.getTensor("k_t"), element.goTo("scores")]);
    const fail = (/** @type {Error} */ error) => error.message;
    return {
      shape: tensor.shape,
      strides: tensor.strides,
      length: tensor.data.length,
      storage: tensor.storage,
      step: element.step,
      noStep: await element.goTo("masked").catch(fail),
      noTensor: await element.getTensor("nothing").catch(fail),
    };
  });
  const { noStep, noTensor, ...rest } = told;
  assert.deepEqual(rest, {
    shape: [1, 4, 8, 6],
    strides: [192, 8, 1, 32],
    length: 192,
    storage: "view",
    step: "scores",
  });
  assert.match(noStep, /no step "masked"; the steps are x, q, k, v, /);
  assert.match(noTensor, /no step "nothing"; the steps are x, /);
  await ready(page);
  const same = await page.evaluate(async () => {
    const element = /** @type {any} */ (document.querySelector("mha-explainer"));
    const first = await element.getTensor("x");
    const value = first.data[0];
    first.data.fill(99);
    first.shape[0] = 7;
    const second = await element.getTensor("x");
    return second.data[0] === value && second.shape[0] === 1;
  });
  assert.ok(same);
  const refused = await page.evaluate(() => {
    const element = /** @type {any} */ (document.querySelector("mha-explainer"));
    element.tokens = "";
    return Promise.all([element.getTensor("q").catch(String), element.toSVG().catch(String)]);
  });
  const said = "Error: Type a sentence, and it goes through a real attention layer, step by step.";
  assert.deepEqual(refused, [said, said]);
  await close();
});

test("values that the host sets fire no event at the host", async () => {
  const { page, close } = await openPlain();
  await ready(page);
  await listen(page);
  await page.evaluate(async () => {
    const element = /** @type {any} */ (document.querySelector("mha-explainer"));
    element.step = "scores";
    element.next();
    element.prev();
    await element.goTo("weights");
    element.head = 1;
    element.head = null;
    element.tokens = "Another sentence of five words";
    element.heads = 2;
    element.dModel = 16;
    element.seed = 5;
    element.causal = true;
    element.setAttribute("step", "masked");
    element.setAttribute("weights", "random");
    element.causal = false;
    element.dModel = 15;
    await element.updateComplete;
  });
  await drawn(page);
  assert.deepEqual(await heard(page), []);
  await close();
});

test("hovering selects nothing and fires no event; events report a reader's actions, with their values; changing a setting moves no selection", async () => {
  const { page, close } = await openPlain();
  await ready(page);
  await listen(page);
  await page.locator("mha-stage canvas").hover({ position: { x: 120, y: 90 } });
  await drawn(page);
  assert.deepEqual(await heard(page), []);
  await page.locator('mha-track [data-id="scores"] .target').click();
  assert.deepEqual(await heard(page), ['stepchange {"step":"scores"}']);
  await page.locator("mha-words").getByRole("button", { name: "Next step" }).click();
  assert.deepEqual(await heard(page), ['stepchange {"step":"scaled"}']);
  await page.locator("mha-sentence .token").nth(1).click();
  const [cell, ...more] = await heard(page);
  assert.deepEqual(more, []);
  const detail = JSON.parse(cell.replace("cellselect ", ""));
  assert.deepEqual([detail.step, detail.index], ["scaled", [0, 2, 1, 0]]);
  const value = await page.evaluate(
    async () =>
      (await /** @type {any} */ (document.querySelector("mha-explainer")).getTensor("scaled")).data[
        (2 * 6 + 1) * 6
      ],
  );
  assert.equal(detail.value, value);
  await page.locator("mha-stage canvas").focus();
  await page.keyboard.press("Enter");
  await heard(page);
  await page.keyboard.press("PageUp");
  const told = await heard(page);
  assert.equal(told[0], 'headchange {"head":1}');
  assert.match(told[1], /^cellselect \{"step":"scaled","index":\[0,1,1,0\],/);
  assert.equal(told.length, 2);
  await page.getByRole("button", { name: "more", exact: true }).click();
  await page.getByLabel("seed").press("ArrowUp");
  await drawn(page);
  assert.deepEqual(await heard(page), []);
  await close();
});

test("frameworks may set numbers as text, and removed values restore the default", async () => {
  const { page, seen, close } = await openPlain();
  await ready(page);
  const set = await page.evaluate(() => {
    const element = /** @type {any} */ (document.querySelector("mha-explainer"));
    const settings = () => {
      const { heads, dModel, kvHeads, seed, weights, head, tokens, store } = element;
      return { heads, dModel, kvHeads, seed, weights, head, tokens, problem: store.state.problem };
    };
    Object.assign(element, {
      heads: "2",
      dModel: "8",
      kvHeads: "1",
      seed: "7",
      weights: "random",
      head: "1",
    });
    const given = settings();
    for (const name of ["heads", "d-model", "kv-heads", "seed", "weights", "tokens"]) {
      element.setAttribute(name, "1");
      element.removeAttribute(name);
    }
    element.head = 1.5;
    const taken = settings();
    element.tokens = undefined;
    return [given, taken, element.tokens];
  });
  const tokens = ["The", "cat", "sat", "on", "the", "mat"];
  assert.deepEqual(set, [
    { heads: 2, dModel: 8, kvHeads: 1, seed: 7, weights: "random", head: 1, tokens, problem: null },
    {
      heads: 8,
      dModel: 64,
      kvHeads: null,
      seed: 1,
      weights: "constructed",
      head: 0, // the last key of one head; 1.5 must be rejected
      tokens: [],
      problem: null,
    },
    [],
  ]);
  assert.ok(
    seen.errors.every((said) => said.startsWith("<mha-explainer>")),
    seen.errors.join(),
  );
  await close();
});

test("a wrong path works if the selected head does not exist; the title of its picture names it, and files need a width; the softmax step names rows whose keys are all blocked", async () => {
  const { page, seen, close } = await openPlain();
  await ready(page);
  await page.evaluate(() =>
    Object.assign(/** @type {any} */ (document.querySelector("mha-explainer")), { head: 99 }),
  );
  await page.getByRole("button", { name: ".view(1, 4, 6, 8)" }).click();
  await page.getByRole("rowheader", { name: /^head [0-3] attends to$/ }).waitFor();
  assert.match(seen.errors.join(), /^<mha-explainer> head 99 is not there: they go from 0 to 3 [^ ]*$/);
  const [svg, refused] = await page.evaluate(async () => {
    const element = /** @type {any} */ (document.querySelector("mha-explainer"));
    return [await element.toSVG(), await element.toSVG({ width: NaN }).catch(String)];
  });
  assert.match(svg, /<title>Same shape, wrong numbers: multi-head attention<\/title>/);
  assert.equal(refused, "RangeError: width NaN is not a number of px above 0");
  await page.getByRole("button", { name: "leave the wrong path" }).click();
  await page.evaluate(() => {
    const element = /** @type {any} */ (document.querySelector("mha-explainer"));
    Object.assign(element, { keyTokens: "ein Wort", causal: true, step: "weights" });
  });
  await drawn(page);
  const said = await page.locator("mha-words p").allInnerTexts();
  assert.ok(
    said.includes(
      "batch 0, heads 0 to 3, query row 0: every key is blocked, so that its weights are 0 (and 3 more).",
    ),
    said.join("\n"),
  );
  await close();
});
