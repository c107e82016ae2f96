// The page Heads: all heads, one large head, roles and ablation, compared with the core and with PyTorch
// (fixtures/heads.py).
import assert from "node:assert/strict";
import test from "node:test";
import { OPENING } from "../../web/kit/state/settings.js";
import { tokenize } from "../../web/kit/state/tokens.js";
import { shareSaid } from "../../web/kit/text/share.js";
import { readFixture } from "../core/fixture.js";
import { drawn, ready } from "./support/explainer.js";
import { openMenu, showTable } from "./support/figure-menu.js";
import { cellAt, openHeads, said, stateOf, written } from "./support/heads.js";
import { useOnce, useSharedTab } from "./support/index.js";
import { sample } from "./support/nightly.js";
import { run, valueAt } from "./support/walk.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();
const WORDS = tokenize(OPENING);
/** @type {import("../core/fixture.js").FixtureCase["tensors"]} */
const torch = (await readFixture("heads")).find(({ name }) => name === "page")?.tensors ?? {};
const measured = run.measure({ tokens: WORDS });

/** The page that tests share, with its look and selection as it opens. */
const opened = useOnce(openFirst);

async function openFirst() {
  const shown = await openHeads(browser, "", { isFresh: true });
  const first = await shown.page.evaluate(() => {
    const { look, selection } = /** @type {any} */ (document.querySelector("mha-explainer")).store.state;
    return { look, selection };
  });
  return { ...shown, first };
}

/** That page, as it opens. */
async function shared() {
  const { page, seen, first } = await opened();
  await page.mouse.move(2, 2);
  await page.evaluate(({ look, selection }) => {
    const explainer = /** @type {any} */ (document.querySelector("mha-explainer"));
    explainer.colormap = null;
    explainer.store.look(look);
    explainer.store.select(selection);
    scrollTo(0, 0);
  }, first);
  await drawn(page);
  return { page, seen };
}

/** @param {Page} page @param {readonly number[]} index @param {{ modifiers?: "Shift"[] }} [how] */
async function clickCell(page, index, how = {}) {
  const { x, y } = await cellAt(page, index);
  for (const key of how.modifiers ?? []) await page.keyboard.down(key);
  await page.mouse.click(x, y);
  for (const key of how.modifiers ?? []) await page.keyboard.up(key);
  await drawn(page);
}

test("every head has a map, a number and a measured role; hovering previews, a click holds, a second click releases", async () => {
  const { page, seen } = await shared();
  const titles = await page
    .locator("mha-maps .titles button")
    .evaluateAll((all) => all.map((one) => one.ariaLabel));
  assert.equal(titles.length, 8);
  assert.equal(titles[0], `Head 0: previous token ${measured.heads[0].previous.toFixed(2)}`);
  assert.equal(titles[5], `Head 5: same word ${measured.heads[5].sameWord.toFixed(2)}`);
  assert.equal(titles[6], `Head 6: broad ${measured.heads[6].entropy.toFixed(2)} nats`);
  const { x, y } = await cellAt(page, [0, 4, 3, 2]);
  await page.mouse.move(x, y);
  await drawn(page);
  assert.match((await said(page, "mha-one-head h2"))[0], /^Head 4: near/);
  assert.deepEqual((await stateOf(page)).hover?.head, 4);
  await page.mouse.move(5, 5);
  await drawn(page);
  assert.match(
    (await said(page, "mha-one-head h2"))[0],
    /^Head 2/,
    "the preview ends when the pointer leaves",
  );
  await clickCell(page, [0, 4, 3, 2]);
  await page.mouse.move(5, 5);
  await drawn(page);
  assert.match((await said(page, "mha-one-head h2"))[0], /^Head 4/, "held");
  const { selection } = await stateOf(page);
  assert.deepEqual([selection.head, selection.token, selection.key], [4, 3, 2]);
  await clickCell(page, [0, 4, 3, 2]);
  assert.equal((await stateOf(page)).selection.head, null, "a second click releases the selection");
  await clickCell(page, [0, 1, 3, 2]);
  await page.locator("mha-maps canvas").focus();
  await page.keyboard.press("Escape");
  await drawn(page);
  assert.equal((await stateOf(page)).selection.head, null, "Escape too");
  seen.assertQuiet();
});

test("compared heads stand side by side, with their mean and their difference", async () => {
  const { page } = await shared();
  await clickCell(page, [0, 3, 1, 1], { modifiers: ["Shift"] });
  assert.equal(await page.locator("mha-picked").count(), 0, "a single head is not a comparison");
  await clickCell(page, [0, 5, 1, 1], { modifiers: ["Shift"] });
  await page.locator("mha-picked mha-figure").waitFor();
  await drawn(page);
  const texts = await written(page, "mha-picked");
  for (const name of ["head 3", "head 5", "mean", "3 − 5"])
    assert.ok(texts.includes(name), `${name} in ${texts}`);
  const largest = Math.max(
    ...Array.from({ length: 144 }, (_, i) => {
      const at = [Math.floor(i / 12), i % 12];
      return Math.abs(valueAt("weights", [0, 3, ...at]) - valueAt("weights", [0, 5, ...at]));
    }),
  );
  const scale = texts.find((text) => text.endsWith("difference")) ?? "";
  assert.ok(Math.abs(parseFloat(scale) - largest) < 1e-3, `${scale}: around 0, to ${largest}`);
  await page.getByRole("button", { name: "close" }).click();
  assert.equal(await page.locator("mha-picked").count(), 0);
});

test("the colour bar matches the scale: common or per head, linear or logarithmic, in three colour maps", async () => {
  const { page } = await shared();
  const bar = async () => (await written(page, "mha-maps")).slice(-40).join(" ");
  await openMenu(page.locator("mha-maps"));
  const press = async (/** @type {string} */ name) => {
    await page.locator("mha-maps").getByRole("button", { name, exact: true }).click();
    await drawn(page);
  };
  const colours = () =>
    page.locator("mha-maps mha-figure").evaluate((figure) => {
      const cells = /** @type {any} */ (figure).scene.marks.filter(
        (/** @type {any} */ { kind }) => kind === "cells",
      );
      return [...cells.at(-1).rgba].slice(-1)[0];
    });
  assert.match(await bar(), /1 · one scale for all heads/);
  const blue = await colours();
  await press("one each");
  assert.match(await bar(), /each head scaled to its own maximum/);
  await press("log");
  assert.match(await bar(), /0\.0001/);
  await press("viridis");
  const viridis = await colours();
  assert.notEqual(viridis, blue);
  assert.equal(viridis, 0xff25e7fd, "the brightest of viridis, #fde725");
  await press("cividis");
  assert.equal(await colours(), 0xff38e8fe, "of cividis, #fee838");
  await page.keyboard.press("Escape"); // closes the menu
});

test("one head in five views, by keyboard: map, arcs, text, q · k and plane show the core's numbers", async () => {
  const { page } = await shared();
  await clickCell(page, [0, 5, 4, 0]);
  await page.locator("mha-one-head [role=tab][aria-selected=true]").focus();
  const map = await written(page, "mha-one-head");
  const high = () =>
    page.locator("mha-one-head mha-figure").evaluate((figure) => figure.getBoundingClientRect().height);
  const asMap = await high();
  const weight = valueAt("weights", [0, 5, 4, 0]);
  assert.ok(map.includes(weight.toFixed(2).replace("0.", ".")), "numbers in the cells");
  await page.keyboard.press("ArrowRight");
  await drawn(page);
  const row = Array.from({ length: 12 }, (_, key) => valueAt("weights", [0, 5, 4, key])).sort(
    (a, b) => b - a,
  );
  const enough = row.findIndex((_, i) => row.slice(0, i + 1).reduce((a, b) => a + b) >= 0.9) + 1;
  assert.ok(
    (await written(page, "mha-one-head"))[2].startsWith(
      `“the”: 90 % of the weight needs only ${enough} keys`,
    ),
    (await written(page, "mha-one-head"))[2],
  );
  assert.equal(await high(), asMap, "arcs are as high as the map");
  await page.keyboard.press("ArrowRight");
  await page.getByRole("tab", { name: "text", selected: true }).waitFor();
  await drawn(page);
  assert.equal(await high(), asMap, "the text is as high as the map");
  assert.equal((await written(page, "mha-one-head"))[0], "“the” looks at");
  const figure = page.locator("mha-one-head mha-figure");
  const firstWord = { position: { x: 12, y: 40 } };
  await figure.click({ ...firstWord, modifiers: ["Shift"] });
  await drawn(page);
  assert.equal((await written(page, "mha-one-head"))[0], "mean of “the”, “The”");
  await figure.click({ ...firstWord, modifiers: ["Shift"] });
  await page.mouse.move(2, 2);
  await drawn(page);
  assert.equal((await written(page, "mha-one-head"))[0], "“the” looks at");
  assert.deepEqual((await stateOf(page)).look.asking, []);
  await page.locator("mha-one-head [role=tab][aria-selected=true]").focus();
  await page.keyboard.press("ArrowRight");
  await drawn(page);
  assert.equal(await high(), asMap, "q · k is as high as the map");
  const products = await written(page, "mha-one-head");
  const score = products.find((text) => text.startsWith("scores = ")) ?? "";
  assert.ok(Math.abs(parseFloat(score.slice(9)) - valueAt("scores", [0, 5, 4, 0])) < 0.01, score);
  const q = Array.from({ length: 8 }, (_, c) => valueAt("q_heads", [0, 5, 4, c]));
  const k = Array.from({ length: 8 }, (_, c) => valueAt("k_heads", [0, 5, 0, c]));
  for (const [c, value] of q.entries()) {
    const told = (/** @type {number} */ number) =>
      products.some(
        (text) => Math.abs(Number(text.replace("−", "-")) - number) < 0.006 * Math.max(1, Math.abs(number)),
      );
    assert.ok(told(value) && told(k[c]) && told(value * k[c]), `feature ${c} in ${products}`);
  }
  assert.ok(
    products.some((text) => /^scaled = .* \(.* × 0\.354, which is 1\/√8\)$/.test(text)),
    products.join("; "),
  );
  await page.keyboard.press("ArrowRight");
  await drawn(page);
  assert.equal(await high(), asMap, "the plane is as high as the map");
  const [first, second] = await written(page, "mha-one-head");
  const { queryLengths, keyLengths, kept } = run.plane(5);
  const { angles } = run.meeting(5, 4, 0);
  assert.equal(second, `The plane keeps ${(kept * 100).toFixed(0)} % of all squared lengths`);
  const read = /^\|q\| (\S+), \|k\| (\S+), (\d+)°/.exec(first);
  assert.ok(read, first);
  assert.ok(
    Math.abs(Number(read[1]) - queryLengths.data[4]) < 0.05 &&
      Math.abs(Number(read[2]) - keyLengths.data[0]) < 0.01,
    first,
  );
  assert.equal(Number(read[3]), Math.round((angles.data[0] * 180) / Math.PI));
  const ranked = await said(page, "mha-one-head .weight");
  assert.deepEqual(
    ranked,
    row.slice(0, 6).map((value) => shareSaid(value, 3)),
  );
  await page.keyboard.press("Home");
  await drawn(page);
  assert.equal((await stateOf(page)).look.view, "map");
});

test("a head's role is shown with its figure and the number of queries", async () => {
  const { page } = await shared();
  for (const head of [0, 5, 7]) {
    await clickCell(page, [0, head, 2, 2]);
    const rows = await page.locator("mha-measured tbody").first().locator("tr").allInnerTexts();
    const { queries, ...measures } = measured.heads[head];
    const shown = await page
      .locator("mha-measured .figure")
      .evaluateAll((all) => all.map((one) => [one.getAttribute("data-measure"), one.textContent]));
    assert.equal(shown.length, 9, rows.join("; "));
    for (const [name, figure] of shown) {
      const value = /** @type {any} */ (measures)[name ?? ""];
      const isShare = name !== "entropy" && name !== "distance";
      assert.equal(figure, isShare ? shareSaid(value) : value.toFixed(2), `head ${head}, ${name}`);
    }
    assert.match(rows[0], new RegExp(`${queries.previous}$`));
    assert.match(rows[5], new RegExp(`${queries.elsewhere}$`));
  }
  assert.match((await said(page, "mha-one-head .said"))[0], /^It has no clear role\. Entropy/, "head 7");
});

test("similarities of heads are the core's, and a click compares the pair side by side", async () => {
  const { page } = await shared();
  const canvas = page.locator("mha-alike canvas");
  await canvas.scrollIntoViewIfNeeded();
  const place = await page.locator("mha-alike mha-figure").evaluate((figure) => {
    const { marks } = /** @type {any} */ (figure).scene;
    const { x, y, cw, ch } = marks.find((/** @type {any} */ { kind }) => kind === "cells");
    const box = /** @type {Element} */ (figure.shadowRoot?.querySelector("canvas")).getBoundingClientRect();
    return { x: box.x + 4 + x + 5.5 * cw, y: box.y + y + 3.5 * ch };
  });
  await page.mouse.move(place.x, place.y);
  await drawn(page);
  const weight = measured.similarity.data[3 * 8 + 5];
  assert.match(
    (await said(page, "mha-alike p"))[0],
    new RegExp(`^Heads 3 and 5 put ${shareSaid(weight)} of`),
  );
  await page.mouse.click(place.x, place.y);
  await drawn(page);
  assert.deepEqual((await stateOf(page)).look.picked, [3, 5]);
});

test("contributions, effects of removing heads, and the pruned layer agree with PyTorch", async () => {
  const { page } = await shared();
  const adds = page.locator("mha-adds");
  assert.match((await said(page, "mha-adds h2"))[0], /of it$/);
  const heads = await adds
    .locator("li")
    .evaluateAll((all) =>
      all.map((row) => [
        Number(row.getAttribute("data-head")),
        Number(row.querySelector(".share")?.textContent),
      ]),
    );
  assert.deepEqual(
    heads.map(([head]) => head),
    [...torch.order.data].reverse(),
    "most effect first",
  );
  for (const [head, share] of heads)
    assert.ok(Math.abs(share - torch.shares.data[7 * 9 + head]) < 0.006, `head ${head}: ${share}`);
  const total = torch.shares.data.slice(7 * 9, 8 * 9).reduce((a, b) => a + b, 0);
  assert.ok(Math.abs(total - 1) < 1e-5);
  await adds.getByRole("button", { name: "head", exact: true }).first().click();
  assert.deepEqual(
    (await adds.locator("li").evaluateAll((all) => all.map((row) => row.getAttribute("data-head")))).join(""),
    "01234567",
  );

  for (const head of torch.off.data) await adds.getByRole("button", { name: `Head ${head} off` }).click();
  await drawn(page);
  assert.equal((await said(page, "mha-adds .moved"))[0], torch.mutedWhole.data[0].toFixed(3));
  const where = torch.mutedTokens.data.indexOf(Math.max(...torch.mutedTokens.data));
  assert.match(
    (await said(page, "mha-adds .now"))[0],
    new RegExp(`most at ${WORDS[where]} \\(${torch.mutedTokens.data[where].toFixed(3)}\\)`),
  );
  const cut = (await said(page, "mha-cut p")).join(" ");
  assert.match(cut, /Without heads 2, 6 the layer has 12288 parameters instead of 16384/);
  assert.match(cut, /to the bit|to \de-0?[789] of the norm/);
  const shapes = await page.locator("mha-cut tbody").last().locator("tr").allInnerTexts();
  assert.deepEqual(
    shapes.map((row) => row.replace(/\s+/g, " ")),
    [...["W_Q", "W_K", "W_V"].map((name) => `${name} (64, 64) (64, 48)`), "W_O (64, 64) (48, 64)"],
  );
  assert.match(cut, /setting the W_Q and W_K of head 2 to 0 does not remove it/);
  assert.equal((await said(page, "mha-cut .still"))[0], torch.zeroedAdds.data[0].toFixed(2));
  assert.equal((await said(page, "mha-cut .even"))[0], Math.log(12).toFixed(2));
  const label = await page.locator("mha-removal canvas").getAttribute("aria-label");
  const curve = [...torch.leastFirst.data].map((moved) => moved.toFixed(2)).join(", ");
  assert.ok(label?.includes(`Least effect first: ${curve}.`), `${label} has ${curve}`);

  await adds.getByRole("button", { name: "All heads back to 1" }).click();
  await adds.getByRole("button", { name: "Head 3 solo" }).click();
  assert.equal(await adds.locator("[aria-label$=' off'][aria-pressed=true]").count(), 7);
  await adds.getByRole("button", { name: "Head 3 solo" }).click();
  assert.equal(await adds.locator("[aria-pressed=true][aria-label$=' off']").count(), 0);
});

test("the bar of a head scales the head, by pointer and by keyboard: one tab stop, arrows between heads", async () => {
  const { page } = await shared();
  await page.locator("mha-maps .titles button").nth(1).click();
  await drawn(page);
  const sliders = page.locator("mha-maps .scales input");
  assert.equal(await sliders.count(), 0, "knobs are one press away");
  await page.locator("mha-maps").getByRole("button", { name: "scale heads" }).click();
  await drawn(page);
  assert.equal(
    await sliders.evaluateAll(
      (all) => all.filter((one) => /** @type {HTMLElement} */ (one).tabIndex === 0).length,
    ),
    1,
  );
  await sliders.nth(1).focus();
  for (let i = 0; i < 10; i++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  assert.equal(
    await page.evaluate(() => {
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return at?.ariaLabel;
    }),
    "Scale of head 2",
  );
  await sliders.nth(6).focus();
  await page.keyboard.press("Home");
  await drawn(page);
  assert.deepEqual((await stateOf(page)).look.scales, { 1: 1.5, 6: 0 });
  assert.equal((await said(page, "mha-adds .moved"))[0], torch.scaledWhole.data[0].toFixed(3), "PyTorch's");
  assert.match((await sliders.nth(6).getAttribute("aria-valuetext")) ?? "", /^off; adds 0\.00/);
  await page.keyboard.press("Escape");
  assert.deepEqual((await stateOf(page)).look.scales, {}, "Escape sets all back");
  const box = await sliders.nth(4).boundingBox();
  assert.ok(box && box.height >= 24, "a target's size");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await drawn(page);
  const { 4: dragged } = (await stateOf(page)).look.scales;
  assert.ok(dragged > 1.3 && dragged < 1.8, `dragged to ${dragged}`);
  await sliders.nth(4).dblclick();
  assert.equal((await stateOf(page)).look.scales[4], undefined, "a double click resets the scale");
});

test("every picture is available as a table and as a file", async () => {
  const { page } = await shared();
  for (const panel of ["mha-one-head", "mha-adds", "mha-removal", "mha-measured", "mha-alike"]) {
    const table = page.locator(`${panel} mha-as-table`).first();
    await showTable(table);
    assert.ok((await table.locator("tbody tr").count()) > 7, panel);
    await openMenu(table);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      table.getByRole("button", { name: /^Download .*csv$/i }).click(),
    ]);
    assert.match(download.suggestedFilename(), /\.csv$/);
  }
  const cells = await page.locator("mha-alike mha-as-table tbody tr").nth(3).innerText();
  assert.match(
    cells.replace(/\s+/g, " "),
    new RegExp(`^3 .* ${Number(measured.similarity.data[3 * 8 + 5].toPrecision(3))} `),
  );
  assert.equal(
    (await said(page, "mha-heads li"))[5],
    `Head 5: same word ${measured.heads[5].sameWord.toFixed(2)}.`,
  );
});

test("the file of all heads has their bars, and on a phone one press opens the large head", async () => {
  const { page, close } = await openHeads(browser, "", { viewport: { width: 390, height: 844 } });
  const svg = await page.evaluate(() => /** @type {any} */ (document.querySelector("mha-explainer")).toSVG());
  assert.equal(svg.match(/>1×</g), null, "no head is scaled");
  assert.equal(svg.match(/>0\.\d\d</g)?.length, 8, "the share of each head");
  await page.getByRole("button", { name: /^Head \d, large/ }).click();
  const place = await page
    .locator("mha-one-head h2")
    .evaluate((heading) => heading.getBoundingClientRect().top);
  assert.ok(place >= 0 && place < 200, `its title at ${place} px`);
  await close();
});

test("on a phone, the switches of every head are in view, none leaves its box", async () => {
  const viewport = { width: 390, height: 844 };
  for (const query of sample(["?lang=fr", "?weights=language&lang=fr", "?weights=language"], 1)) {
    const { page, close } = await openHeads(browser, query, { viewport });
    const found = await page.locator("mha-adds").evaluate((panel) => {
      const list = /** @type {HTMLElement} */ (panel.shadowRoot?.querySelector(".all"));
      const buttons = [...list.querySelectorAll(".do button")];
      return {
        hidden: list.scrollWidth - list.clientWidth,
        cut: buttons.filter((button) => button.scrollWidth > button.clientWidth).length,
        count: buttons.length,
      };
    });
    assert.ok(found.count >= 8, query);
    assert.deepEqual([found.hidden, found.cut], [0, 0], query);
    await close();
  }
});

test("a refusal of the core appears in place of the result, and the old result stays", async () => {
  const { page } = await shared();
  await page.evaluate(async () => {
    const { HeadscopeError } = await import(/** @type {any} */ ("/modules/headscope.js"));
    const { store } = /** @type {any} */ (document.querySelector("mha-explainer"));
    const refuses = () => {
      throw new HeadscopeError("memory", "it takes 5 GB, and there are 4");
    };
    store.state.picture.layer.forward = refuses;
  });
  await page.getByRole("button", { name: "Head 2 off" }).click();
  await drawn(page);
  assert.deepEqual((await stateOf(page)).look.scales, {});
  assert.match((await said(page, "mha-adds [role=alert]"))[0], /it takes 5 GB.*stay as they were/);
  await page.evaluate(() => {
    const panel = /** @type {any} */ (document.querySelector("mha-explainer"))?.renderRoot
      .querySelector("mha-heads")
      .renderRoot.querySelector("mha-heads-page")
      .renderRoot.querySelector("mha-removal");
    const { picture } = panel.store.state;
    panel.shows = undefined;
    const { run } = picture;
    Object.defineProperty(picture, "run", {
      configurable: true,
      get() {
        throw panel.refusal;
      },
    });
    return import(/** @type {any} */ ("/modules/headscope.js")).then(async ({ HeadscopeError }) => {
      panel.refusal = new HeadscopeError("memory", "no room");
      panel.requestUpdate();
      await panel.updateComplete;
      Object.defineProperty(picture, "run", { value: run });
    });
  });
  assert.deepEqual(await said(page, "mha-removal [role=alert]"), ["no room."]);
  await page.evaluate(() => {
    const explainer = /** @type {any} */ (document.querySelector("mha-explainer"));
    explainer.store.select({ token: 3 });
  });
  await drawn(page);
  assert.equal(await page.locator("mha-removal [role=alert]").count(), 0, "the refusal disappears");
});

// The last test on the shared page: it leaves another layer and sentence.
test("a change of a setting or of the sentence paints each figure once, on Heads and on Walk", async () => {
  for (const address of ["heads.html", "?step=weights"]) {
    const { page, close } = address.startsWith("heads")
      ? { ...(await shared()), close: async () => {} }
      : await browser.open(address, { reducedMotion: "reduce" });
    await ready(page);
    await drawn(page);
    const painted = async (/** @type {Record<string, unknown>} */ settings) => {
      const owners = await page.evaluate(async (change) => {
        const { prototype } = /** @type {any} */ (customElements.get("mha-figure"));
        const { paint } = prototype;
        /** @type {string[]} */
        const all = [];
        prototype.paint = function () {
          all.push(this.getRootNode().host.localName);
          return paint.call(this);
        };
        const explainer = /** @type {any} */ (document.querySelector("mha-explainer"));
        explainer.store.configure(change);
        await explainer.updateComplete;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        prototype.paint = paint;
        return all;
      }, settings);
      const main = address.startsWith("heads") ? "mha-maps" : "mha-stage";
      assert.equal(
        owners.filter((owner) => owner === main).length,
        1,
        `${JSON.stringify(settings)}: ${owners}`,
      );
    };
    await painted({ heads: 16 });
    await painted({ tokens: ["the", "cat", "sat"] });
    await close();
  }
});
