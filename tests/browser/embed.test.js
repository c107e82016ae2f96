// The element on other pages: markup, placeholders, styles and memory.
import assert from "node:assert/strict";
import test from "node:test";
import { useSharedTab } from "./support/index.js";
import { colours, drawn, ready, shapeOf, stepOf } from "./support/explainer.js";

/** @typedef {import("playwright-core").Page} Page */

const SCRIPT = '<script type="module" src="headscope.js"></script>';
const TAG =
  '<mha-explainer tokens="The cat sat on the mat" heads="4" d-model="32" step="q_heads"></mha-explainer>';

/** @param {string} body @param {string} [head] */
const html = (body, head = "") =>
  `<!doctype html><html lang="en"><head><title>A post</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`;

const PAGES = {
  "plain.html": html(`${SCRIPT}${TAG}`),
  "broken.html": html(
    `<script type="module" src="break.js"></script>${SCRIPT}<mha-explainer loading="eager" tokens="a b"><p id="fallback">A figure of attention.</p></mha-explainer>`,
  ),
  "break.js": "WebAssembly.compile = () => Promise.reject(new Error('out of order'));",
  "far.html": html(
    `${SCRIPT}<div class="spacer"></div><mha-explainer tokens="a b"><p id="fallback">A figure of attention.</p></mha-explainer>`,
    '<link rel="stylesheet" href="far.css">',
  ),
  "far.css": ".spacer { height: 5000px }",
  "column.html": html(`${SCRIPT}<article>${TAG}</article>`, '<link rel="stylesheet" href="column.css">'),
  "column.css": `
    article { width: 360px; margin: 0 auto }
    * { box-sizing: content-box }
    button { background: rgb(255, 0, 0); padding: 40px; font-size: 40px; text-transform: uppercase }
    p, h2 { color: rgb(0, 255, 0); margin: 99px }
    canvas { border: 20px solid red }`,
  "twice.html": html(`${SCRIPT}<script type="module" src="headscope.js?again"></script>${TAG}`),
  "labs.html": html(
    `${SCRIPT}<mha-lab kind="mask" loading="eager" tokens="one two three" heads="2" d-model="8"></mha-lab><mha-train loading="eager"></mha-train>${TAG}
    <mha-shape-walk loading="eager" tokens="The cat sat" heads="2" d-model="8" step="scores"></mha-shape-walk>`,
  ),
  "two.html": html(
    `${SCRIPT}${TAG}<mha-explainer loading="eager" tokens="one two" heads="2" d-model="8" causal></mha-explainer>`,
  ),
};

const browser = useSharedTab(PAGES);

test("one script tag and one element are enough, under a strict policy, and the element's styles do not reach the host; a removed element frees its memory; a method call or re-insertion computes the picture again, and it shows the same after it is moved or copied", async () => {
  const { page, seen, close } = await browser.open("plain.html");
  await ready(page);
  assert.deepEqual(
    (await page.locator("mha-sentence .token").allTextContents()).map((text) => text.trim()),
    "The cat sat on the mat".split(" "),
  );
  assert.deepEqual(await shapeOf(page, "q_heads"), [1, 4, 6, 8]);
  assert.equal(await stepOf(page), "q_heads");
  assert.equal(await page.locator("mha-words h2").textContent(), "Transpose to heads");
  const ink = await colours(page);
  assert.ok(ink > 50, `${ink} colours`);
  assert.equal(new URL(page.url()).search + new URL(page.url()).hash, "");
  assert.equal(await page.title(), "A post");
  const before = await page.evaluate(() => {
    const button = document.body.appendChild(document.createElement("button"));
    return getComputedStyle(button).cursor;
  });
  assert.equal(before, "default");
  assert.equal(
    await page.evaluate(() => document.adoptedStyleSheets.length + document.querySelectorAll("style").length),
    0,
  );

  const told = await page.evaluate(async () => {
    const element = /** @type {any} */ (document.querySelector("mha-explainer"));
    const holds = () => {
      try {
        return Boolean(element.store.state.picture.tensor("context"));
      } catch (error) {
        return /** @type {any} */ (error).code;
      }
    };
    await element.goTo("context");
    element.remove();
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    const moved = holds();
    while (holds() === true) await frame();
    const gone = holds();
    const asked = (await element.getTensor("context")).shape;
    while (holds() === true) await frame();
    const goneAgain = holds();
    document.body.append(element);
    await element.updateComplete;
    return { moved, gone, asked, goneAgain, back: holds(), step: element.step };
  });
  assert.deepEqual(told, {
    ...{ moved: true, gone: "disposed", asked: [1, 4, 6, 8], goneAgain: "disposed" },
    ...{ back: true, step: "context" },
  });
  await page.evaluate(async () => {
    const element = /** @type {any} */ (document.querySelector("mha-explainer"));
    await element.goTo("context");
    element.remove();
    await new Promise(requestAnimationFrame);
    document.body.append(element);
    document.body.append(element.cloneNode(true));
  });
  await drawn(page);
  assert.equal(await stepOf(page), "context");
  assert.deepEqual(await shapeOf(page, "context"), [1, 4, 6, 8]);
  assert.equal(await page.locator("mha-words h2").first().textContent(), "Mix the values");
  await ready(page, "mha-explainer:nth-of-type(2)");
  assert.deepEqual(
    await page
      .locator("mha-explainer")
      .nth(1)
      .evaluate(async (it) => (await /** @type {any} */ (it).getTensor("x")).shape),
    [1, 6, 32],
  );
  seen.assertQuiet();
  await close();
});

test("far from the viewport the element shows its author's content in reserved space; near the viewport it loads", async () => {
  const { page, seen, close } = await browser.open("far.html");
  await page.waitForFunction(() => customElements.get("mha-explainer"));
  await drawn(page);
  const status = () =>
    page.evaluate(() => /** @type {any} */ (document.querySelector("mha-explainer")).store.state.status);
  assert.equal(await status(), "waiting");
  assert.ok(await page.locator("#fallback").isVisible());
  const height = await page.locator("mha-explainer").evaluate((it) => it.getBoundingClientRect().height);
  assert.ok(height >= 600, `${height} px`);
  await page.locator("mha-explainer").scrollIntoViewIfNeeded();
  await ready(page);
  assert.equal(await status(), "ready");
  assert.ok(!(await page.locator("#fallback").isVisible()));
  seen.assertQuiet();
  await close();
});

test("if the core cannot start, the author's content stays, with a message below", async () => {
  const { page, close } = await browser.open("broken.html");
  await ready(page);
  assert.ok(await page.locator("#fallback").isVisible());
  assert.match(
    await page.getByRole("alert").innerText(),
    /^The attention core could not be loaded: out of order\. Try again$/,
  );
  const refused = await page.evaluate(() =>
    /** @type {any} */ (document.querySelector("mha-explainer"))
      .getTensor("x")
      .catch((/** @type {Error} */ error) => `${error}`),
  );
  assert.match(refused, /HeadscopeError: .*out of order/);
  await close();
});

test("in a narrow column the element has one column, and the host's styles do not apply", async () => {
  const { page, seen, close } = await browser.open("column.html");
  await ready(page);
  const box = await page.locator("mha-explainer").boundingBox();
  assert.equal(box?.width, 360);
  assert.equal(await page.locator("mha-track .station").count(), 0);
  assert.match((await page.locator("mha-track .compact").textContent()) ?? "", /Step 4 of 12 · to heads/);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 1440);
  const inner = await page.locator("mha-stage canvas").boundingBox();
  assert.ok(inner && box && inner.x + inner.width <= box.x + box.width, JSON.stringify(inner));
  for (const part of ["mha-sentence .token", "mha-words .main"]) {
    const style = await page
      .locator(part)
      .first()
      .evaluate((it) => ({ ...getComputedStyle(it) }));
    assert.notEqual(style.backgroundColor, "rgb(255, 0, 0)", part);
    assert.ok(parseFloat(style.fontSize) < 20 && parseFloat(style.paddingTop) < 20, part);
    assert.equal(style.textTransform, "none", part);
  }
  assert.notEqual(
    await page.locator("mha-words h2").evaluate((it) => getComputedStyle(it).color),
    "rgb(0, 255, 0)",
  );
  assert.equal(
    await page.locator("mha-stage canvas").evaluate((it) => getComputedStyle(it).borderTopWidth),
    "0px",
  );
  seen.assertQuiet();
  await close();
});

test("defining the elements twice warns once and works", async () => {
  const { page, seen, close } = await browser.open("twice.html");
  await ready(page);
  assert.deepEqual(await shapeOf(page, "q_heads"), [1, 4, 6, 8]);
  assert.equal(seen.errors.length, 1, `${seen.errors}`);
  assert.match(seen.errors[0], /on this page twice/);
  assert.deepEqual(seen.violations, []);
  await close();
});

test("the single file has the labs and training, and one copy of the core; a part works alone", async () => {
  const { page, seen, close } = await browser.open("labs.html");
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.locator("mha-lab-mask mha-figure").first().waitFor();
  await page.locator("mha-train-learning").waitFor();
  await ready(page, "mha-train");
  await page.locator("mha-explainer").scrollIntoViewIfNeeded(); // the element loads near the viewport
  await ready(page);
  assert.deepEqual(
    asked.filter((each) => !/headscope\.js$|labs\.html$/.test(each)),
    [],
  );
  const part = page.locator("body > mha-shape-walk");
  await ready(page, "body > mha-shape-walk");
  assert.equal(await part.locator("mha-words h2").textContent(), "Queries meet keys");
  assert.equal(await part.locator("mha-controls").count(), 0);
  seen.assertQuiet();
  await close();
});

test("two elements on a page do not affect each other", async () => {
  const { page, seen, close } = await browser.open("two.html");
  await ready(page);
  await ready(page, "mha-explainer:nth-of-type(2)");
  const second = page.locator("mha-explainer").nth(1);
  await second.locator('mha-track [data-id="masked"] .target').click();
  assert.equal(await stepOf(page), "q_heads");
  assert.equal(await second.evaluate((it) => /** @type {any} */ (it).step), "masked");
  await second.locator("mha-sentence .token").first().focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await stepOf(page), "q_heads");
  assert.equal(await second.evaluate((it) => /** @type {any} */ (it).step), "weights");
  const controls = page.locator("mha-explainer").first().locator("mha-controls");
  await controls.getByRole("button", { name: "more", exact: true }).click();
  await controls.getByLabel("seed").fill("9");
  assert.equal(await second.evaluate((it) => /** @type {any} */ (it).seed), 1);
  assert.deepEqual(
    await second.evaluate(async (it) => (await /** @type {any} */ (it).getTensor("masked")).shape),
    [1, 2, 2, 2],
  );
  seen.assertQuiet();
  await close();
});
