// The walk in print.
import assert from "node:assert/strict";
import test from "node:test";
import { useSharedTab } from "./support/index.js";
import { DARK, LIGHT } from "../../web/kit/draw/palette.js";
import { contrast } from "../page/support/contrast.js";
import { drawn, goTo, ready, showAddress } from "./support/explainer.js";
import { IS_NIGHTLY, sample } from "./support/nightly.js";
import { until } from "./support/until.js";
import { run } from "./support/walk.js";

/** @typedef {import("playwright-core").Page} Page */

/** @param {string} body */
const post = (body) =>
  `<!doctype html><html lang="en"><head><title>A post</title><link rel="icon" href="data:,"><link rel="stylesheet" href="brand.css">
  <script type="module" src="headscope.js"></script></head><body>${body}</body></html>`;

const TAG = 'tokens="The cat sat" heads="2" d-model="8" head="1" token="1" loading="eager"';

const browser = useSharedTab({
  "brand.css": `
    :root { color-scheme: light dark; }
    .light { --mha-paper: #fff4e0; --mha-ink: #123456; --mha-accent: #663399; --mha-T: light-dark(#aa0011, #ffaaaa);
      --mha-heat: #c0392b; --mha-font: Georgia, serif; }
    .night { color-scheme: dark; --mha-paper: #101820; --mha-card: #182430; --mha-ink: #f0f0e0; --mha-accent: #ffd000; --mha-muted: #c0c8d0; }`,
  "light.html": post(
    `<div class="light"><mha-explainer ${TAG} step="weights"></mha-explainer><mha-explainer id="map" ${TAG} view="map"></mha-explainer></div>`,
  ),
  "night.html": post(`<div class="night"><mha-explainer ${TAG} step="weights"></mha-explainer></div>`),
});
const { steps } = run;
const A4 = { width: 794, height: 1123 }; // px

/** @param {Page} page @param {"beforeprint" | "afterprint"} event */
async function tell(page, event) {
  await page.evaluate((name) => void dispatchEvent(new Event(name)), event);
  await drawn(page);
}

/** Names of the visible parts. @param {Page} page @param {string} selector @returns {Promise<string[]>} */
const seen = (page, selector) =>
  page
    .locator(selector)
    .evaluateAll((all) =>
      all
        .filter((it) => it.checkVisibility({ visibilityProperty: true }))
        .map((it) => it.getAttribute("aria-label") ?? it.textContent?.trim() ?? ""),
    );

for (const colorScheme of sample(/** @type {const} */ (["light", "dark"]), 1))
  test(`print has all steps in order, in the sheet's width, without controls; one step per sheet, with text as text; if a script prints the page, all figures are drawn at once: ${colorScheme}`, async () => {
    const { page, close } = await browser.open("?step=q_heads", {
      colorScheme,
      viewport: { width: 1440, height: 900 },
    });
    await ready(page);
    await goTo(page, "scores");
    assert.equal(
      await page.locator("mha-paper section").count(),
      0,
      "the printed version is hidden on screen",
    );
    await page.setViewportSize(A4);
    const there = await page.evaluate(() => {
      dispatchEvent(new Event("beforeprint"));
      const walk = document.querySelector("mha-explainer")?.shadowRoot?.querySelector("mha-shape-walk");
      const paper = walk?.shadowRoot?.querySelector("mha-paper")?.shadowRoot;
      return {
        sections: paper?.querySelectorAll("section").length,
        width: paper?.querySelector("canvas")?.width,
      };
    });
    assert.equal(there.sections, steps.length);
    assert.ok((there.width ?? 0) > 1000, "figures out of view are drawn");
    await page.emulateMedia({ media: "print", colorScheme });
    await drawn(page);
    const titles = await page.locator("mha-paper section .title").allTextContents();
    assert.deepEqual(titles.slice(0, 2), ["Tokens become vectors", "Project to queries"]);
    assert.equal(titles.length, steps.length);
    const sheet = await page.locator("mha-explainer").evaluate((it) => it.clientWidth);
    const pictures = await page.locator("mha-paper canvas").evaluateAll((all) =>
      all.map((it) => {
        const canvas = /** @type {HTMLCanvasElement} */ (it);
        const { x, width, height } = canvas.getBoundingClientRect();
        const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        let inked = 0;
        for (const pixel of new Uint32Array(data.buffer)) inked += Number(pixel >>> 24 > 0);
        const right = x + width;
        return { x, right, stretched: (width / height) * (canvas.height / canvas.width), inked };
      }),
    );
    assert.equal(pictures.length, 2 * steps.length, "the step and its memory");
    for (const [i, { x, right, stretched, inked }] of pictures.entries()) {
      assert.ok(
        x >= 0 && right <= A4.width && right - x > 0.85 * sheet,
        `${i}: ${x} to ${right} of ${sheet}`,
      );
      assert.ok(Math.abs(stretched - 1) < 0.01, `${i}: ${stretched} times too wide`);
      assert.ok(inked > 5000, `${i}: ${inked} pixels`);
    }
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= A4.width);
    assert.deepEqual(await seen(page, "button:not(.token), input, select, summary, mha-figure"), []);
    assert.equal(
      await page.locator("mha-paper").evaluate((it) => getComputedStyle(it).color),
      "rgb(29, 28, 26)",
      "ink",
    );
    await tell(page, "afterprint");
    assert.equal(await page.locator("mha-paper section").count(), 0);

    await page.emulateMedia({ media: null, colorScheme });
    await page.setViewportSize({ width: 1440, height: 900 });
    await showAddress(page, "?step=q_heads&tokens=The+cat+sat&d-model=8&heads=2");
    const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
    const sheets = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    assert.ok(sheets >= 8 && sheets <= steps.length + 1, `${sheets} sheets for ${steps.length} steps`);
    await close();
  });

/** Visible colours on canvases, by day on each third, with their frequency. @param {Page} page @param {string} selector @returns {Promise<Map<string, number>>} */
const coloursOf = async (page, selector) =>
  new Map(
    await page.locator(selector).evaluateAll(
      (all, step) => {
        /** Pixels by their bytes, of which the last is the opacity. @type {Map<number, number>} */
        const found = new Map();
        for (const canvas of /** @type {HTMLCanvasElement[]} */ (all.filter((_, i) => i % step === 0))) {
          const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
          const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
          for (const pixel of new Uint32Array(data.buffer)) found.set(pixel, (found.get(pixel) ?? 0) + 1);
        }
        const hex = (/** @type {number} */ byte) => byte.toString(16).padStart(2, "0");
        return [...found].flatMap(([pixel, count]) => {
          const [red, green, blue, opacity] = new Uint8Array(new Uint32Array([pixel]).buffer);
          return opacity === 255
            ? [/** @type {[string, number]} */ ([`#${hex(red)}${hex(green)}${hex(blue)}`, count])]
            : [];
        });
      },
      IS_NIGHTLY ? 1 : 3,
    ),
  );

/** A computed colour. @param {Page} page @param {string} selector @param {string} property @returns {Promise<string>} #rrggbb */
const colourOf = (page, selector, property) =>
  page
    .locator(selector)
    .first()
    .evaluate((it, asked) => {
      const context = /** @type {any} */ (new OffscreenCanvas(1, 1).getContext("2d"));
      context.fillStyle = getComputedStyle(it).getPropertyValue(asked);
      context.fillRect(0, 0, 1, 1);
      const bytes = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
      return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
    }, property);

/** @param {string} address @param {"light" | "dark"} colorScheme */
async function printed(address, colorScheme) {
  const opened = await browser.open(address, { colorScheme });
  await ready(opened.page);
  await drawn(opened.page);
  await opened.page.setViewportSize(A4);
  await tell(opened.page, "beforeprint"); // before the media type changes, as in browsers
  await opened.page.emulateMedia({ media: "print", colorScheme });
  await drawn(opened.page);
  return opened;
}

for (const colorScheme of sample(/** @type {const} */ (["light", "dark"]), 1))
  test(`print has the author's colours and fonts of the light theme, and a printed figure the attention colours: ${colorScheme}`, async () => {
    const { page, close } = await printed("light.html", colorScheme);
    const colours = await coloursOf(page, "mha-paper canvas");
    for (const [what, color] of Object.entries({ ink: "#123456", accent: "#663399", tokens: "#aa0011" }))
      assert.ok((colours.get(color) ?? 0) > 10, `${what} ${color}: ${colours.get(color)}`);
    assert.ok((colours.get("#fff4e0") ?? 0) < 10, "the sheet is white");
    assert.equal(colours.get("#1d1c1a"), undefined, "no colours of the dark theme");
    assert.equal(await colourOf(page, "mha-paper .title", "color"), "#123456");
    const family = await page
      .locator("mha-paper .title")
      .first()
      .evaluate((it) => getComputedStyle(it).fontFamily);
    assert.equal(family, "Georgia, serif");
    const shades = await coloursOf(page, "mha-maps mha-figure canvas");
    const red = [...shades].filter(([color]) => /^#c[0-9a-f]3[0-9a-f]2[0-9a-f]$/.test(color));
    assert.ok(red.length && red.every(([, count]) => count > 0), `${[...shades.keys()].slice(0, 20)}`);
    assert.equal(await colourOf(page, "mha-maps", "color"), "#123456");
    await tell(page, "afterprint");
    await page.emulateMedia({ media: "screen", colorScheme });
    // The colours come back with a transition of the styles, which may end after the next frames.
    const own = colorScheme === "dark" ? "#ffaaaa" : "#aa0011";
    await until(
      async () => (await coloursOf(page, "mha-maps mha-figure canvas")).has(own),
      "the colours of the screen after printing",
    );
    await close();
  });

test("colours for a dark page are dark enough on white paper", async () => {
  const { page, close } = await printed("night.html", "light");
  const colours = await coloursOf(page, "mha-paper canvas");
  for (const bright of ["#f0f0e0", "#ffd000", "#c0c8d0", "#101820", "#182430"])
    assert.ok((colours.get(bright) ?? 0) < 5, `${bright}: ${colours.get(bright)}`);
  const written = {
    ink: await colourOf(page, "mha-paper .title", "color"),
    muted: await colourOf(page, "mha-paper", "--_muted"),
    accent: await colourOf(page, "mha-paper", "--_accent"),
  };
  for (const [what, color] of Object.entries(written)) {
    assert.ok(contrast(color, "#ffffff") >= 4.5, `${what} ${color}: ${contrast(color, "#ffffff")}`);
    if (what !== "muted")
      assert.ok((colours.get(color) ?? 0) > 5, `the same on the canvas: ${what} ${color}`);
  }
  await close();
});

test("in print, the opening has its question, sentence, map and words, in the light theme, without controls", async () => {
  const { page, close } = await browser.open("?lang=fr", { colorScheme: "dark" });
  await ready(page, "mha-opening");
  await ready(page);
  await page.setViewportSize(A4);
  await page.emulateMedia({ media: "print" });
  await tell(page, "beforeprint");
  assert.deepEqual(await seen(page, "mha-opening button, mha-opening a"), []);
  assert.match((await seen(page, "mha-opening h2")).join(), /^Que désigne it ici\s\?$/);
  assert.equal(await colourOf(page, "mha-opening h2", "color"), LIGHT.ink);
  const colours = await coloursOf(page, "mha-opening canvas");
  for (const [what, color] of Object.entries({ ink: LIGHT.ink, arc: LIGHT.axis.H, word: LIGHT.axis.T }))
    assert.ok((colours.get(color) ?? 0) > 10, `${what} ${color}: ${colours.get(color)}`);
  assert.equal(colours.get(DARK.ink), undefined, "no colours of the screen's theme");
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= A4.width);
  await close();
});
