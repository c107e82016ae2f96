// Notes on terms, on the weights and on what each head does; by mouse, touch and keyboard.
import assert from "node:assert/strict";
import test from "node:test";
import { explain } from "../../web/kit/text/glossary.js";
import { KINDS } from "../../web/kit/text/weights.js";
import { drawn, goTo, ready, stepOf } from "./support/explainer.js";
import { focused } from "./support/focus.js";
import { useSharedTab } from "./support/index.js";
import { IS_NIGHTLY, sample } from "./support/nightly.js";
import { core, run } from "./support/walk.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();

/** @param {import("./support/index.js").Options} [options] */
async function openPage(options, query = "?step=q_heads") {
  const opened = await browser.open(query, { reducedMotion: "reduce", ...options });
  await ready(opened.page);
  return opened;
}

/** Text of the open note; null if none is open. @param {Page} page @returns {Promise<string | null>} */
async function noted(page) {
  await drawn(page);
  const open = await page
    .locator("mha-note")
    .evaluateAll((all) =>
      all.filter((it) => it.matches(":popover-open")).map((it) => it.shadowRoot?.textContent ?? ""),
    );
  assert.ok(open.length < 2, "one note at a time");
  return open.length ? open[0].replace(/\s+/g, " ").trim() : null;
}

/** @param {string} term */
const meaning = (term) => explain(term)?.meaning ?? "no such term";

/** Positions of all elements on the page. @param {Page} page @returns {Promise<string>} */
const places = (page) =>
  page.evaluate(() => {
    const all = /** @type {Element} */ (document.querySelector("mha-explainer")).shadowRoot;
    const parts = [...(all?.querySelectorAll("*") ?? [])].filter(({ localName }) => localName !== "mha-note");
    return JSON.stringify([
      document.documentElement.scrollHeight,
      ...parts.map((it) => it.getBoundingClientRect()),
    ]);
  });

test("hovering a term opens a note without moving anything; the pointer can enter the note, which closes when it leaves", async () => {
  const { page, seen, close } = await openPage({ isFresh: true }); // stops the clock
  const before = await places(page);
  const term = page.locator("mha-words button.term[data-note=stride]");
  await term.hover();
  assert.ok((await noted(page))?.endsWith(meaning("stride")));
  assert.equal(await places(page), before);
  await page.clock.install();
  await page.locator("mha-note").hover();
  await page.clock.runFor(1000); // later than a note without the pointer closes
  assert.ok(await noted(page), "the note stays open while the pointer is inside");
  await page.mouse.move(5, 5);
  await page.locator("mha-note:popover-open").waitFor({ state: "detached" });
  assert.equal(await noted(page), null);
  seen.assertQuiet();
  await close();
});

test("every first mention of a term is a tab stop; Escape closes only the note", async () => {
  const { page, close } = await openPage();
  const terms = page.locator("mha-words button.term");
  const names = await terms.evaluateAll((all) =>
    all.map((one) => /** @type {HTMLElement} */ (one).dataset.note),
  );
  assert.ok(names.length >= 6 && new Set(names).size === names.length, `each once: ${names}`);
  for (const name of ["B", "stride", "view", "contiguous"])
    assert.ok(names.includes(name), `${name} of ${names}`);
  for (const [i, name] of names.entries()) {
    await page.keyboard.press("Shift"); // so that the browser treats the focus as set by keyboard
    await terms.nth(i).focus();
    assert.ok((await noted(page))?.includes(meaning(name ?? "")), name);
  }
  const selection = () =>
    page.evaluate(() =>
      JSON.stringify(/** @type {any} */ (document.querySelector("mha-explainer")).store.state.selection),
    );
  const held = await selection();
  await page.keyboard.press("Escape");
  assert.equal(await noted(page), null);
  assert.equal(await selection(), held, "the selection stays");
  assert.match((await focused(page))?.name ?? "", /^button /);
  await page.keyboard.press("Escape");
  assert.notEqual(await selection(), held, "a second press closes the note");
  await close();
});

test("a tap opens a note; a second tap, a tap elsewhere, or a step closes it", async () => {
  const { page, close } = await openPage({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  const term = page.locator("mha-words button.term").first();
  for (const leave of [() => term.tap(), () => page.touchscreen.tap(4, 400)]) {
    await term.tap();
    assert.ok(await noted(page));
    const box = await page.locator("mha-note").boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 390 && box.y >= 0, JSON.stringify(box));
    await leave();
    await page.locator("mha-note:popover-open").waitFor({ state: "detached" });
  }
  await term.tap();
  assert.ok(await noted(page));
  await goTo(page, "scores");
  assert.equal(await noted(page), null);
  await close();
});

test("a press keeps the note open, also if its focus event comes later; a note whose text is rendered after the pointer has left does not open", async () => {
  const { page, seen, close } = await openPage();
  const term = page.locator("mha-words button.term").first();
  const told = (/** @type {string[]} */ ...types) =>
    term.evaluate((it, all) => {
      for (const type of all) it.dispatchEvent(new Event(type, { bubbles: true }));
    }, types);
  for (const types of [["click"], ["click", "focusin"]]) {
    await told(...types);
    await page.locator("mha-words mha-note").waitFor();
    await told("click");
    assert.equal(await noted(page), null, `a second press lets go, after ${types.join(" and ")}`);
  }
  const stride = page.locator("mha-words button.term[data-note=stride]");
  await stride.hover();
  assert.ok(await noted(page));
  await page.mouse.move(5, 5);
  await page.locator("mha-note:popover-open").waitFor({ state: "detached" });
  await page.evaluate(() => {
    const { prototype } = /** @type {any} */ (customElements.get("mha-note"));
    const original = prototype.getUpdateComplete;
    prototype.getUpdateComplete = async function () {
      const done = await original.call(this);
      await new Promise((resolve) => Object.assign(window, { render: resolve }));
      return done;
    };
  });
  await stride.hover();
  await page.waitForFunction(() => "render" in window);
  await page.mouse.move(5, 5);
  await page.evaluate("render()");
  assert.equal(await noted(page), null);
  seen.assertQuiet();
  await close();
});

for (const [how, css] of sample(
  /** @type {const} */ ([
    ["in a host as it is", "mha-explainer { zoom: 1 }"],
    ["in a host that is zoomed", "mha-explainer { zoom: 1.4 }"],
    ["in a host that is scaled", "mha-explainer { transform: scale(0.8); transform-origin: 0 0 }"],
  ]),
  1,
  2,
))
  test(`${how}, a note opens beside its term, within the window, and scrolls with the page`, async () => {
    const { page, close } = await openPage({ viewport: { width: 1000, height: 620 }, bypassCSP: true });
    await page.addStyleTag({ content: css });
    await drawn(page);
    const terms = page.locator("mha-words button.term");
    for (const i of [0, (await terms.count()) - 1])
      for (const block of /** @type {const} */ (["start", "end"])) {
        if (!IS_NIGHTLY && (block === "start") !== (i === 0)) continue; // the first term at the top, the last at the bottom
        const term = terms.nth(i);
        await term.evaluate((it, at) => it.scrollIntoView({ block: at }), block);
        await page.keyboard.press("Shift");
        await term.focus();
        for (const scroll of [0, block === "start" ? -40 : 40]) {
          await page.evaluate((by) => scrollBy(0, by), scroll);
          assert.ok(await noted(page));
          const [of, note] = await Promise.all(
            [term, page.locator("mha-note:popover-open")].map((it) => it.boundingBox()),
          );
          assert.ok(of && note);
          const what = JSON.stringify({ of, note });
          assert.ok(note.x >= 0 && note.x + note.width <= 1000 && note.y >= 0, what);
          assert.ok(note.y + note.height <= 620, what);
          const [above, below] = [of.y - note.y - note.height, note.y - of.y - of.height];
          assert.ok(Math.abs(Math.max(above, below) - 6) < 1.5, `6 px beside it: ${what}`);
        }
        await page.keyboard.press("Escape");
        await term.blur();
      }
    await close();
  });

test("a note at the control explains the weights, head by head, and says that they are not learned; a right-to-left sentence is laid out from right to left, with Edit at its end", async () => {
  const { page, close } = await openPage();
  for (const [weights, says] of /** @type {const} */ ([
    ["constructed", /^Constructed\. These weights are not learned\./],
    ["random", /Xavier's rule, .*±√\(6 \/ \(rows \+ columns\)\), W_O between ±1\/√rows/],
    ["small", /normal distribution with a standard deviation of 0\.02/],
  ])) {
    await page.locator("mha-controls").getByLabel("weights").selectOption(weights);
    await drawn(page);
    await page.locator("mha-controls .about").click();
    const said = await noted(page);
    assert.match(said ?? "", says);
    assert.match(said ?? "", /These weights are not learned/);
    if (weights === "constructed")
      core.headKinds.forEach((kind, head) => {
        const { name, score } = KINDS[kind];
        assert.ok(said?.includes(`head ${head}, ${name} ${score}`), `${head} in ${said}`);
      });
    await page.keyboard.press("Escape");
    assert.equal(await noted(page), null);
  }
  const xs = () =>
    page
      .locator("mha-sentence :is(.token, .edit)")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
  for (const [tokens, sign] of /** @type {const} */ ([
    ["هذا كتاب جديد", -1],
    ["החיה לא חצתה", -1],
    ["three short words", 1],
  ])) {
    await page.evaluate((sentence) => {
      /** @type {any} */ (document.querySelector("mha-explainer")).tokens = sentence;
    }, tokens);
    await drawn(page);
    const places = await xs();
    assert.equal(places.length, 4);
    for (let i = 1; i < places.length; i++)
      assert.ok((places[i] - places[i - 1]) * sign > 0, `${tokens}: ${places}`);
  }
  await close();
});

test("a head's title explains its map, by pointer, by arrows between titles, and held by Enter; Escape closes the note first; after a wrong path the note opens as before", async () => {
  const { page, seen, close } = await openPage();
  await goTo(page, "weights");
  const titles = page.locator("mha-stage .titles button");
  assert.equal(await titles.count(), 8);
  const { heads } = run.measure();
  await titles.nth(0).hover();
  const said = await noted(page);
  assert.ok(said?.startsWith(`Head 0, previous. Score ${KINDS.previous_token.score}`), said ?? "");
  assert.ok(
    said?.includes(`previous token ${heads[0].previous.toFixed(2)}`),
    "the note includes the measured role",
  );
  assert.match(said ?? "", /This is not learned/);
  await page.mouse.move(5, 5);
  await page.locator("mha-stage canvas").focus();
  await page.keyboard.press("Tab");
  assert.match(
    (await focused(page))?.name ?? "",
    /^button Head 2: first token/,
    "one stop: the selected head",
  );
  await page.keyboard.press("ArrowRight");
  assert.match((await focused(page))?.name ?? "", /^button Head 3: diagonal/);
  assert.ok((await noted(page))?.startsWith("Head 3, itself."));
  assert.equal(await stepOf(page), "weights", "arrow keys move between titles");
  await page.keyboard.press("Enter");
  await drawn(page);
  assert.equal(
    await page.evaluate(() => /** @type {any} */ (document.querySelector("mha-explainer")).head),
    3,
  );
  assert.ok((await noted(page))?.startsWith("Head 3"));
  await page.keyboard.press("Escape");
  const state = () =>
    page.evaluate(() => {
      const { origin, selection } = /** @type {any} */ (document.querySelector("mha-explainer")).store.state;
      return JSON.stringify({ origin, selection });
    });
  const title = page.locator("mha-stage .titles button").nth(3);
  const canvas = page.locator("mha-stage mha-figure");
  await canvas.click({ position: { x: 140, y: 90 } });
  await drawn(page);
  for (const blur of [false, true]) {
    if (blur) await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
    const held = await state();
    await title.hover();
    assert.ok(await noted(page));
    await page.keyboard.press("Escape");
    await drawn(page);
    assert.equal(await noted(page), null);
    assert.equal(await state(), held);
    await page.mouse.move(5, 5);
  }
  await title.hover();
  assert.ok(await noted(page));
  await page.mouse.move(5, 5);
  await page.locator("mha-words .wrong button.chip").first().click();
  await drawn(page);
  await page.getByRole("button", { name: "leave the wrong path" }).click();
  await drawn(page);
  await title.hover();
  assert.ok(await noted(page));
  seen.assertQuiet();
  await close();
});

test("the buttons of titles lie over the titles, at every width and with grouped heads", async () => {
  const { page, close } = await openPage();
  await page.evaluate(() => {
    /** @type {any} */ (document.querySelector("mha-explainer")).kvHeads = 2;
  });
  for (const width of sample([390, 1000, 1440], 0, 2))
    for (const step of ["scores_groups", "weights"]) {
      await page.setViewportSize({ width, height: 900 });
      await goTo(page, step);
      await drawn(page);
      const { slices, boxes } = await page.locator("mha-stage").evaluate((it) => {
        const root = /** @type {ShadowRoot} */ (it.shadowRoot);
        const figure = /** @type {any} */ (root.querySelector("mha-figure"));
        const part = figure.scene.parts.find((/** @type {any} */ each) => each.role === "whole");
        const corner = figure.getBoundingClientRect();
        return {
          slices: part.tensor.layout.slices.map((/** @type {any} */ { x, y }) => [x + part.x, y + part.y]),
          boxes: [...root.querySelectorAll(".titles button")].map((button) => {
            const { left, bottom, width: w, height } = button.getBoundingClientRect();
            return { x: left - corner.left, bottom: bottom - corner.top, w, height };
          }),
        };
      });
      assert.equal(boxes.length, 8);
      boxes.forEach(({ x, bottom, w, height }, i) => {
        assert.ok(
          Math.abs(x - slices[i][0]) < 1 && Math.abs(bottom - slices[i][1]) < 2,
          `${step} ${width} ${i}`,
        );
        assert.ok(w >= 24 && height >= 24, "large enough to be tapped");
      });
    }
  await close();
});

test("a step's small panels are rendered in the same task as the step; the softmax step says that the reference of a word must be learned; the attention colour scale ends at 1 or, by keyboard, at the largest weight, and the choice stays", async () => {
  const { page, close } = await openPage();
  await goTo(page, "scores");
  const shown = await page.evaluate(async () => {
    const explainer = /** @type {any} */ (document.querySelector("mha-explainer"));
    /** @param {string} tag @param {Element} [root] @returns {Element | null} */
    const find = (tag, root = explainer) => {
      for (const each of root.shadowRoot?.querySelectorAll("*") ?? []) {
        const found = each.localName === tag ? each : find(tag, each);
        if (found) return found;
      }
      return null;
    };
    explainer.step = "weights";
    for (let i = 0; i < 200; i++) await null; // microtasks only
    return ["mha-colour-range", "mha-attends"].map((tag) => find(tag)?.shadowRoot?.textContent?.trim() ?? "");
  });
  assert.match(shown[0], /to the largest/);
  assert.match(shown[1], /attends most/);
  await drawn(page);
  assert.match(
    await page.locator("mha-attends p").last().innerText(),
    /None of these heads knows what a word refers to: that has to be learned\./,
  );
  await page.locator("mha-controls").getByLabel("weights").selectOption("random");
  await goTo(page, "weights");
  const most = () =>
    page
      .locator("mha-stage mha-figure")
      .evaluate((it) => /** @type {any} */ (it).scene.parts[0].tensor.scale.max);
  assert.equal(await most(), 1);
  await page.locator("mha-colour-range").getByRole("button", { name: "to the largest" }).focus();
  await page.keyboard.press("Enter");
  await drawn(page);
  const largest = await page.evaluate(() => {
    const { picture } = /** @type {any} */ (document.querySelector("mha-explainer")).store.state;
    return Math.max(...picture.values("weights"));
  });
  assert.ok(largest < 0.5);
  assert.equal(await most(), largest);
  await goTo(page, "context");
  assert.equal(await page.locator("mha-colour-range [aria-pressed=true]").innerText(), "to the largest");
  await goTo(page, "scores");
  assert.equal(await page.locator("mha-colour-range").count(), 0, "scores have no choice of colour range");
  await close();
});

test("the words about a trained head are shown whole, in the height that every step reserves, at every width", async () => {
  const query =
    "?tokens=the+animal+did+not+cross+the+street+because+it+was+too+tired&heads=4&weights=trained&step=scores&layer=1&head=3&token=8";
  const { page, close } = await openPage({}, query);
  const height = () =>
    page.locator("mha-words .attends").evaluate((it) => [it.clientHeight, it.scrollHeight]);
  for (const width of sample([390, 1024, 1440], 0, 2)) {
    await page.setViewportSize({ width, height: 900 });
    await goTo(page, "scores");
    const before = await height();
    await goTo(page, "weights");
    assert.match(await page.locator("mha-attends p").innerText(), /only that row affects the answer\./);
    assert.deepEqual([...new Set([...before, ...(await height())])], [before[0]], `${width} px`);
  }
  await close();
});
