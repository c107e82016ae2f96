// The element in hosts with different layouts, styles and key handlers.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { cellOf } from "../../web/kit/draw/slices.js";
import { useSharedTab } from "./support/index.js";
import { drawn, goTo, ready, stepOf, useOnePage } from "./support/explainer.js";
import { IS_NIGHTLY, sample } from "./support/nightly.js";

/** @typedef {import("playwright-core").Page} Page */

const SETTINGS = 'loading="eager" tokens="The cat sat" heads="2" d-model="8" step="scores"';
const TAG = `<mha-explainer ${SETTINGS}></mha-explainer>`;

/** Layouts of hosts: the body, its styles, and the share of the width for the element. @type {Record<string, [body: string, css: string, part?: number]>} */
const LAYOUTS = {
  "a flex row": [`<main>${TAG}</main>`, "main { display: flex }"],
  "a flex row with others": [
    `<main><nav>aside</nav>${TAG}</main>`,
    "main { display: flex } nav { flex: 0 0 150px }",
    0.5,
  ],
  "a flex row that wraps": [
    `<main>${TAG}<nav>aside</nav></main>`,
    "main { display: flex; flex-wrap: wrap } nav { width: 100px }",
    0.7,
  ],
  "a centred flex row": [
    `<main>${TAG}</main>`,
    "main { display: flex; align-items: center; justify-content: center }",
  ],
  "a centred flex column": [
    `<main>${TAG}</main>`,
    "main { display: flex; flex-direction: column; align-items: center }",
  ],
  "a flex row, by itself": [
    `<main>${TAG.replaceAll("explainer", "shape-walk")}</main>`,
    "main { display: flex; align-items: center }",
  ],
  "a centred grid": [`<main>${TAG}</main>`, "main { display: grid; place-items: center }"],
  "a grid's narrow cell": [
    `<main><nav>aside</nav>${TAG}</main>`,
    "main { display: grid; grid-template-columns: 90px auto }",
    0.7,
  ],
  "a float": [`<main>${TAG}</main>`, "mha-explainer { float: left }"],
  "an inline block": [`<main><span>${TAG}</span></main>`, "span { display: inline-block }"],
  "a table cell": [`<main><table><tr><td>${TAG}</td></tr></table></main>`, ""],
  "a box as wide as what it holds": [`<main>${TAG}</main>`, "main { width: fit-content }"],
  "a box over the page": [`<main>${TAG}</main>`, "main { position: absolute }"],
  "a block with margins": [`<main>${TAG}</main>`, "mha-explainer { margin: 0 30px }"],
  "a page that unsets all": [`<main>${TAG}</main>`, "* { all: unset } style, script, head { display: none }"],
  "a page that unsets all, whatever else is said": [
    `<main>${TAG}</main>`,
    "* { all: unset !important } style, script, head { display: none !important }",
  ],
};
const ARTICLE = 940; // px, width of an element in a shrink-to-fit box with enough room

/** Text styles of a host that children inherit, and those that must not apply inside the element. */
const STYLED = {
  css: `body { text-align: center; text-align-last: right; letter-spacing: 3px; word-spacing: 9px; text-transform: uppercase; text-indent: 2em;
    text-shadow: 1px 1px red; white-space: pre-wrap; word-break: break-all; overflow-wrap: anywhere; hyphens: auto; cursor: wait;
    font: italic 900 small-caps 30px/3 serif; font-feature-settings: "smcp" }`,
  inherited: [
    ...["textAlign", "textAlignLast", "letterSpacing", "wordSpacing", "textTransform", "textIndent"],
    ...["textShadow", "whiteSpace", "wordBreak", "overflowWrap", "hyphens", "cursor"],
    ...["fontStyle", "fontWeight", "fontVariant", "fontSize", "fontFeatureSettings", "lineHeight"],
  ],
};

/** The code of the embedding guide for pages with a class for dark mode. */
const GUIDE = readFileSync(inRoot("docs/guide/embedding.md"), "utf8");
const [DARK_RULE] = /\.dark mha-explainer \{[^}]*\}/.exec(GUIDE) ?? [""];

/** Boxes of a host in which a click must hit the cell under it; by day those with a scale. */
const BOXES = sample(
  [
    "width: 700px",
    "zoom: 1.5; width: 700px",
    "transform: translate(20px) scale(0.6); transform-origin: 0 0; width: 700px",
  ],
  1,
  2,
);

const browser = useSharedTab({
  "host.html": `<!doctype html><html lang="en"><head><title>A host</title><link rel="icon" href="data:,"><style></style></head><body><script type="module" src="headscope.js"></script><main></main></body></html>`,
});

const SIZE = { width: 1200, height: 800 };

/** A host with an element in it, for one test after another. The page has no policy, because hosts use inline styles. */
const openHost = useOnePage(
  async () => {
    const opened = await browser.open("host.html", {
      ...{ viewport: SIZE, bypassCSP: true, reducedMotion: "reduce" },
    });
    await fill(opened.page, TAG, "");
    return opened;
  },
  async ({ page }) => {
    await page.setViewportSize(SIZE);
    await fill(page, TAG, "");
  },
);

/** Puts an element into a host, in place of the one before. @param {Page} page @param {string} body @param {string} css of the host */
async function fill(page, body, css) {
  await page.evaluate(
    ([body, css]) => {
      /** @type {Element} */ (document.querySelector("style")).textContent = css;
      document.body.innerHTML = body;
    },
    [body, css],
  );
  await ready(page, body.includes("mha-shape-walk") ? "mha-shape-walk" : "mha-explainer");
}

test("in every layout of a host the element fills the available width, and no more", async () => {
  const { page, close } = await openHost();
  for (const [i, [name, [body, css, part = 0.8]]] of Object.entries(LAYOUTS).entries()) {
    await page.setViewportSize(SIZE);
    await fill(page, body, css);
    // By day every third layout is tried on a phone, too.
    for (const width of IS_NIGHTLY || i % 3 === 1 ? [1200, 390] : [1200]) {
      if (width < SIZE.width) await page.setViewportSize({ width, height: 800 });
      await drawn(page);
      const found = await page.evaluate(() => {
        const it = /** @type {Element} */ (document.querySelector("mha-explainer, mha-shape-walk"));
        return { ...it.getBoundingClientRect().toJSON(), scrolls: document.documentElement.scrollWidth };
      });
      const where = `in ${name}, ${width} px: ${JSON.stringify(found)}`;
      assert.ok(found.width >= Math.min(part * width, ARTICLE), where);
      assert.ok(found.right <= width && found.scrolls <= width, where);
      assert.ok(found.height > 400 && found.height < 2500, where);
      const canvas = await page.locator("mha-stage canvas").boundingBox();
      const wide = canvas?.width ?? 0; // a few px on the left are for outlines
      assert.ok(wide > found.width / 2 && wide <= found.width + 6, `${wide} px, ${where}`);
    }
  }
  await close();
});

/** Computed text styles of the words, the sentence's tokens and the map's names. @param {Page} page */
async function textStyles(page) {
  const styles = [];
  for (const part of ["mha-words p", "mha-words button", "mha-sentence .token", "mha-track text"])
    styles.push(
      ...(await page
        .locator(part)
        .first()
        .evaluate((it, properties) => {
          const style = /** @type {Record<string, any>} */ (getComputedStyle(it));
          return properties.map((property) => `${it.localName} ${property}: ${style[property]}`);
        }, STYLED.inherited)),
    );
  return styles;
}

test("the element has an article's width in a shrink-to-fit box, none of the host's text styles, and the dark mode of its class as the guide says, or of `theme`; causal=\"false\" is false", async () => {
  const { page, close } = await openHost();
  for (const width of ["max-content", "min-content"]) {
    await page.evaluate((value) => document.body.style.setProperty("width", value), width);
    await drawn(page);
    const box = await page.locator("mha-explainer").boundingBox();
    assert.equal(box?.width, width === "max-content" ? 960 : 0);
  }
  await page.evaluate(() => document.body.style.removeProperty("width"));
  await drawn(page);

  const plain = await textStyles(page);
  await fill(page, TAG, STYLED.css);
  assert.deepEqual(await textStyles(page), plain);

  await fill(page, TAG.replace("heads", 'causal="false" heads'), DARK_RULE);
  const paper = () => page.locator("mha-explainer").evaluate((it) => getComputedStyle(it).backgroundColor);
  const [light, dark] = ["rgb(251, 250, 247)", "rgb(20, 21, 26)"];
  assert.equal(await paper(), light);
  await page.evaluate(() => document.documentElement.classList.add("dark"));
  assert.equal(await paper(), dark);
  await page.evaluate(() => document.documentElement.classList.remove("dark"));
  await page.locator("mha-explainer").evaluate((it) => it.setAttribute("theme", "dark"));
  assert.equal(await paper(), dark);
  assert.match(GUIDE, /`theme="dark"`/);

  const causal = () =>
    page.evaluate(() => /** @type {any} */ (document.querySelector("mha-explainer")).causal);
  assert.equal(await causal(), false);
  for (const [value, on] of /** @type {[string, boolean][]} */ ([
    ["", true],
    ["False", false],
    ["causal", true],
    ["0", false],
    ["true", true],
  ])) {
    await page.evaluate(
      (text) => document.querySelector("mha-explainer")?.setAttribute("causal", text),
      value,
    );
    assert.equal(await causal(), on, `causal="${value}"`);
  }
  await page.evaluate(() => document.querySelector("mha-explainer")?.removeAttribute("causal"));
  assert.equal(await causal(), false);
  await close();
});

test("a click hits the cell under it, also in a host that is zoomed or scaled", async () => {
  const { page, close } = await openHost();
  for (const css of BOXES) {
    await fill(page, `<div>${TAG}</div>`, `div { ${css} }`);
    const figure = page.locator("mha-stage mha-figure").last();
    for (const index of sample(
      [
        [0, 0, 2, 2],
        [0, 1, 1, 2],
        [0, 1, 2, 0],
      ],
      ...[0, 2],
    )) {
      const { scene, left, top, ratio } = await figure.evaluate((it) => {
        it.scrollIntoView({ block: "center" });
        const { left, top, width } = it.getBoundingClientRect();
        return {
          ...{ left, top, ratio: width / parseFloat(getComputedStyle(it).width) },
          scene: /** @type {any} */ (it).scene,
        };
      });
      const { x, y, tensor } = scene.parts.at(-1);
      const cell = /** @type {{ x: number, y: number }} */ (cellOf(tensor.layout, index));
      // Clicks a corner: an offset without the scale would hit another cell.
      await page.mouse.click(left + (x + cell.x + 3) * ratio, top + (y + cell.y + 3) * ratio);
      await drawn(page);
      const traced = await page.evaluate(
        () => /** @type {any} */ (document.querySelector("mha-explainer")).store.state.origin,
      );
      assert.deepEqual([traced.id, traced.index], ["scores", index], css);
      await page.keyboard.press("Escape"); // closes the origin, which covers the cell
      await drawn(page);
    }
  }
  await close();
});

/** Returns a function that returns the keys that the host received since the last call. @param {Page} page @returns {Promise<() => Promise<string[]>>} */
async function listen(page) {
  await page.evaluate(() => {
    /** @type {string[]} */ const heard = [];
    Object.assign(window, { heard });
    for (const type of ["keydown", "keypress", "keyup"])
      document.addEventListener(type, (event) =>
        heard.push(`${type} ${/** @type {KeyboardEvent} */ (event).key}`),
      );
  });
  return () => page.evaluate(() => /** @type {any} */ (window).heard.splice(0));
}

test("the host hears keys without focus in the element, and those that the element does not handle; Escape after the selection; no keys typed into a field, but those that leave it", async () => {
  const { page, close } = await openHost();
  const heard = await listen(page);
  await page.keyboard.press("ArrowRight");
  assert.equal(await stepOf(page), "scores");
  assert.deepEqual(await heard(), ["keydown ArrowRight", "keyup ArrowRight"]);

  await page.locator("mha-words .play button").first().focus();
  await page.keyboard.press("Escape");
  assert.deepEqual(await heard(), [], "something was selected");
  await page.keyboard.press("Escape");
  assert.deepEqual(await heard(), ["keydown Escape", "keyup Escape"]);

  const press = async (/** @type {string} */ place, /** @type {string[]} */ ...keys) => {
    await page.locator(place).first().focus();
    for (const key of keys) await page.keyboard.press(key);
    await drawn(page);
  };
  await press("mha-words .play button", "ArrowRight");
  assert.notEqual(await stepOf(page), "scores");
  await press("mha-words .play .main", " ", "Enter");
  await press("mha-sentence .token", "Enter", " ");
  await press("mha-stage canvas", "Enter", "ArrowDown", "PageDown", "Escape");
  await press("mha-track [tabindex='0']", "ArrowRight", "ArrowDown", "Home");
  await press("mha-code [role=tab]", "ArrowRight", "End");
  assert.deepEqual(await heard(), []);
  await press("mha-words .play button", "b", "PageDown");
  await page.keyboard.press("Control+ArrowRight");
  assert.deepEqual(await heard(), [
    ...["keydown b", "keypress b", "keyup b", "keydown PageDown", "keyup PageDown"],
    ...["keydown Control", "keydown ArrowRight", "keyup ArrowRight", "keyup Control"],
  ]);

  await page.getByRole("button", { name: "Edit" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("a f s");
  for (const key of ["ArrowLeft", "Home", "Backspace", "Control+a", "Escape"]) await page.keyboard.press(key);
  assert.equal(await page.getByLabel("Sentence").count(), 0, "Escape ended it");
  await page.locator("mha-controls input").first().focus();
  for (const key of ["1", "6", "ArrowUp"]) await page.keyboard.press(key);
  await page.locator("mha-controls select").first().focus();
  for (const key of ["c", "ArrowDown"]) await page.keyboard.press(key);
  assert.deepEqual(await heard(), []);
  await page.keyboard.press("Escape");
  await page.keyboard.down("Tab");
  assert.deepEqual(await heard(), ["keydown Escape", "keyup Escape", "keydown Tab"]);
  await page.keyboard.up("Tab");
  await close();
});

test("on the hosted page, arrow keys without focus move at once", async () => {
  const site = await browser.open("?step=q_heads", { reducedMotion: "reduce" });
  await ready(site.page);
  await goTo(site.page, "scores");
  await site.page.keyboard.press("ArrowRight");
  assert.equal(await stepOf(site.page), "scaled");
  await site.page.keyboard.press("ArrowLeft");
  await site.page.keyboard.press("Alt+ArrowRight");
  assert.equal(await stepOf(site.page), "scores");
  await site.page.keyboard.press("Escape");
  const selected = await site.page.evaluate(() =>
    Object.values(/** @type {any} */ (document.querySelector("mha-explainer")).store.state.selection),
  );
  assert.ok(
    selected.every((at) => at === null),
    `${selected}`,
  );
  site.seen.assertQuiet();
  await site.close();
});
