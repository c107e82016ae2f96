// The labs: folded below the walk and the heads, loaded when opened, and alone in an article.
import assert from "node:assert/strict";
import test from "node:test";
import { KINDS, TITLES } from "../../web/labs/lab-list.js";
import { TABLE } from "../../web/kit/text/files.js";
import { bytesOf } from "./support/downloads.js";
import { drawn, ready } from "./support/explainer.js";
import { openMenu } from "./support/figure-menu.js";
import { findAxeViolations, injectAxeInSchemes, useOnce, useSharedTab } from "./support/index.js";
import { listLabs } from "./support/labs.js";
import { IS_NIGHTLY, pairs, sample } from "./support/nightly.js";

/** Labs that stand in an article without a walk: in the ordinary run a few, because each lab opens below the walk, too. */
const ALONE = sample(KINDS, KINDS.indexOf("mask"), KINDS.indexOf("cost"), KINDS.indexOf("order"));

const article = (/** @type {string} */ body) =>
  `<!doctype html><html lang="en"><title>An article</title><link rel="icon" href="data:,"><script type="module" src="modules/headscope.js"></script><main><h1>An article</h1>${body}</main></html>`;

const browser = useSharedTab({
  "all.html": article(
    ALONE.map(
      (kind) =>
        `<mha-lab kind="${kind}" loading="eager" tokens="one two three four five" heads="4"></mha-lab>`,
    ).join(""),
  ),
  "for.html": article(
    `<mha-explainer id="it" tokens="a b c d e f" d-model="32" heads="4"></mha-explainer><mha-lab kind="mask" for="it"></mha-lab>`,
  ),
  "none.html": article(`<mha-lab kind="nothing" tokens="one two"></mha-lab>`),
});

for (const address of ["", "heads.html"])
  test(`labs below ${address || "the walk"} are folded, show their questions, and load when they are opened`, async () => {
    const { page, seen, close } = await browser.open(address, { reducedMotion: "reduce" });
    /** @type {string[]} */
    const loaded = [];
    page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
    await ready(page);
    await page.locator("mha-explainer").scrollIntoViewIfNeeded(); // below the story, the labs load near the window
    const folds = page.locator("mha-labs details[data-lab]");
    await folds.first().waitFor();
    assert.equal(await folds.count(), 3, "those that fit");
    await listLabs(page);
    const said = await folds.locator("summary").allTextContents();
    assert.deepEqual(
      said.map((text) => text.replace(/\s+/g, " ").trim()),
      KINDS.map((kind) => `${TITLES[kind].name}${TITLES[kind].question}`),
    );
    assert.equal(await page.locator("mha-labs mha-figure").count(), 0);
    assert.ok(!loaded.some((path) => /\/lab-mask-/.test(path)), `${loaded}`);
    const order = await page.evaluate(() => {
      const top = (/** @type {string} */ name) => {
        const all = /** @type {Element[]} */ ([]);
        const walk = (/** @type {ParentNode} */ root) =>
          root.querySelectorAll("*").forEach((it) => {
            if (it.localName === name) all.push(it);
            if (it.shadowRoot) walk(it.shadowRoot);
          });
        walk(document);
        return all[0].getBoundingClientRect();
      };
      const above = document
        .querySelector("mha-explainer")
        ?.shadowRoot?.querySelector("mha-shape-walk, mha-heads");
      return [above?.getBoundingClientRect().bottom ?? 0, top("mha-labs").top];
    });
    assert.ok(order[1] >= order[0] - 1, `${order}`);
    const lefts = await page.evaluate(() =>
      [
        document.querySelector("header a"),
        document.querySelector("mha-labs")?.shadowRoot?.querySelector("h2"),
      ].map((each) => each?.getBoundingClientRect().left),
    );
    assert.equal(lefts[1], lefts[0], "labs are aligned with the page's header");
    await page.locator("mha-labs [data-lab=mask] > summary").click();
    await page.locator("mha-lab-mask mha-figure").first().waitFor();
    await drawn(page);
    assert.ok(
      loaded.some((path) => /\/lab-mask-/.test(path)),
      `${loaded}`,
    );
    await page.locator("mha-labs [data-lab=mask] > summary").click();
    await drawn(page);
    assert.equal(await page.locator("mha-lab-mask").count(), 0, "a closed lab computes nothing");
    seen.assertQuiet();
    await close();
  });

const VIEWPORTS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** Labs and sizes, for checks that find the same at both sizes in most labs. */
const LOOKED_AT = pairs(KINDS, VIEWPORTS);

/** Kinds to which a link leads: one that is tall at once, and one that settles late. */
const LINKED = sample(KINDS, KINDS.indexOf("gradients"), KINDS.indexOf("block"));

for (const viewport of VIEWPORTS)
  test(`a link to a lab shows its heading at the top, also if the lab settles late: ${viewport.width} px`, async () => {
    const { page, seen, close } = await browser.open("site.css", { viewport, reducedMotion: "reduce" });
    for (const [, kind] of pairs(VIEWPORTS, LINKED).filter(([at]) => at === viewport)) {
      await page.goto(new URL(`?lab=${kind}`, browser.url).href);
      const lab = page.locator(`mha-labs [data-lab=${kind}]`);
      await page.locator(`mha-lab-${kind} mha-figure`).first().waitFor(); // the block is drawn after a model has learned
      await drawn(page);
      const top = await lab.evaluate((it) => it.getBoundingClientRect().top);
      assert.ok(Math.abs(top) < 1, `${kind}: ${top} px`);
    }
    await page.mouse.move(0, 0);
    await page.mouse.wheel(0, -300);
    await page.waitForFunction(
      () => {
        const labs = /** @type {HTMLElement} */ (document.querySelector("mha-labs"));
        return (labs.shadowRoot?.querySelector("[open]")?.getBoundingClientRect().top ?? 0) > 100;
      },
      null,
      { polling: 20 },
    );
    await page.locator("mha-explainer").evaluate((it) => (it.style.paddingBottom = "40px"));
    await drawn(page);
    const lab = page.locator("mha-labs [data-lab][open]");
    assert.ok(
      (await lab.evaluate((it) => it.getBoundingClientRect().top)) > 100,
      "the page stays where the reader scrolls",
    );
    seen.assertQuiet();
    await close();
  });

test("labs without a walk work in an article, each with its question as the title", async () => {
  const { page, seen, close } = await browser.open("all.html", { reducedMotion: "reduce" });
  for (const kind of ALONE) {
    const lab = page.locator(`mha-lab[kind=${kind}]`);
    await lab.locator(`mha-lab-${kind} mha-figure`).first().waitFor();
    await drawn(page);
    assert.equal(await lab.locator("h2").textContent(), TITLES[kind].question);
    const svg = await lab.evaluate((it) => /** @type {any} */ (it).toSVG());
    assert.ok(
      svg.startsWith("<svg") && svg.length > 2000 && svg.includes(TITLES[kind].name),
      svg.slice(0, 300),
    );
  }
  if (IS_NIGHTLY) assert.deepEqual(await findAxeViolations(page), []);
  seen.assertQuiet();
  await close();
});

test("with `for`, a lab shows another element's sentence", async () => {
  const { page, seen, close } = await browser.open("for.html", { reducedMotion: "reduce" });
  await ready(page, "mha-explainer");
  await page.locator("mha-lab").scrollIntoViewIfNeeded();
  await page.locator("mha-lab-mask mha-figure").first().waitFor();
  await drawn(page);
  assert.match((await page.locator("mha-lab-mask p[role=status]").first().textContent()) ?? "", /of 6 words/);
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector("mha-explainer")).setAttribute("tokens", "a b c"),
  );
  await drawn(page);
  assert.match((await page.locator("mha-lab-mask p[role=status]").first().textContent()) ?? "", /of 3 words/);
  seen.assertQuiet();
  await close();
});

test("an unknown kind of lab is reported with the known ones", async () => {
  const { page, close } = await browser.open("none.html", { reducedMotion: "reduce" });
  await ready(page, "mha-lab");
  assert.match(
    (await page.locator("mha-lab .invalidValues").textContent()) ?? "",
    new RegExp(`kind "nothing" is none of ${KINDS.join(", ")}`),
  );
  await close();
});

/** The page on which the labs are opened one after another. */
const shared = useOnce(async () => {
  const shown = await browser.open("?step=q_heads", { reducedMotion: "reduce", isFresh: true });
  await ready(shown.page);
  await listLabs(shown.page);
  return { ...shown, axe: await injectAxeInSchemes(shown.page) };
});

for (const kind of KINDS)
  test(`the lab ${kind}: axe finds nothing, the page does not scroll sideways in both themes, wide and narrow, and its menu saves its numbers`, async () => {
    const { page, seen, axe } = await shared();
    const summary = page.locator(`mha-labs [data-lab=${kind}] > summary`);
    await summary.click();
    await page.locator(`mha-lab-${kind} mha-figure`).first().waitFor();
    for (const viewport of VIEWPORTS) {
      const isLookedAt = LOOKED_AT.some(([looked, at]) => looked === kind && at === viewport);
      if (!isLookedAt && viewport.width > 390) continue; // what fits the narrow size fits the wide one
      await page.setViewportSize(viewport);
      await drawn(page);
      if (isLookedAt) assert.deepEqual(await axe(), [], `${viewport.width} px`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
    }
    await assertSaved(page, kind);
    await summary.click();
    await drawn(page);
    seen.assertQuiet();
  });

/** The menu saves the numbers of a lab as CSV, without opening the table. @param {import("playwright-core").Page} page @param {string} kind */
async function assertSaved(page, kind) {
  const table = page.locator(`mha-lab-${kind} mha-as-table`).first();
  await openMenu(table);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    table.getByRole("button", { name: TABLE.save }).click(),
  ]);
  const { name, corner, columns, rows } = await page.locator(`mha-lab-${kind}`).evaluate((lab) => {
    const { rows, ...numbers } = /** @type {any} */ (lab).numbers;
    return { ...numbers, rows: rows().map((/** @type {unknown[]} */ row) => row.map(String)) };
  });
  assert.equal(download.suggestedFilename(), `${name}.csv`);
  const lines = (await bytesOf(download)).toString().trimEnd().split("\r\n");
  assert.equal(lines.length, rows.length + 1);
  assert.equal(lines[0].replaceAll('"', ""), [corner, ...columns].join(",").replaceAll('"', ""));
  const [first] = rows;
  assert.ok(lines[1].endsWith(first.slice(-1)[0]), lines[1]);
  assert.equal(await table.locator("tbody").count(), 0, "nothing was opened");
}

test("a link opens a lab below the walk, and the address follows the lab that is open", async () => {
  const { page, seen, close } = await browser.open("?lab=order&head=3", { reducedMotion: "reduce" });
  await page.locator("mha-lab-order mha-figure canvas").waitFor();
  const fold = page.locator("mha-labs [data-lab=order]");
  assert.ok(((await fold.boundingBox())?.y ?? Infinity) < 600, "it is scrolled to, as far as the page goes");
  await listLabs(page);
  await page.locator("mha-labs [data-lab=softmax] > summary").click();
  await page.waitForURL(/lab=softmax/);
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector("mha-explainer")).store.select({ head: 4 }),
  );
  await page.waitForURL(/head=4.*lab=softmax|lab=softmax.*head=4/);
  await page.locator("mha-labs [data-lab=softmax] > summary").click();
  await page.waitForFunction(() => !location.search.includes("lab="));
  seen.assertQuiet();
  await close();
});

test("three labs fit each step; an open lab stays open while the steps change", async () => {
  const { page, seen, close } = await browser.open("?step=weights", { reducedMotion: "reduce" });
  await ready(page);
  const folds = page.locator("mha-labs details[data-lab]");
  const kinds = () => folds.evaluateAll((all) => all.map((it) => it.getAttribute("data-lab")));
  await folds.first().waitFor();
  assert.deepEqual(await kinds(), ["softmax", "gradients", "dropout"]);
  await page.locator("mha-labs [data-lab=gradients] > summary").click();
  const lab = page.locator("mha-lab-gradients");
  await lab.locator("mha-figure").first().waitFor();
  await lab.evaluate((it) => Object.assign(it, { isSame: true }));
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector("mha-explainer")).store.goTo("q_split"),
  );
  await page.locator("mha-labs [data-lab=chain]").waitFor();
  assert.deepEqual(await kinds(), ["gradients", "layer", "chain", "network"]);
  assert.ok(await lab.evaluate((it) => /** @type {any} */ (it).isSame), "the same lab, with its state");
  await page.getByRole("button", { name: `All ${KINDS.length} labs` }).click();
  assert.deepEqual(await kinds(), KINDS);
  await page.getByRole("button", { name: "Fewer labs" }).click();
  await page.locator("mha-labs [data-lab=gradients] > summary").click();
  await page.locator("mha-labs [data-lab=gradients]").waitFor({ state: "detached" });
  assert.deepEqual(await kinds(), ["layer", "chain", "network"]);
  seen.assertQuiet();
  await close();
});
