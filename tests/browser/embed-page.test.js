// The page Embed: its tag shows in another page what the preview shows; also by keyboard, without losing
// typed text.
import assert from "node:assert/strict";
import test from "node:test";
import { bytesOf } from "./support/downloads.js";
import { drawn, ready, restyled, showAddress } from "./support/explainer.js";
import { LOW, injectAxeInSchemes, useSharedTab } from "./support/index.js";
import { IS_NIGHTLY, pairs, sample } from "./support/nightly.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();

const HOSTILE = [
  `</script> "a" & 'b' {c} \`d\``,
  "<img src=x onerror=alert(1)> $x$ {{y}}",
  "\u202eשלום\u202c عالم 猫坐在垫子上。",
  '["[CLS]", "a\\nb", "\\ud800"]',
];

/** The hostile sentence some places after another, in turn. @param {number} i @param {number} places */
const hostileAfter = (i, places) => HOSTILE[(i + places) % HOSTILE.length];

/** Figures, as links to the page. @type {Record<string, Record<string, string>>} */
const FIGURES = {
  "as it opens": {},
  "a walk that only shows": {
    view: "walk",
    readonly: "true",
    step: "weights",
    caption: "A <b>caption</b> & more",
  },
  "a wrong path": {
    view: "walk",
    controls: "none",
    step: "scaled",
    wrong: "no_scale",
    theme: "dark",
    causal: "true",
  },
  "one head as arcs, in a font": {
    view: "head",
    head: "5",
    token: "2",
    "head-view": "arcs",
    font: "Georgia, serif",
    width: "480",
  },
  "heads in an author's colours": {
    view: "heads",
    accent: "#a03",
    ink: "#22313f",
    paper: "#fff8ec",
    theme: "light",
    font: "Georgia, serif",
  },
  "memory of grouped heads": { view: "memory", "kv-heads": "2", step: "k_groups", controls: "tokens heads" },
  ...Object.fromEntries(
    HOSTILE.map((tokens, i) => [
      `hostile sentence ${i}`,
      { tokens, caption: hostileAfter(i, 1), alt: hostileAfter(i, 2), fallback: "true" },
    ]),
  ),
};

/** @param {Record<string, string>} params @param {import("./support/index.js").Options} [options] */
async function open(params = {}, options = {}) {
  const opened = await browser.open(`embed.html?${new URLSearchParams(params)}`, {
    ...LOW,
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
    acceptDownloads: true,
    ...options,
  });
  await ready(opened.page);
  await opened.page.locator("mha-embed-code pre").waitFor();
  return opened;
}

/** The displayed code. @param {Page} page @returns {Promise<string>} */
const codeOf = (page) => page.locator("mha-embed-code pre").evaluate((pre) => pre.textContent ?? "");

/** The contents and the styles of an element. @param {Page | import("playwright-core").Frame} page */
const shownBy = (page) =>
  page.evaluate(async () => {
    const element = /** @type {any} */ (document.querySelector("mha-explainer"));
    await customElements.whenDefined("mha-explainer");
    await element.loaded();
    await element.updateComplete;
    const { view, controls, readonly, theme, alt, state } = element;
    if (!state.training) delete state.training; // files for copying do not contain this property
    const style = getComputedStyle(element);
    return {
      ...{
        view: view ?? "walk",
        controls: controls ?? "all",
        readonly,
        theme: theme ?? "",
        alt: alt ?? "",
        state,
      },
      caption: element.querySelector("[slot=caption]")?.textContent ?? "",
      looks: ["accent", "ink", "paper", "font"].map((name) => style.getPropertyValue(`--mha-${name}`).trim()),
      most: style.maxWidth,
      svg: await element.toSVG({ width: 640 }),
    };
  });

/** Code of a host page, in a tab of its own. @param {Page} page */
async function openHost(page) {
  let body = "";
  let isLoaded = false;
  const host = await page.context().newPage();
  await host.route("**/pasted.html", (route) =>
    route.fulfill({ contentType: "text/html; charset=utf-8", body }),
  );
  await host.route("**/headscope-*.svg", (route) =>
    route.fulfill({ contentType: "image/svg+xml", body: "<svg xmlns='http://www.w3.org/2000/svg'/>" }),
  );
  const paste = async (/** @type {string} */ code) => {
    body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A post</title><link rel="icon" href="data:,"></head><body>${code}</body></html>`;
    // By day the page loads its script once: later code goes into the open page.
    if (IS_NIGHTLY || !isLoaded) await host.goto(new URL("pasted.html", browser.url).href);
    else await host.evaluate((html) => void (document.body.innerHTML = html), code);
    isLoaded = true;
  };
  return { host, paste };
}

/** By day one hostile figure: its values are three of the hostile sentences. Page tests read all sentences back from every code. */
const PASTED = sample(Object.entries(FIGURES), 0, 1, 2, 3, 4, 9);

test("the tag and the iframe of each figure, pasted into a page, show the same as the preview", async () => {
  const { page, seen, close } = await open(PASTED[0][1]);
  const { host, paste } = await openHost(page);
  for (const [i, [[name, params], pasted]] of pairs(PASTED, ["tag", "frame"]).entries()) {
    if (params.tokens)
      await open(params); // loads the page again: a token of another sentence is selected only while the page loads
    else if (i) await showAddress(page, `embed.html?${new URLSearchParams(params)}`);
    await page.getByRole("tab", { name: pasted === "tag" ? "HTML" : "iframe" }).click();
    const { most, ...expected } = await shownBy(page);
    assert.ok(expected.svg.length > 1000);
    await paste(await codeOf(page));
    if (pasted === "tag") assert.deepEqual(await shownBy(host), { most, ...expected }, name);
    else {
      await host.locator("iframe").scrollIntoViewIfNeeded();
      const frame = host.frames()[1];
      await frame.waitForFunction(
        () => /** @type {any} */ (document.querySelector("mha-explainer"))?.store?.state.picture,
      );
      const { most: _, ...shown } = await shownBy(frame);
      assert.deepEqual(shown, expected, name);
      const width = await host.locator("iframe").getAttribute("width");
      assert.equal(width, most === "none" ? "100%" : most.replace("px", ""), name);
    }
  }
  await host.close();
  seen.assertQuiet();
  await close();
});

test("an omitted colour takes the figure's default, in either theme; of the settings that readers may change, a few are in view, and the others behind a fold that counts them", async () => {
  const { page, seen, close } = await open({}, { colorScheme: "dark" });
  const paper = page.locator("mha-embed-fields").getByLabel("Pick a colour: paper");
  assert.equal(await paper.inputValue(), "#14151a");
  await page.emulateMedia({ colorScheme: "light" });
  await restyled(page);
  assert.equal(await paper.inputValue(), "#fbfaf7");
  await page.getByRole("group", { name: "theme" }).getByRole("button", { name: "dark" }).click();
  await drawn(page);
  assert.equal(await paper.inputValue(), "#14151a");
  const fields = page.locator("mha-embed-fields");
  const chips = fields.locator(".chip.mono");
  const chip = (/** @type {string} */ name) => chips.and(page.getByRole("button", { name, exact: true }));
  const inView = () => chips.evaluateAll((all) => all.filter((it) => it.checkVisibility()).length);
  const all = await chips.count();
  assert.ok((await inView()) <= 3 && all > 20, `${await inView()} of ${all}`);
  await chip("heads").click();
  assert.match(await codeOf(page), /controls="tokens causal"/);
  await fields.getByText(/^\d+ more settings, 0 on$/).click();
  assert.equal(await inView(), all);
  await chip("d-model").click();
  assert.match(await codeOf(page), /controls="tokens d-model causal"/);
  await fields.getByText(/^\d+ more settings, 1 on$/).waitFor();
  seen.assertQuiet();
  await close();
});

test("changes in the preview and in the fields appear in the tag and in the address, and Back undoes them", async () => {
  const { page, seen, close } = await open();
  await page.locator("mha-embed-fields").getByRole("button", { name: "heads", exact: true }).first().click();
  await page
    .locator("mha-explainer")
    .getByRole("button", { name: /^head 5/i })
    .first()
    .click();
  await drawn(page);
  assert.match(await codeOf(page), /<mha-explainer view="heads" controls="few"[^>]* head="5"/s);
  await page.getByRole("group", { name: "layer" }).getByLabel("mask").selectOption("causal");
  await page.locator("mha-embed-fields .rest > summary").click();
  await page.locator("mha-embed-fields").getByRole("button", { name: /^seed/ }).click();
  await page.locator("mha-embed-fields").getByLabel("wrong").selectOption("no_scale");
  await drawn(page);
  const code = await codeOf(page);
  assert.match(code, / causal[ \n]/);
  assert.match(code, / controls="tokens heads causal seed"/);
  assert.match(code, / wrong="no_scale"/);
  await page.waitForFunction(() => location.search.includes("wrong=no_scale"));
  await page.reload();
  await ready(page);
  await drawn(page);
  assert.equal(await codeOf(page), code);
  await page.goBack();
  await page.waitForFunction(() => !location.search.includes("wrong"));
  await drawn(page);
  assert.doesNotMatch(await codeOf(page), /wrong/);
  seen.assertQuiet();
  await close();
});

test("the opening can be chosen in a field, its switch works, and it is measured also after the page has moved the element, and its tag shows it in another page without training", async () => {
  const { page, seen, close } = await open();
  const fields = page.locator("mha-embed-fields");
  await fields.getByRole("button", { name: "opening", exact: true }).click();
  await ready(page, "mha-opening");
  assert.ok(!(await page.locator("mha-explainer").isVisible()), "one of them is shown");
  assert.match(await codeOf(page), /<mha-opening><\/mha-opening>/);
  await page.locator("mha-opening").getByRole("button", { name: "wide" }).click();
  await drawn(page);
  assert.match(await codeOf(page), /<mha-opening ending="wide"><\/mha-opening>/);
  await fields.getByRole("group", { name: "last word" }).getByRole("button", { name: "tired" }).click();
  await fields.getByRole("button", { name: "dark", exact: true }).click();
  await drawn(page);
  const code = await codeOf(page);
  assert.match(code, /<mha-opening theme="dark"><\/mha-opening>/);
  assert.equal(await page.locator("mha-opening").evaluate((it) => /** @type {any} */ (it).ending), "tired");
  assert.equal(await page.getByRole("tab", { name: "iframe" }).count(), 0, "an iframe shows a layer");
  await page.waitForFunction(() => location.search.includes("view=opening"));
  await page.reload();
  await ready(page, "mha-opening");
  assert.equal(await codeOf(page), code);
  await page.locator("mha-opening mha-figure").first().waitFor();
  await page.evaluate(() => {
    const element = /** @type {any} */ (document.querySelector("mha-embed"));
    const { parentNode, nextSibling } = element;
    element.remove();
    parentNode.insertBefore(element, nextSibling);
    element.querySelector("mha-opening").style.width = "320px";
  });
  await page.waitForFunction(() => {
    const element = /** @type {any} */ (document.querySelector("mha-embed"));
    const opening = element.querySelector("mha-opening").getBoundingClientRect();
    return opening.width === 320 && opening.height > 0 && element.height === opening.height;
  });
  const { host: other, paste } = await openHost(page);
  await paste(code);
  await ready(other, "mha-opening");
  assert.ok(await other.locator("mha-opening h2").isVisible());
  // The weights come after the first paint.
  await other.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.endsWith(".safetensors")),
  );
  assert.equal(
    await other.evaluate(
      () =>
        performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".safetensors")).length,
    ),
    1,
  );
  await other.close();
  await fields.getByRole("button", { name: "map", exact: true }).click();
  await drawn(page);
  assert.ok(await page.locator("mha-explainer").isVisible());
  assert.match(await codeOf(page), /<mha-explainer view="map"/);
  seen.assertQuiet();
  await close();
});

test("a figure can be chosen, its host picked and its code copied by keyboard alone", async () => {
  const { page, seen, close } = await open();
  /** @param {(focused: { role: string, name: string }) => boolean} isIt */
  const tabTo = async (isIt) => {
    for (let i = 0; i < 120; i++) {
      await page.keyboard.press("Tab");
      const focused = await page.evaluate(() => {
        let at = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        return {
          role: at?.getAttribute("role") ?? at?.localName ?? "",
          name: at?.getAttribute("aria-label") ?? at?.textContent?.trim() ?? "",
        };
      });
      if (isIt(focused)) return;
    }
    assert.fail("it cannot be reached by Tab");
  };
  await tabTo(({ role, name }) => role === "button" && name === "memory");
  await page.keyboard.press("Enter");
  await tabTo(({ role, name }) => role === "button" && name.startsWith("340"));
  await page.keyboard.press("Enter");
  await drawn(page);
  const wide = await page.locator("mha-explainer").evaluate((it) => it.getBoundingClientRect().width);
  assert.equal(wide, 340);
  await tabTo(({ role, name }) => role === "tab" && name === "HTML");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await drawn(page);
  const code = await codeOf(page);
  assert.match(code, /^import pathlib/);
  assert.match(code, /view="memory"/);
  await tabTo(({ name }) => name === "Copy the code for Jupyter");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), code);
  seen.assertQuiet();
  await close();
});

test("downloads show what the preview shows, and include the files that the tag needs; if the clipboard is forbidden, the code is selected in a field", async () => {
  const { page, seen, close } = await open({ view: "map", caption: "A caption" });
  /** @param {string} name */
  const download = async (name) => {
    const [got] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name }).click(),
    ]);
    return { name: got.suggestedFilename(), bytes: await bytesOf(got) };
  };
  const svg = await download("Download headscope-map.svg");
  const own = await page
    .locator("mha-explainer")
    .evaluate((it) => /** @type {any} */ (it).toSVG({ width: Math.round(it.getBoundingClientRect().width) }));
  assert.equal(svg.bytes.toString(), own);
  const png = await download("Download headscope-map.png");
  assert.deepEqual([...png.bytes.subarray(1, 4)], [...Buffer.from("PNG")]);
  const csv = await download("Download headscope-map.csv");
  assert.equal(
    csv.bytes.toString(),
    await page.locator("mha-explainer").evaluate((it) => /** @type {any} */ (it).toCSV()),
  );
  const whole = await download("Download headscope-map.html");
  assert.equal(whole.name, "headscope-map.html");
  assert.ok(whole.bytes.toString().includes(await codeOf(page)));
  const href = await page.getByRole("link", { name: "Download headscope.js" }).getAttribute("href");
  assert.equal((await page.request.get(new URL(href ?? "", page.url()).href)).status(), 200);
  await page.getByRole("button", { name: "Link" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("no"));
    document.execCommand = () => false;
  });
  await page.getByRole("button", { name: "Copy the code for HTML" }).click();
  const field = page.locator("mha-embed-code textarea");
  assert.equal(await field.inputValue(), await codeOf(page));
  await page.getByText("This page may not use the clipboard. Copy the code from here.").waitFor();
  seen.assertQuiet();
  await close();
});

test("an invalid value is reported beside its field; the typed text and the figure stay", async () => {
  const { page, close } = await open({ font: "Georgia", controls: "tokens heart", view: "heart" });
  const code = await codeOf(page);
  assert.match(code, /view="map" controls="few"/, "of a link that says what cannot be, the page as it opens");
  await page.getByText(/^view "heart" is none of walk, heads/).waitFor();
  await page.getByText(/^controls "heart" is none of none, few, all/).waitFor();
  const font = page.locator("mha-embed-fields").getByLabel("fonts");
  await font.fill("a; color: red");
  await page.getByText('font "a; color: red" is no list of fonts, as Georgia, serif').waitFor();
  await font.blur();
  assert.equal(await font.inputValue(), "a; color: red");
  assert.equal(await codeOf(page), code);
  await font.fill("Charter, serif");
  assert.equal(await page.getByText(/is no list of fonts/).count(), 0);
  assert.match(await codeOf(page), /--mha-font: Charter, serif/);
  await font.fill("Georgia");
  const accent = page.locator("mha-embed-fields").getByLabel("accent", { exact: true });
  await accent.fill("#a0");
  await page.getByText('accent "#a0" is no colour of three or six digits, as #a03000').waitFor();
  await accent.blur();
  assert.equal(await accent.inputValue(), "#a0");
  assert.equal(await codeOf(page), code);
  await accent.fill("#a03");
  await accent.blur();
  assert.equal(await accent.inputValue(), "#aa0033", "as it is written in the code");
  assert.match(await codeOf(page), /style="--mha-accent: #aa0033; --mha-font: Georgia"/);
  const ink = page.locator("mha-embed-fields").getByLabel("ink", { exact: true });
  await ink.fill("blue");
  await page.locator("mha-embed-fields").getByLabel("Pick a colour: ink").fill("#22313f");
  assert.equal(await ink.inputValue(), "#22313f", "what is picked goes before what was typed");
  assert.match(await codeOf(page), /style="--mha-accent: #aa0033; --mha-ink: #22313f; --mha-font: Georgia"/);
  await page
    .getByText(/Ink is hard to see on the paper \(dark\): its contrast is 1\.4, and 4\.5 is needed/)
    .waitFor();
  const head = page.locator("mha-embed-fields").getByLabel("head", { exact: true });
  await head.fill("99");
  await head.press("Enter");
  await page.locator("mha-embed-fields").getByText("head 99 is not there: they go from 0 to 7").waitFor();
  assert.match(await codeOf(page), / head="2"/);
  await head.fill("3");
  await head.press("Enter");
  assert.equal(await page.getByText(/is not there/).count(), 0);
  assert.match(await codeOf(page), / head="3"/);
  await page.locator("mha-embed-fields").getByRole("button", { name: "Edit" }).click();
  await page.locator("mha-embed-fields").getByRole("textbox", { name: "Sentence", exact: true }).fill("");
  await page
    .locator("mha-embed-fields")
    .getByRole("textbox", { name: "Sentence", exact: true })
    .fill("Back again");
  await drawn(page);
  assert.match(await codeOf(page), /tokens="Back again"/);
  await close();
});

for (const [width, height] of sample(
  [
    [1440, 900],
    [390, 844],
  ],
  0,
))
  test(`axe finds nothing in both themes, and nothing scrolls sideways: ${width} px`, async () => {
    const { page, close } = await open({}, { viewport: { width, height }, isFresh: true }); // axe's session stays
    const look = await injectAxeInSchemes(page);
    const settings = page.locator("mha-embed-fields summary").first();
    if (width < 880) await settings.click();
    for (const fold of await page.locator("mha-embed-fields details details summary").all())
      await fold.click();
    for (const target of sample(["HTML", "iframe", "Jupyter", "Markdown image"], 0)) {
      await page.getByRole("tab", { name: target }).click();
      await drawn(page);
      assert.deepEqual(await look(), [], target);
    }
    await page.getByRole("tab", { name: "Markdown image" }).click();
    await page.locator("mha-embed-fields").getByLabel("fonts").fill("a;b");
    for (const view of ["walk", "memory", "code"]) {
      await page.locator("mha-embed-fields").getByRole("button", { name: view, exact: true }).first().click();
      await drawn(page);
      if (IS_NIGHTLY || view === "memory") assert.deepEqual(await look(), [], view);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, view);
    }
    await close();
  });
