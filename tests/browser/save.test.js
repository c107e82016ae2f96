// The menu ⋯ of a figure, which saves the picture, or its numbers, as a file, and shows only on hover and focus in articles.
import assert from "node:assert/strict";
import test from "node:test";
import { bytesOf } from "./support/downloads.js";
import { drawn, goTo, ready, useOnePage } from "./support/explainer.js";
import { openMenu } from "./support/figure-menu.js";
import { findAxeViolations, useSharedTab } from "./support/index.js";
import { IS_NIGHTLY, sample } from "./support/nightly.js";

const TAG = 'tokens="The cat sat" heads="2" d-model="8" step="weights" head="1"';

/** @param {string} body @param {string} [lang] */
const html = (body, lang = "en") =>
  `<!doctype html><html lang="${lang}"><head><title>A post</title><link rel="icon" href="data:,">
  <script type="module" src="modules/headscope.js"></script></head><body><main><h1>A post</h1>${body}</main></body></html>`;

const browser = useSharedTab({
  "walk.html": html(`<mha-explainer ${TAG}></mha-explainer>`),
  "heads.html": html(
    `<mha-explainer view="heads" ${TAG}></mha-explainer><mha-explainer id="wrong" ${TAG} wrong="no_scale" loading="eager"></mha-explainer>`,
  ),
  "none.html": html(
    `<mha-explainer ${TAG} loading="eager" controls="none"></mha-explainer><mha-explainer id="code" view="code" ${TAG} loading="eager" readonly></mha-explainer>
    <mha-heads ${TAG} loading="eager" readonly></mha-heads>`,
  ),
  "fr.html": html(`<mha-memory ${TAG}></mha-memory>`, "fr"),
  "link.html": html(
    `<mha-explainer ${TAG} causal link="https://example.org/headscope"></mha-explainer>
    <mha-heatmap id="map" for="walk" lang="fr" link="https://example.org/headscope/"></mha-heatmap>
    <mha-heatmap id="none" ${TAG} loading="eager" link="none"></mha-heatmap>
    <mha-heatmap id="refused" ${TAG} loading="eager" link="javascript:alert(1)"></mha-heatmap>
    <a-card id="card"></a-card>
    <mha-heatmap id="own" tokens="a b" loading="eager" link="https://example.org/"></mha-heatmap>
    <script type="module" src="own.js"></script><script src="card.js"></script>`,
  ).replace("<mha-explainer", '<mha-explainer id="walk"'),
  "card.js": `customElements.define("a-card", class extends HTMLElement {
    link = "https://example.com/";
    hosted = { page: "card.html", params: () => new URLSearchParams() };
    constructor() {
      super();
      this.attachShadow({ mode: "open" }).innerHTML = '<mha-heatmap ${TAG} loading="eager"></mha-heatmap>';
    }
  });`,
  "own.js": `document.querySelector("#own").attention = { data: new Float32Array(8).fill(0.5), shape: [2, 2, 2] };`,
  "zh.html": html(`<mha-memory ${TAG}></mha-memory>`, "zh"),
});

/** The article with a walk, at the step of its attribute, for one test after another. */
const openArticle = useOnePage(
  async () => {
    const opened = await browser.open("walk.html");
    await ready(opened.page);
    return opened;
  },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await goTo(page, "weights");
  },
);

/** @param {import("playwright-core").Page} page @param {string} view @param {string} kind */
async function savedAs(page, view, kind) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page
      .locator(`mha-save[view=${view}]`)
      .getByRole("button", { name: new RegExp(`\\.${kind}$`) })
      .click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await bytesOf(download) };
}

/** Opacity of the button of the step's menu. @param {import("playwright-core").Page} page */
const shown = (page) =>
  page
    .locator("mha-save[view=walk]")
    .getByRole("button")
    .evaluate((button) => getComputedStyle(button).opacity);

test("the step's picture is saved as the element's methods return it, as SVG, PNG and numbers; in an article the button of the menu shows while the element is hovered or focused", async () => {
  const { page, seen, close } = await openArticle();
  await drawn(page);
  await page.mouse.move(0, 0);
  assert.equal(await shown(page), "0");
  await page.locator("mha-stage mha-figure").hover();
  assert.equal(await shown(page), "1");
  await page.mouse.move(0, 0);
  assert.equal(await shown(page), "0");
  await page.locator("mha-save[view=memory]").getByRole("button").focus();
  assert.equal(await shown(page), "1");
  const menu = page.locator("mha-save[view=walk]");
  assert.equal(await menu.getByRole("button").count(), 1, "closed at first");
  const button = await openMenu(menu);
  await menu.getByRole("button", { name: /svg$/ }).waitFor();
  assert.equal(await button.getAttribute("aria-expanded"), "true");
  const [svg, csv] = await page.evaluate(async () => {
    const element = /** @type {any} */ (document.querySelector("mha-explainer"));
    return [await element.toSVG(), await element.toCSV()];
  });
  const picture = await savedAs(page, "walk", "svg");
  assert.deepEqual([picture.name, picture.bytes.toString()], ["weights.svg", svg]);
  const numbers = await savedAs(page, "walk", "csv");
  assert.deepEqual([numbers.name, numbers.bytes.toString()], ["weights.csv", csv]);
  const png = await savedAs(page, "walk", "png");
  assert.deepEqual([png.name, png.bytes.subarray(1, 4).toString()], ["weights.png", "PNG"]);
  await page.keyboard.press("Escape");
  assert.equal(await menu.getByRole("button").count(), 1);
  assert.ok(await button.evaluate((it) => /** @type {ShadowRoot} */ (it.getRootNode()).activeElement === it));
  seen.assertQuiet();
  await close();
});

test("axe finds nothing in the open menu, wide and narrow", async () => {
  const { page, close } = await openArticle();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await drawn(page);
    for (const view of sample(["walk", "memory"], width === 1440 ? 1 : 0)) {
      const menu = page.locator(`mha-save[view=${view}]`);
      await openMenu(menu);
      await menu.getByRole("button", { name: /csv$/ }).waitFor();
      if (IS_NIGHTLY || width === 390) assert.deepEqual(await findAxeViolations(page), []);
      const panel = await menu.locator("#panel").boundingBox();
      assert.ok(panel && panel.x >= 0 && panel.x + panel.width <= width, JSON.stringify(panel));
      const buttons = menu.getByRole("button");
      assert.equal(await buttons.count(), view === "walk" ? 6 : 4);
      const sizes = await buttons.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().toJSON()));
      for (const { width, height } of sizes)
        assert.ok(height >= 24 && width >= 24, `${width} × ${height} px`);
      await page.keyboard.press("Escape");
    }
  }
  await close();
});

test("the walk is saved as a GIF of less than 2 MB, which begins with the picture of the step and shows each step after it", async () => {
  const { page, seen, close } = await openArticle();
  await page.evaluate(() => /** @type {any} */ (document.querySelector("mha-explainer")).goTo("context_t"));
  await openMenu(page.locator("mha-save[view=walk]"));
  const { name, bytes } = await savedAs(page, "walk", "gif");
  assert.equal(name, "context_t.gif");
  assert.ok(bytes.length < 2_000_000, `${bytes.length} bytes`);
  const { count, repeats, rests, difference, last } = await page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const decoder = new /** @type {any} */ (window).ImageDecoder({ data, type: "image/gif" });
    await Promise.all([decoder.tracks.ready, decoder.completed]);
    const { frameCount, repetitionCount } = decoder.tracks.selectedTrack;
    const frames = [];
    for (let frameIndex = 0; frameIndex < frameCount; frameIndex++)
      frames.push((await decoder.decode({ frameIndex })).image);
    const element = /** @type {any} */ (document.querySelector("mha-explainer"));
    /** Largest difference of a channel to a picture of the element. @param {any} frame */
    const differenceOf = async (frame) => {
      const still = await createImageBitmap(await element.toBlob({ width: 800, scale: 1 }));
      const [width, height] = [still.width, Math.min(still.height, frame.displayHeight)];
      const pixels = [frame, still].map((image) => {
        const context = /** @type {any} */ (new OffscreenCanvas(width, height).getContext("2d"));
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, width, height).data;
      });
      let most = frame.displayWidth === width ? 0 : 255;
      for (let i = 0; i < pixels[0].length; i++) most = Math.max(most, Math.abs(pixels[0][i] - pixels[1][i]));
      return most;
    };
    const difference = await differenceOf(frames[0]);
    await element.goTo("output");
    const last = await differenceOf(frames.at(-1));
    const rests = frames.filter(({ duration }) => duration === 1_500_000).length;
    return { count: frameCount, repeats: repetitionCount, rests, difference, last };
  }, bytes.toString("base64"));
  assert.equal(repeats, Infinity);
  assert.equal(rests, 4, "context_t, context_c, concat, output");
  assert.ok(count > rests, "cells move between steps");
  assert.ok(difference <= 16 && last <= 16, `colours differ by ${difference} and ${last} of 255`);
  seen.assertQuiet();
  await close();
});

test("on touch screens the button always shows; where the browser encodes no videos, the menu offers no WebM; read-only figures and figures without controls have no save menu", async () => {
  const { page, close } = await browser.open("walk.html", {
    ...{ hasTouch: true, isMobile: true },
    first: "delete window.VideoEncoder",
  });
  await ready(page);
  await drawn(page);
  assert.equal(await shown(page), "1");
  const menu = page.locator("mha-save[view=walk]");
  await openMenu(menu);
  assert.equal(await menu.getByRole("button", { name: /gif$/ }).count(), 1);
  assert.equal(await menu.getByRole("button", { name: /webm$/ }).count(), 0);
  await page.goto(new URL("none.html", browser.url).href);
  for (const each of ["mha-explainer", "#code", "mha-heads"]) await ready(page, each);
  await drawn(page);
  assert.equal(await page.locator("mha-save button").count(), 0);
  await close();
});

test("each picture has its own menu: the memory, all heads, one head, and a wrong path; keys: Enter, Space and the down arrow open the menu, arrows move in it, Escape closes it and returns the focus", async () => {
  const { page, seen, close } = await browser.open("walk.html");
  for (const [name, view, file, title] of [
    ["walk.html", "memory", "memory-weights.svg", "The memory behind weights"],
    ["heads.html", "map", "heads.svg", "Attention of every head"],
    ["heads.html", "head", "head-1.svg", "Head 1"],
  ]) {
    if (!page.url().endsWith(name)) await page.goto(new URL(name, browser.url).href);
    await ready(page);
    await drawn(page);
    await openMenu(page.locator(`mha-${view === "head" ? "one-head" : `save[view=${view}]`}`));
    const saved = await savedAs(page, view, "svg");
    assert.equal(saved.name, file);
    assert.match(saved.bytes.toString(), new RegExp(`<title>${title}: multi-head attention</title>`));
  }
  await ready(page, "#wrong");
  await openMenu(page.locator("mha-compare mha-save"));
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator("mha-compare mha-save").getByRole("button", { name: /svg$/ }).click(),
  ]);
  assert.match((await bytesOf(download)).toString(), /<title>The wider the head, the sharper/);
  await page.keyboard.press("Escape");

  const maps = page.locator("mha-maps");
  const button = maps.getByRole("button", { name: "Figure options" });
  const isFocused = (/** @type {string} */ name) =>
    maps.getByRole("button", { name, exact: true }).and(page.locator(":focus")).waitFor();
  for (const key of ["Enter", "Space", "ArrowDown"]) {
    await button.press(key);
    await isFocused("Download heads.svg");
    if (key === "ArrowDown") {
      await page.keyboard.press("ArrowUp");
      await isFocused("cividis");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowRight");
      await isFocused("Download heads.png");
    }
    await page.keyboard.press("Escape");
    await isFocused("Figure options");
    assert.equal(await maps.getByRole("button", { name: "cividis" }).count(), 0, `closed after ${key}`);
  }
  await page.keyboard.press("Enter");
  await isFocused("Download heads.svg");
  for (const name of ["one each", "log", "viridis"]) await maps.getByRole("button", { name }).click();
  assert.equal(await maps.getByRole("button", { name: "log", pressed: true }).count(), 1, "stays open");
  await button.focus();
  await page.keyboard.press("Shift+Tab");
  await button.and(page.locator("[aria-expanded=false]")).waitFor();
  seen.assertQuiet();
  await close();
});

for (const [lang, word, options] of sample(
  [
    ["fr", "Télécharger", "Options de la figure"],
    ["zh", "下载", "图的选项"],
  ],
  0,
))
  test(`the menu speaks the reader's language: ${lang}`, async () => {
    const { page, close } = await browser.open(`${lang}.html`);
    await ready(page, "mha-memory");
    const menu = page.locator("mha-save");
    await menu.getByRole("button", { name: options, exact: true }).click();
    await menu.getByRole("button", { name: `${word} memory-weights.png`, exact: true }).waitFor();
    await close();
  });

test("the walk is saved as a WebM of less than 2 MB, which begins with the picture of the step and ends with the last one", async () => {
  // The policy of the pages allows no videos.
  const { page, seen, close } = await browser.open("walk.html", { bypassCSP: true, isFresh: true });
  await ready(page);
  await page.evaluate(() => /** @type {any} */ (document.querySelector("mha-explainer")).goTo("concat"));
  await openMenu(page.locator("mha-save[view=walk]"));
  const { name, bytes } = await savedAs(page, "walk", "webm");
  assert.equal(name, "concat.webm");
  assert.ok(bytes.length < 2_000_000, `${bytes.length} bytes`);
  const { duration, first, last, other } = await page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const video = document.createElement("video");
    await new Promise((resolve, reject) => {
      video.addEventListener("loadeddata", resolve);
      video.addEventListener("error", () => reject(new Error(video.error?.message)));
      video.src = URL.createObjectURL(new Blob([data], { type: "video/webm" }));
    });
    const element = /** @type {any} */ (document.querySelector("mha-explainer"));
    /** Mean difference of a channel between the frame on show and the picture of the element. */
    const difference = async () => {
      const still = await createImageBitmap(await element.toBlob({ width: 800, scale: 1 }));
      const [width, height] = [still.width, Math.min(still.height, video.videoHeight)];
      const [a, b] = [video, still].map((image) => {
        const context = /** @type {any} */ (new OffscreenCanvas(width, height).getContext("2d"));
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, width, height).data;
      });
      let sum = 0;
      for (let i = 0; i < a.length; i++) sum += Math.abs(a[i] - b[i]);
      return sum / a.length;
    };
    const seek = (/** @type {number} */ time) =>
      new Promise((resolve) => {
        video.addEventListener("seeked", resolve, { once: true });
        video.currentTime = time;
      });
    await seek(0.5);
    const first = await difference();
    await seek(video.duration);
    const other = await difference();
    await element.goTo("output");
    return { duration: video.duration, first, other, last: await difference() };
  }, bytes.toString("base64"));
  assert.equal(duration, 3, "two steps of 1.5 s");
  assert.ok(first < 3 && last < 3, `colours differ by ${first} and ${last} of 255`);
  assert.ok(other > 2 * Math.max(first, last), `the last picture differs from the first by ${other}`);
  seen.assertQuiet();
  await close();
});

test("“Open in Headscope” leads to the hosted page with the same state, unless the author takes the link away", async () => {
  const { page, seen, close } = await browser.open("link.html", { bypassCSP: true });
  await ready(page);
  const linkIn = (/** @type {string} */ menu) => page.locator(menu).getByRole("link");
  await openMenu(page.locator("#walk mha-save[view=walk]"));
  const link = linkIn("#walk mha-save[view=walk]");
  await link.focus();
  const address = new URL((await link.getAttribute("href")) ?? "");
  assert.equal(`${address.origin}${address.pathname}`, "https://example.org/headscope/");
  assert.deepEqual(
    [await link.textContent(), await link.getAttribute("target"), await link.getAttribute("rel")],
    ["Open in Headscope", "_blank", "noopener noreferrer"],
  );
  const state = await page.locator("#walk").evaluate((it) => /** @type {any} */ (it).state);
  await page.keyboard.press("Escape");
  await page.locator("#map mha-more [popovertarget]").click();
  await linkIn("#map").focus();
  assert.equal(await linkIn("#map").textContent(), "Ouvrir dans Headscope");
  const ofHeads = new URL((await linkIn("#map").getAttribute("href")) ?? "");
  assert.deepEqual(
    [ofHeads.pathname, ofHeads.search],
    ["/headscope/heads.html", `${address.search}&lang=fr`],
  );
  await page.keyboard.press("Escape");
  for (const id of ["none", "refused", "own"]) {
    const menu = page.locator(`#${id}`);
    await menu.scrollIntoViewIfNeeded();
    await openMenu(menu);
    await menu.getByRole("button", { name: /svg$/ }).waitFor();
    assert.equal(await linkIn(`#${id}`).count(), 0, id);
    await page.keyboard.press("Escape");
  }
  const card = page.locator("#card");
  await openMenu(card);
  assert.equal(
    await card.locator('a[href^="https://example.com"]').count(),
    0,
    "a property of the page's own element",
  );
  await page.keyboard.press("Escape");
  assert.equal(seen.errors.length, 1, seen.errors.join("\n"));
  assert.match(seen.errors[0], /link "javascript:alert\(1\)" is neither "none" nor an address/);
  seen.forget();
  await close();
  const hosted = await browser.open(`${address.search}`);
  await ready(hosted.page);
  assert.deepEqual(
    await hosted.page.locator("mha-explainer").evaluate((it) => /** @type {any} */ (it).state),
    state,
  );
  await openMenu(hosted.page.locator("mha-save[view=walk]"));
  assert.equal(await hosted.page.locator("mha-save").getByRole("link").count(), 0);
  hosted.seen.assertQuiet();
  await hosted.close();
});
