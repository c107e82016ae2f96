// The layout of the hosted page: all widths, with and without motion, light and dark.
import assert from "node:assert/strict";
import test from "node:test";
import { framesDuring } from "./support/frames.js";
import { useSharedTab } from "./support/index.js";
import { drawn, goTo, painted as figuresPainted, ready } from "./support/explainer.js";
import { pairs, sample } from "./support/nightly.js";
import { until } from "./support/until.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();
const STEPS =
  "x q q_split q_heads k_t scores scaled masked weights context context_t context_c concat output".split(" ");
const WIDTHS = sample([320, 360, 390, 768, 1024, 1280, 1366, 1440, 2560], 0, 3, 4, 7, 8);

/** @param {import("./support/index.js").Options} [options] */
async function openPage(options) {
  const opened = await browser.open("?step=q_heads", { reducedMotion: "reduce", ...options });
  await ready(opened.page);
  return opened;
}

/** @param {Page} page @param {string} name */
const control = (page, name) => page.locator("mha-controls").getByLabel(name);

/** Snapshot of the stage's canvas. @param {Page} page @returns {Promise<string>} */
const canvas = (page) =>
  page.locator("mha-stage canvas").evaluate((it) => /** @type {HTMLCanvasElement} */ (it).toDataURL());

/** A computed style of the first element that matches. @param {Page} page @param {string} selector @param {"direction" | "color"} property */
const styled = (page, selector, property) =>
  page
    .locator(selector)
    .first()
    .evaluate((it, name) => getComputedStyle(it)[name], property);

test("sentence, Edit and controls fit one line at 1440 px, with any mask", async () => {
  const { page, close } = await openPage({ viewport: { width: 1440, height: 900 } });
  for (const mask of ["none", "causal"]) {
    await control(page, "mask").selectOption(mask);
    await drawn(page);
    const boxes = await Promise.all(
      ["mha-sentence .token", "mha-sentence .edit", "mha-controls"].map((each) =>
        page.locator(each).first().boundingBox(),
      ),
    );
    const middles = boxes.map((box) => (box ? box.y + box.height / 2 : NaN));
    assert.ok(Math.max(...middles) - Math.min(...middles) < 4, `${mask}: ${middles}`);
  }
  await close();
});

test("the control that opens more settings stays under the pointer", async () => {
  const { page, close } = await openPage();
  const more = page.getByRole("button", { name: "more" });
  const inside = page.getByRole("button", { name: "Attend to a second sentence" });
  for (const width of sample([390, 1024, 1280, 1440], 0, 2)) {
    await page.setViewportSize({ width, height: 900 });
    await drawn(page);
    const before = await more.boundingBox();
    await more.click();
    await inside.waitFor();
    assert.deepEqual(await more.boundingBox(), before, `${width} px`);
    await more.click();
    await inside.waitFor({ state: "hidden" });
  }
  await close();
});

test("nothing scrolls sideways, from a phone to a wide screen, on any step, and no line starts with closing punctuation", async () => {
  const { page, close } = await openPage();
  await control(page, "mask").selectOption("causal");
  let ends = 0;
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const [step] of pairs(STEPS, WIDTHS).filter(([, at]) => at === width)) {
      await goTo(page, step);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${step}: ${wide} px in ${width}`);
      const apart = await page
        .locator("mha-words p")
        .first()
        .evaluate((p) => {
          const range = document.createRange();
          const middleOf = (/** @type {Node} */ text, /** @type {number} */ at) => {
            range.setStart(text, at);
            range.setEnd(text, at + 1);
            const { top, bottom } = range.getBoundingClientRect();
            return (top + bottom) / 2;
          };
          const walker = document.createTreeWalker(p, NodeFilter.SHOW_TEXT);
          const all = /** @type {Text[]} */ ([]);
          while (walker.nextNode()) all.push(/** @type {Text} */ (walker.currentNode));
          const said = all.filter(({ data }) => data);
          return said.flatMap((text, i) => {
            const before = said[i - 1];
            if (!before || !/^[.,:']/.test(text.data)) return [];
            return [Math.abs(middleOf(text, 0) - middleOf(before, before.length - 1))];
          });
        });
      ends += apart.length;
      assert.ok(Math.max(0, ...apart) < 12, `${step} in ${width} px: ${apart}`);
    }
  }
  assert.ok(ends > 10, `${ends} were looked at`);
  await close();
});

test("figures out of view are painted when they come into view, or when the page is idle", async () => {
  const { page, close } = await openPage({ viewport: { width: 1440, height: 700 } });
  const tape = page.locator("mha-tape canvas");
  const painted = () => tape.evaluate((it) => /** @type {HTMLCanvasElement} */ (it).toDataURL());
  await figuresPainted(page);
  const before = await painted();
  // Reads the state in the page, after the frame that paints visible figures: calls from the test may take
  // longer than the page waits until idle.
  const during = await page.evaluate(
    async (canvas) => {
      const element = /** @type {any} */ (document.querySelector("mha-explainer"));
      element.step = "weights";
      await element.updateComplete;
      await new Promise(requestAnimationFrame);
      return /** @type {HTMLCanvasElement} */ (canvas).toDataURL();
    },
    await tape.elementHandle(),
  );
  assert.equal(during, before, "not yet");
  await until(async () => (await painted()) !== before, "the idle page has painted the figure out of view");
  const weights = await painted();
  await goTo(page, "x");
  await tape.scrollIntoViewIfNeeded();
  await drawn(page);
  assert.notEqual(await painted(), weights);
  await close();
});

test("names and shapes on the map never touch", async () => {
  const { page, close } = await openPage();
  const layers = [{}, { causal: true }, { kvHeads: 2, keyTokens: ["eins", "zwei", "drei"] }];
  const sizes = [
    [1000, 12],
    [1200, 12],
    [1440, 12],
    [1440, 120],
    [1920, 400],
    [2560, 12],
  ];
  for (const settings of layers) {
    await page.evaluate((more) => {
      Object.assign(/** @type {any} */ (document.querySelector("mha-explainer")), more);
    }, settings);
    for (const [, [width, tokens]] of pairs(layers, sizes).filter(([layer]) => layer === settings)) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate((count) => {
        /** @type {any} */ (document.querySelector("mha-explainer")).tokens = Array.from(
          { length: count },
          () => "a",
        );
      }, tokens);
      for (const step of sample(["q_heads", "v_split", "k_t", "output"], 1, 2)) {
        await goTo(page, step);
        const boxes = await page.locator("mha-track text").evaluateAll((all) =>
          all.map((one) => {
            const { x, y, width: w, height: h } = one.getBoundingClientRect();
            return { text: one.textContent ?? "", x, y: y + 2, w, h: h - 4 };
          }),
        );
        for (const [i, a] of boxes.entries())
          for (const b of boxes.slice(i + 1))
            assert.ok(
              a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y,
              `${a.text} on ${b.text}, ${Object.keys(settings)}, ${tokens} tokens, ${step}, ${width} px`,
            );
      }
    }
  }
  await close();
});

test("with reduced motion, cells jump on entering a step", async () => {
  const { page, close } = await openPage();
  const station = page.locator('mha-track [data-id="context_c"] .target');
  const frames = await framesDuring(page, () => station.click());
  assert.equal(frames.length, 2, "before and after");
  await close();
});

test("both themes: the system's, and the other one by the button", async () => {
  const { page, close } = await openPage();
  const paper = () =>
    page.evaluate(
      () =>
        getComputedStyle(/** @type {Element} */ (document.querySelector("mha-explainer"))).backgroundColor,
    );
  const [light, dark] = ["rgb(251, 250, 247)", "rgb(20, 21, 26)"];
  const pictures = { [light]: await canvas(page), [dark]: "" };
  assert.equal(await paper(), light);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.equal(await paper(), dark);
  await until(async () => (await canvas(page)) !== pictures[light], "the picture follows");
  await drawn(page);
  pictures[dark] = await canvas(page);
  for (const [scheme, expected] of /** @type {const} */ ([
    ["dark", light],
    ["dark", dark],
    ["light", light],
    ["light", dark],
  ])) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.getByRole("button", { name: "Switch between light and dark" }).click();
    assert.equal(await paper(), expected);
    await until(async () => (await canvas(page)) === pictures[expected], "the picture follows the button");
  }
  await close();
});

test("on a right-to-left page, pictures, shapes and code are unchanged", async () => {
  const { page, close } = await openPage();
  const pictures = async () => {
    await goTo(page, "q");
    await goTo(page, "q_heads");
    const digest = await page.evaluate(async () => {
      const blob = await /** @type {any} */ (document.querySelector("mha-explainer")).toBlob({ scale: 1 });
      return new Uint8Array(await crypto.subtle.digest("SHA-256", await blob.arrayBuffer())).join();
    });
    return [await canvas(page), digest];
  };
  const before = await pictures();
  await page.evaluate(() => (document.documentElement.dir = "rtl"));
  assert.ok((await pictures()).join() === before.join(), "to the pixel");
  for (const part of ["mha-words .shape", "mha-code code", "mha-tape .sum", "mha-sentence"])
    assert.equal(await styled(page, part, "direction"), "ltr", part);
  await close();
});

test("a dark page prints light, including its pictures", async () => {
  const { page, close } = await openPage();
  const expected = await canvas(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.evaluate(() => {
    document.documentElement.className = "dark";
    /** @type {any} */ (document.querySelector("mha-explainer")).theme = "dark";
  });
  await drawn(page);
  const dark = await canvas(page);
  assert.ok(dark !== expected);
  await page.evaluate(() => {
    addEventListener("beforeprint", () =>
      queueMicrotask(() =>
        queueMicrotask(() =>
          queueMicrotask(() => {
            const walk = document.querySelector("mha-explainer")?.shadowRoot?.querySelector("mha-shape-walk");
            const stage = walk?.shadowRoot
              ?.querySelector("mha-stage")
              ?.shadowRoot?.querySelector("mha-figure");
            Object.assign(window, { printed: stage?.shadowRoot?.querySelector("canvas")?.toDataURL() });
          }),
        ),
      ),
    );
  });
  await page.pdf({ pageRanges: "1" });
  assert.ok((await page.evaluate("printed")) === expected, "the picture");
  await until(async () => (await canvas(page)) === dark, "on the screen it is dark again");
  await page.emulateMedia({ media: "print" });
  for (const place of ["h1", "mha-words h2"])
    assert.equal(await styled(page, place, "color"), "rgb(29, 28, 26)", place);
  await close();
});

test("with zoom, pictures are drawn at the screen's resolution", async () => {
  const { page, close } = await openPage({ viewport: null, isFresh: true });
  await page.evaluate(() => {
    document.body.style.setProperty("width", "900px");
    document.documentElement.style.setProperty("--gutter", "16px");
  });
  const session = await page.context().newCDPSession(page);
  for (const zoom of [1, 2, 1.25]) {
    const size = { width: Math.round(1800 / zoom), height: 900 };
    const metrics = { ...size, mobile: false, deviceScaleFactor: zoom };
    await session.send("Emulation.setDeviceMetricsOverride", metrics);
    const isSharp = () =>
      page.locator("mha-stage canvas").evaluate((it) => {
        const { width, clientWidth } = /** @type {HTMLCanvasElement} */ (it);
        return Math.abs(width - clientWidth * devicePixelRatio) <= 2;
      });
    await until(isSharp, `sharp at ${zoom}`);
  }
  await close();
});

test("pictures are drawn again when CSS zooms an element of fixed width", async () => {
  const { page, close } = await openPage();
  await page.locator("mha-stage mha-figure").evaluate((figure) => {
    figure.style.setProperty("width", "400px");
  });
  for (const zoom of [1, 1.5, 1]) {
    await page.locator("mha-stage mha-figure").evaluate((figure, zoom) => {
      figure.style.setProperty("zoom", String(zoom));
    }, zoom);
    const isSharp = () =>
      page
        .locator("mha-stage canvas")
        .evaluate(
          (canvas, zoom) =>
            Math.abs(/** @type {HTMLCanvasElement} */ (canvas).width - 400 * zoom * devicePixelRatio) <= 8,
          zoom,
        );
    await until(isSharp, `sharp at zoom ${zoom}`);
  }
  await close();
});

test("with forced colours, the selection and the current line stay visible", async () => {
  const { page, close } = await openPage({ forcedColors: "active" });
  const background = (/** @type {string} */ place) =>
    page
      .locator(place)
      .first()
      .evaluate((it) => getComputedStyle(it).backgroundColor);
  for (const [part, attribute] of [
    ["mha-sentence .token", "aria-pressed"],
    ["mha-tape button", "aria-pressed"],
    ["mha-code button", "aria-selected"],
  ])
    assert.notEqual(
      await background(`${part}[${attribute}=true]`),
      await background(`${part}[${attribute}=false]`),
      part,
    );
  const borders = await page
    .locator("mha-code .line")
    .evaluateAll((lines) =>
      lines.map((line) => `${line.className.trim()} ${getComputedStyle(line).borderLeftWidth}`),
    );
  assert.deepEqual(new Set(borders), new Set(["line 0px", "line now 2px"]));
  await close();
});
