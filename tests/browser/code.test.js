// The code beside the picture: languages, names that highlight their tensors, the whole program on the clipboard.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { compute } from "../../web/kit/state/picture.js";
import { DEFAULTS, OPENING } from "../../web/kit/state/settings.js";
import { tokenize } from "../../web/kit/state/tokens.js";
import { npz } from "../../web/kit/state/npz.js";
import { arraysOf } from "../../web/kit/text/code/arrays.js";
import { program } from "../../web/kit/text/code/program.js";
import { languages } from "../page/support/languages.js";
import { bytesOf } from "./support/downloads.js";
import { injectAxeInSchemes, useBrowser } from "./support/index.js";
import { drawn, goTo, ready, showAddress, stepOf, useOnePage } from "./support/explainer.js";
import { pairs, sample } from "./support/nightly.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useBrowser();
const LANGUAGES = await languages();
const NAMES = LANGUAGES.map(({ name }) => name);

const ADDRESS = "?step=q_heads";

/** Opens a page of its own. @param {Parameters<typeof browser.open>[1]} options */
async function openFresh(options) {
  const opened = await browser.open(ADDRESS, { reducedMotion: "reduce", ...options });
  await ready(opened.page);
  return opened;
}

const openPage = useOnePage(
  () => openFresh({ permissions: ["clipboard-read", "clipboard-write"] }),
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await showAddress(page, ADDRESS);
  },
);

/** @param {Page} page @param {string} name */
const tab = (page, name) => page.getByRole("tab", { name, exact: true });

/** Lines of the code box; current lines begin with >. @param {Page} page */
async function lines(page) {
  await drawn(page);
  return page
    .locator("mha-code-lines .line")
    .evaluateAll((all) =>
      all.map(
        (line) =>
          `${line.classList.contains("now") ? "> " : ""}${line.textContent?.replace(/\s+/g, " ").trim()}`,
      ),
    );
}

/** The names in a line of the code box. @param {Page} page @param {number} line */
const namesIn = (page, line) => page.locator("mha-code-lines .line").nth(line).locator(".name");

/** Stations highlighted because a name is hovered. @param {Page} page */
const named = (page) =>
  page
    .locator("mha-track .named")
    .evaluateAll((all) => all.map((station) => station.getAttribute("data-id")));

test("the code shows the lines around the step, the current line with its shape, in every language", async () => {
  const { page, seen, close } = await openPage();
  const cut = await page
    .locator("mha-code [role=tab]")
    .evaluateAll((all) =>
      all.filter((it) => it.scrollWidth > it.clientWidth + 1).map((it) => it.textContent),
    );
  assert.deepEqual(cut, [], "no name of a language runs into the next");
  assert.deepEqual(await lines(page), [
    "q = x @ w_q",
    "q = q.view(1, 12, 8, 8)",
    "> q = q.transpose(1, 2)# (1, 8, 12, 8)",
    "scores = q @ k_t",
  ]);
  await tab(page, "NumPy").click();
  await goTo(page, "weights");
  assert.deepEqual(await lines(page), [
    "scores = scores / math.sqrt(8)",
    "> weights = np.exp(scores - scores.max(-1, keepdims=True))",
    "> weights = weights / weights.sum(-1, keepdims=True)# (1, 8, 12, 12)",
    "context = weights @ v",
  ]);
  await tab(page, "C++").click();
  await page.locator("mha-controls").getByLabel("heads", { exact: true }).fill("4");
  await drawn(page);
  assert.ok((await lines(page)).includes("scores = scale(scores, 1 / std::sqrt(16));"));
  seen.assertQuiet();
  await close();
});

test("languages are tabs: arrow keys, Home and End choose one, and the step stays", async () => {
  const { page, close } = await openPage();
  const selected = () => page.locator("mha-code [aria-selected=true]").textContent();
  await tab(page, "PyTorch").focus();
  for (const [key, name] of [
    ["ArrowRight", "Module"],
    ["ArrowRight", "NumPy"],
    ["End", "Keras"],
    ["ArrowRight", "PyTorch"],
    ["ArrowLeft", "Keras"],
    ["Home", "PyTorch"],
  ]) {
    await page.keyboard.press(key);
    assert.equal((await selected())?.trim(), name, key);
    assert.equal(await tab(page, name).evaluate((it) => it.matches(":focus")), true, key);
  }
  assert.deepEqual(
    await page.getByRole("tab").evaluateAll((all) => all.map((it) => it.getAttribute("tabindex"))),
    ["0", ...Array.from(NAMES.slice(1), () => "-1")],
  );
  assert.equal(await stepOf(page), "q_heads");
  await close();
});

test("hovering a name highlights its tensor on the map; a click goes to its step", async () => {
  const { page, seen, close } = await openPage();
  assert.deepEqual(await named(page), []);
  await namesIn(page, 2).nth(1).hover();
  assert.deepEqual(await named(page), ["q_split"], "q on the right is the q from before");
  await namesIn(page, 2).nth(0).hover();
  assert.deepEqual(await named(page), ["q_heads"]);
  await page.locator("mha-words h2").hover();
  assert.deepEqual(await named(page), []);
  await namesIn(page, 3).last().click();
  assert.equal(await stepOf(page), "k_t");
  seen.assertQuiet();
  await close();
});

test("the names have one tab stop, and arrow keys move between them", async () => {
  const { page, close } = await openPage();
  await page.getByRole("button", { name: "Copy the whole PyTorch program" }).focus();
  await page.keyboard.press("Tab");
  assert.deepEqual(await named(page), ["q_heads"], "the tab stop begins in the current line");
  await page.keyboard.press("ArrowLeft");
  assert.deepEqual(await named(page), ["q"]);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await named(page), ["x"]);
  assert.equal(await stepOf(page), "q_heads", "no step was taken");
  await page.keyboard.press("Enter");
  assert.equal(await stepOf(page), "x");
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await named(page), ["q"], "arrow keys continue from the current name");
  await page.keyboard.press("Tab");
  assert.equal(await page.locator("mha-code-lines :focus").count(), 0, "one Tab leaves them");
  await close();
});

test("a hovered name is highlighted in the title of its tensor on the stage", async () => {
  const { page, close } = await openPage();
  const picture = () =>
    page.locator("mha-stage canvas").evaluate((it) => /** @type {HTMLCanvasElement} */ (it).toDataURL());
  const plain = await picture();
  await namesIn(page, 2).nth(0).hover();
  await drawn(page);
  assert.notEqual(await picture(), plain);
  await page.locator("mha-words h2").hover();
  await drawn(page);
  assert.equal(await picture(), plain);
  await close();
});

test("a wrong path has its own program, in the chosen language", async () => {
  const { page, seen, close } = await openPage();
  await tab(page, "NumPy").click();
  await page.getByRole("button", { name: ".view(1, 8, 12, 8)" }).click();
  assert.deepEqual(await lines(page), [
    "def attention(x, w_q, w_k, w_v, w_o, H):",
    "q = x @ w_q",
    "> q = q.reshape(1, 8, 12, 8)# (1, 8, 12, 8)",
    "scores = q @ k_t",
  ]);
  await page.getByRole("button", { name: "Copy the whole NumPy program" }).click();
  await page.getByRole("button", { name: "Copied", exact: true }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /\n {4}k = k\.reshape\(B, H, T, d_k\) +# \(B, H, T, d_k\)\n/);
  assert.doesNotMatch(copied, /k\.transpose/);
  seen.assertQuiet();
  await close();
});

/** The expected programs for the page's defaults. */
async function programs() {
  const picture = compute(await loadCore(), { tokens: tokenize(OPENING), ...DEFAULTS });
  return LANGUAGES.map((language) => program(language, picture));
}

const WHAT = "the page's numbers, for the program";

/** The button that saves the numbers. @param {Page} page */
const npzButton = (page) => page.getByRole("button", { name: /^Download headscope\.npz/ });

/** The file that is saved by pressing Enter on the button. @param {Page} page */
async function saved(page) {
  const [download] = await Promise.all([page.waitForEvent("download"), npzButton(page).press("Enter")]);
  assert.equal(download.suggestedFilename(), "headscope.npz");
  return bytesOf(download);
}

test("the numbers that programs read can be saved by keyboard, and are the core's for the shown path", async () => {
  const { page, seen, close } = await openPage();
  const core = await loadCore();
  const settings = { tokens: tokenize(OPENING), ...DEFAULTS };
  const right = Buffer.from(npz(arraysOf(compute(core, settings))));
  for (const name of ["PyTorch", "Module", "NumPy", "einops"]) {
    await tab(page, name).click();
    assert.equal((await npzButton(page).textContent())?.trim().replace(/\s+/g, " "), "npz 78 KB");
    assert.equal(await npzButton(page).getAttribute("aria-label"), `Download headscope.npz 78 KB: ${WHAT}`);
    assert.deepEqual(await saved(page), right, name);
  }
  assert.equal(Math.round(right.length / 1000), 78);
  await tab(page, "C++").click();
  assert.equal(await npzButton(page).count(), 0, "the C++ program draws its own");
  await tab(page, "PyTorch").click();
  await page.getByRole("button", { name: ".view(1, 8, 12, 8)" }).click();
  await drawn(page);
  const wrong = npz(arraysOf(compute(core, settings, { fault: "view_without_transpose" })));
  assert.deepEqual(
    await saved(page),
    Buffer.from(wrong),
    "beside a wrong path, the file has the wrong path's numbers",
  );
  await page.keyboard.press("Tab");
  const focused = page.locator("mha-code button:focus");
  assert.equal(await focused.getAttribute("aria-label"), "Copy the whole PyTorch program", "beside Copy");
  seen.assertQuiet();
  await close();
});

test("no download button if the program contains the numbers; otherwise the button tells the file's size", async () => {
  const { page, seen, close } = await openPage();
  const set = async (/** @type {object} */ settings) => {
    await page.evaluate(
      (given) => Object.assign(document.querySelector("mha-explainer") ?? {}, given),
      settings,
    );
    await drawn(page);
  };
  await set({ tokens: ["one", "two"], dModel: 8, heads: 2 });
  assert.equal(await npzButton(page).count(), 0);
  await set({ dModel: 1024 });
  assert.equal((await npzButton(page).textContent())?.trim().replace(/\s+/g, " "), "npz 16.8 MB");
  const bytes = await saved(page);
  assert.equal((bytes.length / 1e6).toFixed(1), "16.8");
  seen.assertQuiet();
  await close();
});

const WIDTHS = [1440, 1280, 390];

test("in every language the whole program is copied, with a confirmation; at every width, the buttons are in the line of the languages, and copying moves nothing below", async () => {
  const { page, seen, close } = await openPage();
  const expected = await programs();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await drawn(page);
    for (const [name] of pairs(NAMES, WIDTHS).filter(([, at]) => at === width)) {
      await tab(page, name).click();
      const top = async (/** @type {string} */ selector) =>
        (await page.locator(selector).first().boundingBox())?.y;
      const lines = await top("mha-code-lines");
      assert.equal(await top("mha-code .out"), await top("mha-code .tabs"), `${name} at ${width}`);
      const button = page.getByRole("button", { name: `Copy the whole ${name} program` });
      await button.click();
      await page.getByRole("button", { name: "Copied", exact: true }).waitFor();
      assert.equal(await top("mha-code-lines"), lines, `${name} at ${width}, copied`);
      assert.equal(await page.locator("mha-code [role=status]").textContent(), "Copied");
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(copied, expected[NAMES.indexOf(name)]);
      await button.waitFor();
    }
  }
  seen.assertQuiet();
  await close();
});

test("if the code that saves numbers does not load, a message says so", async () => {
  const { page, close } = await openFresh({});
  await page.route("**/*code-files*", (route) => route.abort());
  await npzButton(page).click();
  await page.locator("mha-code [role=alert]").waitFor();
  await page.unroute("**/*code-files*");
  await close();
});

test("without the Clipboard API, execCommand copies, and the focus stays", async () => {
  const first = `
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    document.addEventListener("copy", (event) => { window.copied = event.composedPath()[0].value; });`;
  const { page, seen, close } = await openFresh({ first });
  const button = page.getByRole("button", { name: "Copy the whole PyTorch program" });
  await button.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Copied", exact: true }).waitFor();
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).copied), (await programs())[0]);
  assert.equal(await page.locator("mha-code button:focus").count(), 1);
  seen.assertQuiet();
  await close();
});

test("if copying is forbidden, the program is shown as selected text", async () => {
  const first = `
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    document.execCommand = () => false;`;
  const { page, close } = await openFresh({ first });
  await page.getByRole("button", { name: "Copy the whole PyTorch program" }).click();
  const field = page.getByRole("textbox", { name: "Program" });
  await field.waitFor();
  const selection = await field.evaluate((it) => {
    const { selectionStart, selectionEnd, value } = /** @type {HTMLTextAreaElement} */ (it);
    return value.slice(selectionStart, selectionEnd);
  });
  assert.equal(selection, (await programs())[0]);
  await tab(page, "NumPy").click();
  assert.equal(await field.count(), 0);
  await close();
});

/** Languages and steps for axe: in the ordinary run those that have the most kinds of names; axe.test.js has PyTorch at every step. */
const LOOKED_AT = sample(
  [...NAMES.map((name) => [name, "weights"]), ["PyTorch", "x", "q_split", "concat"]],
  NAMES.indexOf("NumPy"),
  NAMES.indexOf("C++"),
);

test("axe finds nothing in the code in any language, and at any kind of step", async () => {
  const { page, close } = await openPage();
  const axe = await injectAxeInSchemes(page);
  for (const [name, ...steps] of LOOKED_AT) {
    await tab(page, name).click();
    for (const step of steps) {
      await goTo(page, step);
      assert.deepEqual(await axe(), [], `${name}, ${step}`);
    }
  }
  await close();
});

test("at 390 px no line makes the page scroll sideways, and no line is cut", async () => {
  const { page, close } = await openPage();
  await page.setViewportSize({ width: 390, height: 844 });
  await drawn(page);
  /** @type {string[]} */
  const steps = await page.evaluate(() =>
    /** @type {any} */ (document.querySelector("mha-explainer")).store.state.picture.steps.map(
      (/** @type {{ id: string }} */ { id }) => id,
    ),
  );
  for (const language of NAMES) {
    await tab(page, language).click();
    for (const [, step] of pairs(NAMES, steps).filter(([name]) => name === language)) {
      await goTo(page, step);
      const [width, cut] = await page
        .locator("mha-code-lines")
        .evaluate((it) => [
          document.documentElement.scrollWidth,
          [...(it.shadowRoot?.querySelectorAll(".line") ?? [])].some(
            (line) => line.scrollWidth > line.clientWidth,
          ),
        ]);
      assert.deepEqual([width, cut], [390, false], `${language}, ${step}`);
    }
  }
  await close();
});
