// The hosted page, and the links of its header, which carry the state of the layer from page to page, and back from pages that show no layer.
import assert from "node:assert/strict";
import test from "node:test";
import { LOW, useSharedTab } from "./support/index.js";
import {
  drawn,
  goTo,
  ready,
  shapeOf,
  showAddress,
  stations,
  stepOf,
  useOnePage,
} from "./support/explainer.js";
import { focused } from "./support/focus.js";
import { IS_NIGHTLY, sample } from "./support/nightly.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();
const SENTENCE = "The animal didn't cross the street because it was too tired .".split(" ");

async function openFresh() {
  // A link with a state, because without a state the opening is shown above the walk.
  const opened = await browser.open("?step=q_heads", { reducedMotion: "reduce" });
  await ready(opened.page);
  return opened;
}

/** The page for one test after another. */
const openPage = useOnePage(openFresh, ({ page }) => showAddress(page, "?step=q_heads"));

/** @param {Page} page @param {string} name */
const control = (page, name) => page.locator("mha-controls").getByLabel(name);

/** Snapshot of the stage's canvas. @param {Page} page @returns {Promise<string>} */
const canvas = (page) =>
  page.locator("mha-stage canvas").evaluate((it) => /** @type {HTMLCanvasElement} */ (it).toDataURL());

test("the page opens on the sentence's twelve tokens, at the step to heads, with sentence, map, before and after, words and memory on the first screen; a token selected anywhere is selected everywhere; steps are entered by a click; no other host is requested", async () => {
  const { page, seen, close } = await openPage();
  assert.deepEqual(
    await page.locator("mha-sentence .token").evaluateAll((all) => all.map((one) => one.textContent?.trim())),
    SENTENCE,
  );
  assert.equal(await stepOf(page), "q_heads");
  assert.ok((await stations(page)).includes("q_heads*"));
  assert.equal(await page.locator("mha-words h2").textContent(), "Transpose to heads");
  assert.deepEqual(await shapeOf(page, "q_heads"), [1, 8, 12, 8]);
  for (const part of ["mha-sentence", "mha-controls", "mha-track", "mha-stage", "mha-words", "mha-tape h2"]) {
    const box = await page.locator(part).boundingBox();
    assert.ok(
      box && box.y >= 0 && box.y + Math.min(box.height, 40) <= 900,
      `${part}: ${JSON.stringify(box)}`,
    );
  }
  await page.locator("mha-sentence .token").nth(3).click();
  assert.match((await page.locator("mha-tape .sum").textContent()) ?? "", /q_heads\[0,2,3,1\]/);
  const tape = page.locator("mha-tape mha-figure");
  const { top, width } = await tape.evaluate((it) => {
    const { scene } = /** @type {any} */ (it);
    return { top: scene.strips[0].top, width: scene.width };
  });
  await tape.click({ position: { x: width - 30, y: top + 10 } });
  const [, token] =
    /q_heads\[0,\d+,(\d+),\d+\]/.exec((await page.locator("mha-tape .sum").textContent()) ?? "") ?? [];
  assert.ok(Number(token) > 3, token);
  const pressed = page.locator('mha-sentence [aria-pressed="true"]');
  assert.deepEqual(
    (await pressed.allTextContents()).map((text) => text.trim()),
    [SENTENCE[Number(token)]],
  );
  const ids = (await stations(page)).map((station) => station.replace("*", ""));
  for (const id of ids.filter((_, i) => IS_NIGHTLY || i % 3 === 0)) {
    await page.locator(`mha-track [data-id=${id}] .target`).click();
    assert.equal(await stepOf(page), id);
  }
  assert.equal(await page.locator("mha-words h2").textContent(), "Project to the output");
  await drawn(page);
  seen.assertQuiet();
  await close();
});

test("a typed sentence is computed at every letter", async () => {
  const { page, seen, close } = await openPage();
  await page.getByRole("button", { name: "Edit" }).click();
  const field = page.getByLabel("Sentence");
  assert.equal(await field.inputValue(), "The animal didn't cross the street because it was too tired.");
  await field.fill("");
  assert.match((await page.locator("mha-explainer .empty").textContent()) ?? "", /Type a sentence/);
  const typed = 'A "b" 它累了';
  await field.pressSequentially(typed);
  assert.equal(await field.inputValue(), typed);
  assert.deepEqual(await shapeOf(page, "x"), [
    1,
    await page.evaluate(
      (text) =>
        [...new Intl.Segmenter("en", { granularity: "word" }).segment(text)].filter((s) => s.segment.trim())
          .length,
      typed,
    ),
    64,
  ]);
  await field.press("Enter");
  assert.equal(
    await page
      .locator("mha-sentence .token")
      .first()
      .textContent()
      .then((text) => text?.trim()),
    "A",
  );
  seen.assertQuiet();
  await close();
});

test("changing the seed, the weights, d_model or heads recomputes the picture; a causal mask adds its station, and hatches later tokens; random weights are said to mean nothing", async () => {
  const { page, seen, close } = await openPage();
  for (const [name, change, shape] of /** @type {[string, (page: Page) => Promise<unknown>, number[]][]} */ ([
    [
      "seed",
      async (page) => {
        await page.getByRole("button", { name: "more", exact: true }).click();
        await control(page, "seed").fill("7");
      },
      [1, 8, 12, 8],
    ],
    ["weights", (page) => control(page, "weights").selectOption("random"), [1, 8, 12, 8]],
    ["d_model", (page) => control(page, "d_model").fill("32"), [1, 8, 12, 4]],
    ["heads", (page) => control(page, "heads").first().fill("4"), [1, 4, 12, 8]],
  ])) {
    const before = await canvas(page);
    await change(page);
    await drawn(page);
    assert.deepEqual(await shapeOf(page, "q_heads"), shape, name);
    assert.notEqual(await canvas(page), before, name);
    assert.match(
      (await page.locator("mha-words div.shape").textContent()) ?? "",
      new RegExp(`\\(${shape.join(", ")}\\)`),
    );
  }
  assert.ok(!(await stations(page)).includes("masked"));
  await control(page, "mask").selectOption("causal");
  assert.ok((await stations(page)).includes("masked"));
  const masked = await page.evaluate(async () =>
    Array.from((await /** @type {any} */ (document.querySelector("mha-explainer")).getTensor("masked")).data),
  );
  assert.equal(masked.filter((value) => value === -Infinity).length, (4 * 12 * 11) / 2);
  await control(page, "mask").selectOption("none");
  assert.ok(!(await stations(page)).includes("masked"));
  await control(page, "weights").selectOption("constructed");
  await drawn(page);
  const said = page.getByText("means nothing yet");
  assert.equal(await said.count(), 0);
  for (const weights of ["random", "small"]) {
    await control(page, "weights").selectOption(weights);
    await drawn(page);
    assert.equal(await said.count(), 1, weights);
    await goTo(page, "weights");
    assert.equal(await said.count(), 1, weights);
    await control(page, "weights").selectOption("constructed");
    assert.equal(await said.count(), 0);
  }
  seen.assertQuiet();
  await close();
});

test("a refusal of settings appears beside the controls, and the last picture stays; an emptied number field shows its number again when it loses the focus", async () => {
  const { page, seen, close } = await openPage();
  await control(page, "heads").first().fill("4");
  await drawn(page);
  const good = await canvas(page);
  await control(page, "d_model").fill("10");
  await drawn(page);
  const problem = page.locator("mha-controls .problem");
  assert.match(
    (await problem.textContent()) ?? "",
    /d_model 10 is not divisible by heads 4 \(nearest d_model: 8, 12; nearest heads: 2, 5\)/,
  );
  assert.equal(await control(page, "d_model").getAttribute("aria-invalid"), "true");
  assert.equal(await canvas(page), good);
  assert.deepEqual(await shapeOf(page, "q_heads"), [1, 4, 12, 16]);
  const offers = page.locator("mha-controls .offers button");
  const said = (await offers.allInnerTexts()).map((text) => text.trim());
  assert.deepEqual(said, ["d_model 8", "d_model 12", "heads 2", "heads 5"]);
  await offers.nth(1).press("Enter");
  assert.equal(await offers.count(), 0);
  assert.equal(await control(page, "d_model").inputValue(), "12");
  assert.ok(await control(page, "d_model").evaluate((field) => field.matches(":focus")));
  assert.equal(await problem.count(), 0);
  assert.deepEqual(await shapeOf(page, "q_heads"), [1, 4, 12, 3]);
  await control(page, "d_model").fill("64");
  const field = control(page, "heads").first();
  await field.fill("2");
  await field.fill("");
  assert.equal(await field.inputValue(), "", "while it is typed in, it is the reader's");
  await field.press("Tab");
  assert.equal(await field.inputValue(), "2");
  assert.deepEqual(await shapeOf(page, "q_heads"), [1, 2, 12, 32]);
  seen.assertQuiet();
  await close();
});

test("two sentences: each field names its sentence, rarely needed settings are unfolded until the reader folds them, and an emptied second sentence stays a text field", async () => {
  const { page, close } = await openFresh();
  for (const name of ["Tokens", "Edit"])
    assert.equal(await page.locator("mha-sentence").getByLabel(name, { exact: true }).count(), 1);
  const more = page.getByRole("button", { name: "more" });
  const shown = async () => [
    await more.getAttribute("aria-expanded"),
    await control(page, "kv-heads").count(),
  ];
  assert.deepEqual(await shown(), ["false", 0]);
  await page.evaluate(() => {
    /** @type {any} */ (document.querySelector("mha-explainer")).keyTokens = "eins zwei";
  });
  await drawn(page);
  assert.deepEqual(await shown(), ["true", 1], "what was set is seen");
  await more.click();
  assert.deepEqual(await shown(), ["false", 0]);
  await more.click();
  for (const of of ["queries", "keys, values"]) {
    assert.equal(await page.getByRole("group", { name: `Tokens: ${of}`, exact: true }).count(), 1);
    await page.getByRole("button", { name: `Edit: ${of}`, exact: true }).click();
    assert.equal(await page.getByLabel(`Sentence: ${of}`, { exact: true }).count(), 1);
    assert.equal(await page.getByRole("button", { name: `Done: ${of}`, exact: true }).count(), 1);
  }
  const back = page.getByRole("button", { name: "Back to one sentence" });
  await back.focus();
  await page.keyboard.press("Enter");
  await drawn(page);
  assert.equal((await focused(page))?.name, "button Attend to a second s");
  await page.keyboard.press("Enter");
  const second = page.locator("mha-sentence").nth(1);
  await second.getByRole("button", { name: "Edit" }).click();
  const field = second.getByRole("textbox");
  await field.fill("Das");
  await field.press("Backspace");
  await field.fill(" ");
  assert.deepEqual(await shapeOf(page, "k"), [1, 1, 64]);
  await field.pressSequentially("Hallo, Welt");
  assert.deepEqual(await shapeOf(page, "k"), [1, 3, 64]);
  await field.fill("");
  await field.press("Enter");
  assert.deepEqual(
    (await second.locator(".token").allTextContents()).map((text) => text.trim()),
    ["Hallo", ",", "Welt"],
  );
  await close();
});

/** @param {Page} page */
const shown = (page) =>
  page.evaluate(() => {
    const { tokens, heads, causal } = /** @type {any} */ (document.querySelector("mha-explainer"));
    return { tokens, heads, causal };
  });

/** Follows a link of the header. Waits for the scripts of the page, which set its links. @param {Page} page @param {string} name */
async function follow(page, name) {
  await page.locator("header nav a", { hasText: name }).click();
  await page.locator("header nav [aria-current=page]", { hasText: name }).waitFor();
  await page.waitForLoadState("load");
}

/** The query of the link to the walk. @param {Page} page */
const searchOfWalk = (page) =>
  page
    .locator("header nav a", { hasText: "Walk" })
    .evaluate((link) => /** @type {HTMLAnchorElement} */ (link).search);

const CHANGED = { tokens: ["one", "two", "three"], heads: 4, causal: true };
const LINK = "?tokens=one+two+three&heads=4&causal=true";

test("tokens, settings and head carry over from Heads through Embed to Walk, and the name of the site starts afresh", async () => {
  const { page, close } = await browser.open(`heads.html${LINK}&head=3`, LOW);
  await ready(page);
  assert.deepEqual(await shown(page), CHANGED);
  const tokens = ["[CLS]", "a b"]; // no sentence produces these tokens: they stay unchanged
  await page.evaluate((given) => {
    Object.assign(document.querySelector("mha-explainer") ?? {}, { tokens: given });
  }, tokens);
  await follow(page, "Embed");
  await ready(page);
  const code = page.locator("mha-embed-code pre");
  await code.waitFor();
  assert.match(await code.innerText(), /view="heads"[^>]* tokens=[^>]* head="3"/s);
  assert.deepEqual(await shown(page), { ...CHANGED, tokens });
  await follow(page, "Walk");
  await ready(page);
  assert.deepEqual(await shown(page), { ...CHANGED, tokens });
  assert.equal(
    await page.evaluate(() => /** @type {any} */ (document.querySelector("mha-explainer")).head),
    3,
  );
  await page.getByRole("link", { name: "Headscope" }).click();
  await page.locator("mha-opening").waitFor();
  await ready(page); // the walk below
  await follow(page, "Docs");
  assert.equal(await searchOfWalk(page), "");
  await close();
});

test("pages that show no layer lead back to the reader's sentence and settings; Train takes the settings of a trained model, and nothing of other layers", async () => {
  const { page, close } = await browser.open(`${LINK}&step=scores`, LOW);
  await ready(page);
  for (const name of sample(["Train", "Docs", "Teach", "Learn", "Models"], 0)) {
    await follow(page, name);
    assert.equal(new URL(page.url()).search, "", `${name} takes nothing of this layer`);
    if (!IS_NIGHTLY) break; // by day the reader goes on to Docs, and comes back from there
    await follow(page, "Walk");
    await ready(page);
    assert.deepEqual(await shown(page), CHANGED, name);
  }
  await follow(page, "Docs");
  assert.equal(new URL(page.url()).search, "", "the documentation has a plain address");
  if (IS_NIGHTLY) await follow(page, "Models");
  await follow(page, "Heads");
  await ready(page);
  assert.deepEqual(await shown(page), CHANGED, "also after several such pages");
  await page.goto(new URL("?weights=trained&heads=2&seed=3&step=scores", browser.url).href);
  await ready(page);
  await follow(page, "Train");
  assert.equal(new URL(page.url()).search, "?heads=2&seed=3");
  await page.waitForFunction(() => {
    const { status, settings } = /** @type {any} */ (document.querySelector("mha-train"))?.store?.state ?? {};
    return status === "ready" && settings.heads === 2 && settings.seed === 3;
  });
  await close();
});

test("every page keeps the language of the link", async () => {
  const { page, close } = await browser.open("docs/?lang=fr", LOW);
  for (const name of sample(["Entraîner", "Modèles", "Têtes", "Cours"], 2)) {
    await follow(page, name);
    assert.equal(new URL(page.url()).searchParams.get("lang"), "fr", name);
  }
  await close();
});

test("without storage, links of pages that show no layer are plain", async () => {
  const first = `Object.defineProperty(window, "sessionStorage", { get() { throw new DOMException("denied", "SecurityError"); } })`;
  const { page, close } = await browser.open(LINK, { ...LOW, first });
  await ready(page);
  await follow(page, "Docs");
  assert.equal(await searchOfWalk(page), "");
  await close();
});
