// Figures in an author's page: any part, any state, and links in prose that act on a figure.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn, ready, stepOf } from "./support/explainer.js";
import { LOW, findAxeViolations, useSharedTab } from "./support/index.js";
import { IS_NIGHTLY } from "./support/nightly.js";

/** @typedef {import("playwright-core").Page} Page */

const SCRIPT = '<script type="module" src="headscope.js"></script>';
const OPTIONS = 'tokens="The cat sat on the mat" heads="4" d-model="32" loading="eager"';

/** @param {string} body */
const html = (body) =>
  `<!doctype html><html lang="en"><head><title>A post</title><link rel="icon" href="data:,">${SCRIPT}</head><body><main><h1>A post</h1>${body}</main></body></html>`;

const VIEWS = ["walk", "heads", "map", "head", "memory", "code"];
const PARTS = ["mha-shape-walk", "mha-heads", "mha-heatmap", "mha-head", "mha-memory", "mha-program"];

/** Views that are figures. */
const STILL = VIEWS.filter((each) => each !== "code");

const PAGES = {
  "words.html": html(`
    <p>After <a href="#fig1" id="link" data-mha="step=scores&head=3">the scores</a>,
      <button id="button" data-mha-for="fig1" data-mha="heads=2&step=weights">two heads</button>,
      <a href="#fig2" id="nowhere" data-mha="step=scores">nothing</a>.</p>
    <button id="next" commandfor="fig1" command="--next">next</button>
    <button id="odd" commandfor="fig1" command="--jump">jump</button>
    <mha-explainer id="fig1" ${OPTIONS} step="x"></mha-explainer>`),
  "state.html": html(
    `<mha-explainer ${OPTIONS} d-k="5" step="weights" head="3" token="1" key-token="1" wrong="no_scale" language="numpy" causal="false" key-tokens="ein Wort"></mha-explainer>`,
  ),
  "odd.html": html(
    `<mha-explainer ${OPTIONS} step="nowhere" head="99" view="dance" causal="perhaps" controls="tokens dials" num-heads="2" attention="[[1]]" data-mine="x"></mha-explainer>`,
  ),
  "shared.html": html(`
    <mha-memory for="fig1"></mha-memory>
    <mha-explainer id="fig1" ${OPTIONS} step="q_heads"></mha-explainer>
    <mha-head for="lost"></mha-head>`),
  "views.html": html(
    VIEWS.map((view) => `<mha-explainer view="${view}" ${OPTIONS}></mha-explainer>`).join(""),
  ),
  "parts.html": html(PARTS.map((tag) => `<${tag} ${OPTIONS}></${tag}>`).join("")),
  "still.html": html(
    STILL.map(
      (view) =>
        `<mha-explainer view="${view}" ${OPTIONS} readonly step="scores"><p slot="caption">What each word looks at: ${view}.</p></mha-explainer>`,
    ).join(""),
  ),
  "controls.html": html(
    ["none", "few", "all", "heads d-k"]
      .map((controls) => `<mha-explainer ${OPTIONS} view="map" controls="${controls}"></mha-explainer>`)
      .join(""),
  ),
  "many.html": html(`<mha-explainer ${OPTIONS.replace(' loading="eager"', "")}></mha-explainer>`.repeat(20)),
  "tokens.html": html(
    `<mha-explainer loading="eager" tokens='["[CLS]","play","##ing"]' heads="2" d-model="8"></mha-explainer>`,
  ),
};

const browser = useSharedTab(PAGES);

/** @param {Page} page @param {string} [selector] @returns {Promise<any>} */
const stateOf = (page, selector = "mha-explainer") =>
  page.evaluate((selector) => /** @type {any} */ (document.querySelector(selector)).state, selector);

/** The visible state, including previews. @param {Page} page */
const shownOf = (page) =>
  page.evaluate(() => {
    const { step, selection, settings } = /** @type {any} */ (document.querySelector("mha-explainer")).store
      .state;
    return { step, head: selection.head, heads: settings.heads };
  });

/** @param {Page} page */
const said = (page) => {
  /** @type {string[]} */
  const heard = [];
  page.on("console", (message) => message.type() === "warning" && heard.push(message.text()));
  return heard;
};

/** Records the page's statechange events. @param {Page} page */
const listen = (page) =>
  page.evaluate(() => {
    /** @type {string[][]} */
    const all = [];
    Object.assign(window, { changes: all });
    document.addEventListener("statechange", (event) => all.push(/** @type {any} */ (event).detail.changed));
  });

/** @param {Page} page @returns {Promise<string[][]>} */
const changes = (page) => page.evaluate(() => /** @type {any} */ (window).changes.splice(0));

test("links in the author's prose preview on hover and focus, and act on click and Enter; without a figure they are plain links; buttons send commands; statechange crosses shadow roots, names the changed values, and does not fire for changes by the host", async () => {
  const { page, seen, close } = await browser.open("words.html", { reducedMotion: "reduce" });
  const heard = said(page);
  await ready(page);
  const first = await stateOf(page);
  const begin = () =>
    page.evaluate((state) => {
      Object.assign(/** @type {any} */ (document.querySelector("mha-explainer")), { state });
    }, first);
  await page.keyboard.press("Tab");
  await drawn(page);
  assert.equal(await page.evaluate(() => document.activeElement?.id), "link");
  assert.equal((await shownOf(page)).step, "scores");
  await page.keyboard.press("Tab");
  await drawn(page);
  const focused = await shownOf(page);
  assert.deepEqual([focused.step, focused.heads], ["weights", 2], "the focus previews the next link");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await drawn(page);
  assert.equal(await stepOf(page), "scores", "held");
  assert.equal((await stateOf(page)).heads, 4);

  await begin();
  await listen(page);
  await page.locator("#link").hover();
  await drawn(page);
  assert.deepEqual(await shownOf(page), { step: "scores", head: 3, heads: 4 });
  assert.equal((await stateOf(page)).step, "x", "a preview changes no selection");
  await page.mouse.move(2, 2);
  await drawn(page);
  assert.equal((await shownOf(page)).step, "x", "the preview ends");
  assert.deepEqual(await changes(page), [], "a preview fires no event");
  await page.locator("#link").click();
  await page.mouse.move(2, 2);
  await drawn(page);
  assert.equal(await stepOf(page), "scores");
  assert.equal(new URL(page.url()).hash, "", "the link is not followed");
  assert.deepEqual(await changes(page), [["step", "head"]]);
  await page.locator("#button").click();
  await page.mouse.move(2, 2);
  await drawn(page);
  const { heads, step } = await stateOf(page);
  assert.deepEqual([heads, step], [2, "weights"]);

  await changes(page);
  await page.evaluate(() => {
    const element = /** @type {any} */ (document.querySelector("mha-explainer"));
    Object.assign(element, { step: "weights", head: 1, heads: 2, language: "numpy" });
    element.state = { step: "q", causal: true };
    element.fromParams("step=k");
  });
  await drawn(page);
  assert.deepEqual(await changes(page), []);
  await page.getByLabel("mask").selectOption("none");
  await drawn(page);
  assert.deepEqual(await changes(page), []); // no changes
  await page.getByLabel("mask").selectOption("causal");
  await page.getByRole("button", { name: "Next step" }).click();
  await drawn(page);
  assert.deepEqual(
    (await changes(page)).map((names) => names[0]),
    ["causal", "step"],
  );

  seen.assertQuiet();
  await begin();
  await page.locator("#next").click();
  await drawn(page);
  assert.equal(await stepOf(page), "q");
  await page.locator("#odd").click();
  assert.match(heard.join(), /--jump is none of --next, --prev, --play, --pause/);
  await page.locator("#nowhere").click();
  assert.equal(new URL(page.url()).hash, "#fig2");
  await close();
});

test("attributes can express every state; a state of another version, or an invalid one, is refused with a message", async () => {
  const { page, seen, close } = await browser.open("state.html", { ...LOW, reducedMotion: "reduce" });
  await ready(page);
  await page.locator("mha-fault").waitFor();
  const state = await stateOf(page);
  const wanted = {
    version: 1, dK: 5, step: "weights", head: 3, token: 1, keyToken: 1, language: "numpy", wrong: "no_scale", causal: false,
    keyTokens: ["ein", "Wort"],
  }; // prettier-ignore
  const shown = Object.fromEntries(Object.keys(wanted).map((name) => [name, state[name]]));
  // A wrong path opens at the head with the largest difference.
  assert.deepEqual({ ...shown, head: 3, token: 1, keyToken: 1 }, wanted);
  const back = await page.evaluate(() => {
    const element = /** @type {any} */ (document.querySelector("mha-explainer"));
    const [state, params] = [element.state, element.toParams()];
    element.fromParams("");
    const plain = element.state;
    element.fromParams(params);
    return { state, plain, again: element.state, text: String(params) };
  });
  assert.equal(back.plain.dK, null);
  assert.match(back.text, /d-k=5.*step=weights/);
  assert.deepEqual({ ...back.again, wrong: "no_scale" }, { ...back.state, wrong: "no_scale" });
  const answers = await page.evaluate(() => {
    const element = /** @type {any} */ (document.querySelector("mha-explainer"));
    const before = JSON.stringify(element.state);
    const refused = [null, 3, [], { version: 2 }, { steps: "q" }].map((state) => {
      try {
        element.state = state;
        return "taken";
      } catch (error) {
        return String(error);
      }
    });
    return [...refused, String(before === JSON.stringify(element.state))];
  });
  assert.match(answers[0], /state is null; expected an object/);
  assert.match(answers[1], /state is number/);
  assert.match(answers[3], /version 2; this Headscope reads version 1/);
  assert.match(answers[4], /"steps"; what there is: tokens, /);
  assert.equal(answers.at(-1), "true");
  seen.assertQuiet();
  await close();
});

test("removing a preset restores the defaults, except for values that the author or the reader has set", async () => {
  const { page, seen, close } = await browser.open("words.html", LOW); // heads and d-model have attributes
  await ready(page);
  const shown = await page.evaluate(() => {
    const element = /** @type {any} */ (document.querySelector("mha-explainer"));
    const settings = () => {
      const { heads, kvHeads, dModel, dK, rope, ropeBase, causal, qkNorm, bias } = element;
      return { heads, kvHeads, dModel, dK, rope, ropeBase, causal, qkNorm, bias };
    };
    const take = (/** @type {string | null} */ id) =>
      id === null ? element.removeAttribute("attention") : element.setAttribute("attention", id);
    const before = settings();
    take("llama-3");
    const preset = settings();
    take("no-model");
    const unknown = settings();
    take(null);
    const removed = settings();
    take("qwen-3");
    element.causal = true; // the value that the preset has
    element.store.configure({ ropeBase: 500 }, "reader");
    take(null);
    const authored = settings();
    element.removeAttribute("causal");
    element.causal = null;
    element.ropeBase = null;
    element.removeAttribute("heads");
    element.removeAttribute("d-model");
    take("qwen-3");
    take(null);
    return { before, preset, unknown, removed, authored, plain: settings() };
  });
  const { before } = shown;
  assert.deepEqual([before.heads, before.dModel, before.causal, before.rope], [4, 32, false, "none"]);
  assert.deepEqual(shown.preset, {
    ...before,
    kvHeads: 8,
    rope: "half",
    ropeBase: 500000,
    causal: true,
  });
  assert.deepEqual(shown.unknown, shown.preset);
  assert.deepEqual(shown.removed, before);
  assert.deepEqual(shown.authored, { ...before, causal: true, ropeBase: 500 });
  assert.deepEqual(shown.plain, { ...before, heads: 8, dModel: 64 });
  for (const said of seen.errors) assert.match(said, /heads 4 is not divisible by kv-heads 8/); // with the preset
  await close();
});

test("invalid values are reported on the element and on the console", async () => {
  const { page, close } = await browser.open("odd.html", LOW);
  const heard = said(page);
  await ready(page);
  await drawn(page);
  const note = (await page.locator("mha-explainer .invalidValues").textContent()) ?? "";
  for (const part of [
    /step "nowhere" is none of x, /,
    /head 99 is not there/,
    /view "dance" is none of walk, heads/,
    /causal "perhaps"/,
    /controls "dials"/,
    /num-heads is no attribute; did you mean heads\?/,
    /attention is a property and no attribute: set it in a script, as element\.attention = /,
  ]) {
    assert.match(note, part);
    assert.match(heard.join("\n"), part);
  }
  assert.equal(new Set(heard).size, heard.length, "each message occurs once");
  await page.evaluate(() => {
    const element = /** @type {any} */ (document.querySelector("mha-explainer"));
    for (const name of ["step", "head", "view", "causal", "controls", "num-heads", "attention"])
      element.removeAttribute(name);
  });
  await drawn(page);
  assert.equal(await page.locator("mha-explainer .invalidValues").count(), 0);
  await close();
});

/** Waits until all elements with this selector have a picture. @param {Page} page @param {string} selector */
async function allReady(page, selector) {
  await page.waitForFunction(
    (selector) =>
      [...document.querySelectorAll(selector)].every(
        (each) => /** @type {any} */ (each).store?.state.picture,
      ),
    selector,
    { polling: 20 },
  );
  await drawn(page);
}

for (const [file, tags] of /** @type {const} */ ([
  ["views.html", VIEWS.map((view) => `mha-explainer[view=${view}]`)],
  ["parts.html", PARTS],
]))
  test(`each of ${tags.join(", ")} shows its part, gives an SVG, and axe finds nothing`, async () => {
    const { page, seen, close } = await browser.open(file, { ...LOW, reducedMotion: "reduce" });
    await allReady(page, tags.join());
    for (const [i, tag] of tags.entries()) {
      const part = page.locator(tag === PARTS[i] ? tag : `${tag} ${PARTS[i]}`);
      assert.equal(await part.count(), 1, tag);
      const height = await part.evaluate((element) => element.getBoundingClientRect().height);
      assert.ok(height > 120, `${tag}: ${height} px`);
      const svg = await page.evaluate((tag) => /** @type {any} */ (document.querySelector(tag)).toSVG(), tag);
      assert.match(svg, /<title>[^<]+: multi-head attention<\/title>/);
    }
    // The elements by their views have the parts of the elements that show one part.
    if (IS_NIGHTLY || file === "views.html") assert.deepEqual(await findAxeViolations(page), []);
    seen.assertQuiet();
    await close();
  });

test("a readonly element is a figure with a caption, without controls", async () => {
  const { page, seen, close } = await browser.open("still.html", { ...LOW, reducedMotion: "reduce" });
  await allReady(page, "mha-explainer");
  await page
    .locator("mha-figure")
    .nth(STILL.length - 1)
    .waitFor();
  assert.equal(
    await page.locator("mha-explainer button, mha-explainer input, mha-explainer select").count(),
    0,
  );
  for (const view of STILL) {
    const element = page.locator(`mha-explainer[view=${view}]`);
    const figure = element.locator("mha-figure");
    assert.equal(await page.getByText(`What each word looks at: ${view}.`).isVisible(), true);
    assert.equal(await figure.count(), 1);
    const { height, marks } = await figure.evaluate((each) => ({
      height: each.getBoundingClientRect().height,
      marks: /** @type {any} */ (each).scene.marks.length,
    }));
    assert.ok(height > 60 && marks > 10, `${view}: ${height} px, ${marks} marks`);
    const before = await stateOf(page, `[view=${view}]`);
    await element.click();
    await page.keyboard.press("ArrowRight");
    assert.deepEqual((await stateOf(page, `[view=${view}]`)).step, before.step);
  }
  seen.assertQuiet();
  await close();
});

test("only the named controls exist", async () => {
  const { page, close } = await browser.open("controls.html", LOW);
  await page.waitForFunction(() =>
    [...document.querySelectorAll("mha-explainer")].every(
      (each) => /** @type {any} */ (each).store.state.picture,
    ),
  );
  await drawn(page);
  const labels = await page.evaluate(() =>
    [...document.querySelectorAll("mha-explainer")].map((each) => {
      const root = /** @type {any} */ (each).renderRoot;
      const controls = root.querySelector("mha-controls")?.renderRoot;
      const names = [...(controls?.querySelectorAll("label") ?? [])].map(
        (label) => label.innerText.trim().split(/\s/)[0],
      );
      return [
        Boolean(root.querySelector("mha-sentence")),
        names,
        Boolean(controls?.querySelector("[aria-expanded]")),
      ];
    }),
  );
  assert.deepEqual(labels, [
    [false, [], false],
    [true, ["heads", "mask"], false],
    [true, ["d_model", "heads", "mask", "weights"], true],
    [false, ["heads", "d_k"], false],
  ]);
  await close();
});

test("two elements share one state by `for`, anywhere on the page; an unknown id gives a message", async () => {
  const { page, close } = await browser.open("shared.html", { reducedMotion: "reduce" });
  await ready(page);
  await drawn(page);
  assert.match((await page.locator("mha-memory .sum").textContent()) ?? "", /^ *q_heads/);
  await page.getByRole("button", { name: "Next step" }).click();
  await drawn(page);
  assert.match((await page.locator("mha-memory .sum").textContent()) ?? "", /^ *scores/);
  await page.locator("mha-memory canvas").focus();
  await page.keyboard.press("ArrowLeft");
  await drawn(page);
  assert.equal(await stepOf(page), "q_heads", "keys in the part act on the shared element");
  assert.match(
    await page.locator("mha-head").evaluate((element) => element.shadowRoot?.textContent ?? ""),
    /for "lost": no Headscope element here has that id/,
  );
  await page.evaluate(() => document.querySelector("mha-explainer")?.setAttribute("id", "lost"));
  await page.locator("mha-head mha-one-head").waitFor();
  await close();
});

test("twenty elements share one core, and those out of view do not load", async () => {
  const { page, seen, close } = await browser.open("many.html", {
    reducedMotion: "reduce",
    first: `const { compile } = WebAssembly; window.compiled = 0;
      WebAssembly.compile = (bytes) => (window.compiled++, compile.call(WebAssembly, bytes));`,
  });
  await ready(page);
  const states = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("mha-explainer")].map(
        (each) => /** @type {any} */ (each).store.state.status,
      ),
    );
  const at = await states();
  assert.ok(at.filter((status) => status === "ready").length < 6, at.join());
  assert.equal(at[19], "waiting");
  await page.locator("mha-explainer").last().scrollIntoViewIfNeeded();
  await page.waitForFunction(
    () => /** @type {any} */ ([...document.querySelectorAll("mha-explainer")].pop()).store.state.picture,
  );
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).compiled), 1);
  seen.assertQuiet();
  await close();
});

const MOUNTS = IS_NIGHTLY ? 100 : 16;

test(`tokens that are not words are accepted unchanged; mounting and removing the element ${MOUNTS} times leaks no memory`, async () => {
  const { page, seen, close } = await browser.open("tokens.html", {
    ...LOW,
    reducedMotion: "reduce",
    isFresh: true,
  });
  await ready(page);
  assert.deepEqual((await stateOf(page)).tokens, ["[CLS]", "play", "##ing"]);
  const session = await page.context().newCDPSession(page);
  const heap = async () => {
    await session.send("HeapProfiler.collectGarbage");
    return (await session.send("Runtime.getHeapUsage")).usedSize / 1e6;
  };
  const mount = (/** @type {number} */ times) =>
    page.evaluate(async (times) => {
      /** @type {any} */
      let element;
      for (let i = 0; i < times; i++) {
        element = document.createElement("mha-explainer");
        Object.assign(element, { tokens: "a b c d", heads: 2, dModel: 8, loading: "eager" });
        document.body.append(element);
        await element.loaded();
        await element.updateComplete;
        element.remove();
      }
      const { picture } = element.store.state;
      const isHeld = () => {
        try {
          return Boolean(picture.tensor("x"));
        } catch {
          return false;
        }
      };
      while (isHeld()) await new Promise(requestAnimationFrame); // an element frees its memory some time after its removal
    }, times);
  await mount(MOUNTS / 2);
  const before = await heap();
  await mount(MOUNTS);
  const after = await heap();
  assert.ok(after - before < 0.04 * MOUNTS, `${before.toFixed(1)} MB, then ${after.toFixed(1)} MB`);
  seen.assertQuiet();
  await close();
});
