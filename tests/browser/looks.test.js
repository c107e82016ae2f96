// An author's looks by --mha-*: in styles, on canvases and in files, also after changes.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn, ready, restyled } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";

const TAG = 'tokens="The cat sat" heads="2" d-model="8" head="1" token="1"';
const STYLES = `
  .brand {
    --mha-paper: #fff4e0; --mha-ink: #123456; --mha-accent: rebeccapurple; --mha-muted: color-mix(in srgb, #123456, #fff 20%);
    --mha-T: #aa0011; --mha-d_k: light-dark(#005500, #99ff99); --mha-heat: #ff0000; --mha-font: Georgia, "Times New Roman", serif;
  }
  .named { --mha-heat: viridis; }
  .several { --mha-heat: rgb(255 255 255), #00ff00 40%, hsl(240 100% 50%); }
  .wrong { --mha-ink: no-colour; --mha-heat: no-scale; --mha-paper: transparent; }
`;

/** @param {string} body */
const html = (body) =>
  `<!doctype html><html lang="en"><head><title>A post</title><link rel="icon" href="data:,"><link rel="stylesheet" href="brand.css">
  <script type="module" src="headscope.js"></script></head><body>${body}</body></html>`;

const browser = useSharedTab({
  "brand.css": STYLES,
  "branded.html": html(`<div class="brand"><mha-explainer ${TAG} step="scores"></mha-explainer></div>`),
  "plain.html": html(`<div><mha-explainer ${TAG} view="map" step="weights"></mha-explainer></div>`),
  "walk.html": html(`<div><mha-explainer ${TAG} step="q_heads"></mha-explainer></div>`),
});

/** @param {import("playwright-core").Page} page @returns {Promise<string>} */
const svgOf = (page) =>
  page.evaluate(() => /** @type {any} */ (document.querySelector("mha-explainer")).toSVG());

/** Number of pixels of a colour on a canvas. @param {import("playwright-core").Page} page @param {string} figure @param {string} color as #rrggbb */
const pixelsOf = (page, figure, color) =>
  page
    .locator(`${figure} canvas`)
    .first()
    .evaluate((it, wanted) => {
      const canvas = /** @type {HTMLCanvasElement} */ (it);
      const copy = new OffscreenCanvas(canvas.width, canvas.height);
      const context = /** @type {OffscreenCanvasRenderingContext2D} */ (copy.getContext("2d"));
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      const [r, g, b] = [1, 3, 5].map((at) => parseInt(wanted.slice(at, at + 2), 16));
      let found = 0;
      for (let i = 0; i < data.length; i += 4)
        if (data[i] === r && data[i + 1] === g && data[i + 2] === b && data[i + 3] === 255) found++;
      return found;
    }, color);

/** @param {import("playwright-core").Page} page @param {string} name */
async function dress(page, name) {
  await page.evaluate((it) => {
    /** @type {HTMLElement} */ (document.querySelector("body > div")).className = it;
  }, name);
  await restyled(page);
}

test("an author's colours and fonts apply to styles, canvases and files", async () => {
  const { page, seen, close } = await browser.open("branded.html");
  await ready(page);
  await drawn(page);
  const svg = await svgOf(page);
  assert.match(svg, /<rect [^>]*fill="#fff4e0"\/>/, "the paper");
  assert.match(svg, /<text [^>]*fill="#41"?|fill="#415d78"/, "muted words, as color-mix() says");
  assert.match(svg, /stroke="#663399"/, "what is chosen");
  assert.match(svg, /fill="#aa0011"/, "what is of tokens");
  const families = new Set([...svg.matchAll(/font-family="([^"]+)"/g)].map(([, family]) => family));
  assert.deepEqual(
    [...families].filter((family) => !/monospace/.test(family)),
    ["Georgia, 'Times New Roman', serif"],
  );
  assert.ok((await pixelsOf(page, "mha-stage", "#663399")) > 20, "an outline on the canvas");
  assert.equal(await pixelsOf(page, "mha-stage", "#1d1c1a"), 0, "and nothing in the ink of the page's own");
  const styles = await page.locator("mha-words h2.title").evaluate((it) => {
    const { color, fontFamily } = getComputedStyle(it);
    return { color, fontFamily };
  });
  assert.deepEqual(styles, { color: "rgb(18, 52, 86)", fontFamily: 'Georgia, "Times New Roman", serif' });
  const current = await page.locator("mha-track .current .ring").evaluate((it) => getComputedStyle(it).fill);
  assert.equal(current, "rgb(102, 51, 153)");
  const [png, paper] = await page.evaluate(async () => {
    const blob = await /** @type {any} */ (document.querySelector("mha-explainer")).toBlob({ scale: 1 });
    const bitmap = await createImageBitmap(blob);
    const context = /** @type {any} */ (new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d"));
    context.drawImage(bitmap, 0, 0);
    return [blob.type, [...context.getImageData(0, 0, 1, 1).data]];
  });
  assert.deepEqual([png, paper], ["image/png", [255, 244, 224, 255]]);
  seen.assertQuiet();
  await close();
});

test("changing a class or the theme repaints, because light-dark() follows both; a file has the theme and the colours that were just set", async () => {
  const { page, seen, close } = await browser.open("walk.html");
  await ready(page);
  const before = await svgOf(page);
  assert.equal(await pixelsOf(page, "mha-stage", "#663399"), 0);
  await dress(page, "brand");
  assert.ok((await pixelsOf(page, "mha-stage", "#663399")) > 20);
  const light = await svgOf(page);
  assert.match(light, /#005500/);
  await page.evaluate(() => {
    /** @type {any} */ (document.querySelector("mha-explainer")).theme = "dark";
  });
  await restyled(page);
  assert.equal(
    await page.locator("mha-explainer").getAttribute("theme"),
    "dark",
    "the property is the attribute",
  );
  const dark = await svgOf(page);
  assert.match(dark, /#99ff99/);
  assert.doesNotMatch(dark, /#005500/);
  await page.evaluate(() => {
    /** @type {any} */ (document.querySelector("mha-explainer")).theme = null;
  });
  await dress(page, "");
  assert.equal(await pixelsOf(page, "mha-stage", "#663399"), 0);
  assert.equal(await svgOf(page), before, "as it was, to the byte");
  for (const [theme, name, paper] of [
    ["dark", "", "#14151a"],
    ["light", "", "#fbfaf7"],
    ["light", "brand", "#fff4e0"],
    ["dark", "", "#14151a"],
  ]) {
    const svg = await page.evaluate(
      ([to, dressed]) => {
        const element = /** @type {any} */ (document.querySelector("mha-explainer"));
        element.theme = to;
        element.parentElement.className = dressed;
        return element.toSVG();
      },
      [theme, name],
    );
    assert.match(svg, new RegExp(`<rect [^>]*fill="${paper}"/>`), `${theme} ${name}`);
  }
  seen.assertQuiet();
  await close();
});

test("an invalid colour leaves pictures unchanged; attention colours can be one colour, a list, or the name of a scale; the reader's choice has priority", async () => {
  const { page, seen, close } = await browser.open("plain.html");
  await ready(page);
  const before = await svgOf(page);
  await dress(page, "wrong");
  assert.equal(await svgOf(page), before);
  await dress(page, "");
  const fills = async () =>
    new Set([...(await svgOf(page)).matchAll(/<path fill="(#\w{6})" d="M/g)].map(([, color]) => color));
  const channel = (/** @type {string} */ color, /** @type {number} */ at) =>
    parseInt(color.slice(at, at + 2), 16);
  const usual = await fills();
  await dress(page, "brand");
  const red = await fills();
  assert.ok(red.size > 2 && [...red].every((color) => channel(color, 1) > 240), `${[...red]}`);
  await dress(page, "several");
  const several = await fills();
  assert.ok(
    [...several].some(
      (color) => channel(color, 3) > channel(color, 1) && channel(color, 3) > channel(color, 5),
    ),
  );
  await dress(page, "named");
  const viridis = await fills();
  await dress(page, "");
  assert.deepEqual(await fills(), usual);
  await page.evaluate(() => {
    /** @type {any} */ (document.querySelector("mha-explainer")).colormap = "viridis";
  });
  await drawn(page);
  assert.deepEqual(await fills(), viridis);
  await dress(page, "brand");
  assert.deepEqual(
    [...(await fills())].filter((color) => viridis.has(color)).sort(),
    [...viridis].filter((color) => color !== "#fbfaf7").sort(),
  );
  seen.assertQuiet();
  await close();
});
