// Attention over an image, in an author's page: attributes, pointer, keys, files, a broken image, and a phone.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn } from "./support/explainer.js";
import { injectAxeInSchemes, useSharedTab } from "./support/index.js";
import { IS_NIGHTLY } from "./support/nightly.js";
import { HEIGHT, WIDTH, jpegOf, largePng, oriented, png, quarters } from "./support/picture-files.js";

/** @typedef {import("playwright-core").Page} Page */

/** The edges of a large image. */
const EDGE = IS_NIGHTLY ? 10_000 : 3000;

const IMAGE = `<svg xmlns="http://www.w3.org/2000/svg" width="70" height="70"><rect width="70" height="70" fill="#88aadd"/><rect x="20" y="30" width="30" height="40" fill="#aa4433"/></svg>`;
const ELEMENT = (/** @type {string} */ tag, /** @type {string} */ image) =>
  `<${tag} loading="eager" grid="7 7" extra="1" image="${image}"></${tag}>`;

const browser = useSharedTab({
  "house.svg": IMAGE,
  "image.html": `<!doctype html><html lang="en"><head><title>An image</title><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><script type="module" src="headscope.js"></script></head><body><main><h1>An image</h1>${ELEMENT("mha-heads", "house.svg")}</main></body></html>`,
});

/** Gives the element attention (L, H, T, T) in which a patch looks at its right neighbour, and waits for the picture. @param {Page} page */
const give = (page) =>
  page.evaluate(async () => {
    const [layers, heads, tokens] = [2, 4, 50];
    const data = new Float32Array(layers * heads * tokens * tokens);
    for (let at = 0; at < data.length; at++) {
      const [query, key] = [Math.floor(at / tokens) % tokens, at % tokens];
      data[at] = key === Math.min(query + 1, 49) ? 0.51 : 0.01;
    }
    const element = /** @type {any} */ (document.querySelector("mha-heads"));
    element.attention = { data, shape: [layers, heads, tokens, tokens] };
    await element.loaded();
    await element.updateComplete;
  });

/** Centre of a patch of the large image on the screen. @param {Page} page @param {number} row @param {number} column */
async function patchOn(page, row, column) {
  const figure = page.locator("mha-patch-head mha-figure");
  const box = await figure.evaluate((each) => /** @type {any} */ (each).scene.box);
  const { x, y } = /** @type {{ x: number, y: number }} */ (await figure.locator("canvas").boundingBox());
  return { x: x + 4 + box.x + (box.w * (column + 0.5)) / 7, y: y + box.y + (box.h * (row + 0.5)) / 7 };
}

/** The sentence about the weights on show. @param {Page} page */
const most = async (page) =>
  (await page.locator("mha-patch-head .most").innerText()).replace(/\s+/g, " ").trim();

test("a patch asks when it is pointed at or walked to, and is looked at the other way round", async () => {
  const { page, seen, close } = await browser.open("image.html", { reducedMotion: "reduce" });
  await give(page);
  await page.locator("mha-patch-heads .titles button").nth(3).waitFor();
  assert.match(await most(page), /^\[CLS\] gives \.51 to row 1, column 1;/);

  const { x, y } = await patchOn(page, 2, 4);
  await page.mouse.move(x, y);
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector("mha-heads")).store.state.hover !== null,
  );
  await drawn(page);
  assert.match(await most(page), /^row 3, column 5 gives \.51 to row 3, column 6;/);
  await page.mouse.click(x, y);
  await page.mouse.move(2, 2);
  await drawn(page);
  assert.match(await most(page), /^row 3, column 5 gives/, "a press holds");

  await page.locator("mha-patch-head canvas").press("Enter");
  for (const key of ["ArrowDown", "ArrowLeft", "PageDown"]) await page.keyboard.press(key);
  await drawn(page);
  assert.match(await most(page), /^row 4, column 4 gives \.51 to row 4, column 5;/);
  const head = await page.evaluate(() => /** @type {any} */ (document.querySelector("mha-heads")).head);
  assert.equal(await page.locator("mha-patch-head h2").innerText(), `Layer 0, head ${head}`);

  await page.getByRole("button", { name: "who looks here" }).click();
  await drawn(page);
  assert.match(await most(page), /^row 4, column 4 gets \.51 from row 4, column 3;/);
  await page.getByRole("button", { name: "rollout" }).click();
  await drawn(page);
  assert.equal(await page.locator("mha-patch-head h2").innerText(), "Rollout, layers 0 to 0");
  assert.match(await page.locator("mha-patch-head .looks").innerText(), /takes weights for influence/);
  await page.locator("mha-patch-heads .titles button").first().click();
  await drawn(page);
  assert.equal(await page.locator("mha-patch-head h2").innerText(), "Layer 0, head 0");
  await page.getByRole("button", { name: "map" }).click();
  await drawn(page);

  assert.deepEqual(await (await injectAxeInSchemes(page))(), []);
  seen.assertQuiet();
  await close();
});

test("an image is read upright, as the first of an animation, on white and smaller if it is large; a cut one is named", async () => {
  const { page, close } = await browser.open("image.html");
  await give(page);
  const read = async (/** @type {string} */ type, /** @type {Uint8Array} */ bytes) => {
    const encoded = Buffer.from(bytes).toString("base64");
    return page.evaluate(
      async ({ type, encoded }) => {
        const element = /** @type {any} */ (document.querySelector("mha-heads"));
        const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
        element.image = new Blob([bytes], { type });
        await element.loaded();
        const { image, trouble } = element.store.state.picture.patches;
        if (!image) return { trouble: trouble.message };
        const { width, height, rgba } = image;
        const at = (/** @type {number} */ x, /** @type {number} */ y) =>
          Array.from(rgba.slice(4 * (y * width + x), 4 * (y * width + x) + 3));
        return { size: [width, height], first: at(2, 2), right: at(width - 3, 2) };
      },
      { type, encoded },
    );
  };
  const near = (/** @type {number[] | undefined} */ found, /** @type {number[]} */ expected) =>
    expected.forEach((value, i) =>
      assert.ok(Math.abs((found?.[i] ?? NaN) - value) < 25, `${found} ${expected}`),
    );
  const other = quarters().map((value, i) => (i % 4 === 3 ? 255 : 255 - value));
  const moving = await read("image/png", png(quarters(), [quarters(), other]));
  near(moving.first, [30, 10, 8]);
  const clear = await read("image/png", png(quarters(0)));
  assert.deepEqual(
    [clear.first, clear.right],
    [
      [30, 10, 8],
      [255, 255, 255],
    ],
  );
  const turned = await read("image/jpeg", oriented(await jpegOf(page, quarters()), 6));
  assert.deepEqual(turned.size, [HEIGHT, WIDTH]);
  near(turned.first, [30, 200, 8]);
  near(turned.right, [30, 10, 8]);
  const large = await read("image/png", largePng(EDGE, EDGE));
  assert.deepEqual(large, { size: [1024, 1024], first: [255, 255, 255], right: [255, 255, 255] });
  const cut = await read("image/png", png(quarters()).subarray(0, 60));
  assert.match(cut.trouble ?? "", /^image \(image\/png\) could not be read: .*; expected a PNG, JPEG/);
  await close();
});

test("files hold the image and the rows and columns; a broken image and a wrong grid say what would work; a phone shows all", async () => {
  const { page, seen, close } = await browser.open("image.html", { viewport: { width: 390, height: 844 } });
  await give(page);
  await page.locator("mha-patch-heads .titles button").nth(3).waitFor();
  const { svg, png, csv, width } = await page.evaluate(async () => {
    const element = /** @type {any} */ (document.querySelector("mha-heads"));
    const { attention, grid, extra } = element;
    const head = Object.assign(/** @type {any} */ (document.createElement("mha-head")), {
      ...{ attention, grid, extra, loading: "eager" },
    });
    document.body.append(head);
    await head.loaded();
    const csv = await head.toCSV();
    head.remove();
    const blob = await element.toBlob({ width: 480 });
    return {
      svg: await element.toSVG({ width: 480 }),
      png: [...new Uint8Array(await blob.arrayBuffer()).slice(1, 4)],
      csv,
      width: document.documentElement.scrollWidth,
    };
  });
  assert.equal(width, 390);
  assert.equal(svg.split("data:image/png;base64,").length, 2, "the image once");
  assert.equal(svg.split("<use ").length, 5, "and a use for each head");
  assert.deepEqual(png, [80, 78, 71]);
  assert.match(csv, /query_row,query_column,key,key_row,key_column,value\r?\n/);

  const said = async (/** @type {Record<string, unknown>} */ change) => {
    await page.evaluate(async (change) => {
      const element = Object.assign(/** @type {any} */ (document.querySelector("mha-heads")), change);
      await element.loaded();
      await element.updateComplete;
    }, change);
    return page.locator("mha-heads").evaluate((element) => /** @type {any} */ (element).store.state);
  };
  const broken = await said({ image: "missing.png" });
  assert.match(
    broken.picture.notices[0].message,
    /image "missing\.png" could not be read: .*; expected a PNG/,
  );
  assert.match(await page.locator("mha-heads .notes").innerText(), /missing\.png/);
  assert.equal(await page.locator("mha-patch-heads").count(), 1, "the grid stays");
  const wrong = await said({ grid: [6, 6] });
  assert.match(
    wrong.problem.message,
    /6 by 6 after extra 1 makes 37 tokens, and the attention has 50 keys: set grid to \[7, 7\], set extra to 14, or name/,
  );
  const plain = await said({ grid: null, image: null });
  assert.equal(plain.problem, null);
  assert.equal(await page.locator("mha-maps").count(), 1, "without a grid, words again");

  const ofBlob = await page.evaluate(async (svg) => {
    const element = /** @type {any} */ (document.querySelector("mha-heads"));
    const attention = { data: new Float32Array(2 * 4 * 50).fill(0.02), shape: [2, 4, 50] };
    const image = new Blob([svg], { type: "image/svg+xml" });
    Object.assign(element, { attention, image, grid: [7, 7], extra: 1 });
    await element.loaded();
    await element.updateComplete;
    const { image: raster, trouble } = element.store.state.picture.patches;
    return { trouble, size: [raster?.width, raster?.height] };
  }, IMAGE);
  assert.deepEqual(ofBlob, { trouble: null, size: [70, 70] }, "a file of an SVG");
  const queries = page.locator("mha-patch-head select").first();
  await queries.selectOption("2");
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector("mha-heads")).store.state.selection.token === 2,
  );
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector("mha-heads")).store.select({ token: 3 }),
  );
  await drawn(page);
  assert.equal(
    await queries.inputValue(),
    "3",
    "the list follows the selection after the reader has used it",
  );
  assert.deepEqual([seen.violations, seen.foreign], [[], []]);
  await close();
});
