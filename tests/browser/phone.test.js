// The walk on a phone: no overlaps, all heads in the frame, and a button for pictures that scroll.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn, goTo, ready } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";
import { sample } from "./support/nightly.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();

/** @param {string} address @param {number} [width] */
async function openPhone(address, width = 390) {
  const opened = await browser.open(address, {
    viewport: { width, height: 844 },
    reducedMotion: "reduce",
    hasTouch: true,
  });
  await ready(opened.page);
  return opened;
}

for (const [language, width] of sample(
  /** @type {const} */ ([
    ["en", 390],
    ["fr", 360],
    ["zh", 390],
  ]),
  1, // French has the longest words
))
  test(`texts below the picture do not overlap and do not move: ${language}, ${width} px`, async () => {
    const { page, close } = await openPhone(`?step=weights&lang=${language}`, width);
    await page.locator("mha-stage mha-save mha-more").waitFor();
    for (const step of ["weights", "context"]) {
      await goTo(page, step);
      const boxes = await page.locator("mha-stage .under").evaluate((under) =>
        [under, ...under.children].map((each) => {
          const { left, right, top, bottom } = each.getBoundingClientRect();
          return { name: each.localName, left, right, top, bottom };
        }),
      );
      const [under, ...parts] = boxes;
      for (const part of parts) assert.ok(part.bottom <= under.bottom + 0.5, `${part.name} at ${step}`);
      parts.forEach((one, i) =>
        parts.slice(i + 1).forEach((other) => {
          const apart =
            one.right <= other.left + 0.5 ||
            other.right <= one.left + 0.5 ||
            one.bottom <= other.top + 0.5 ||
            other.bottom <= one.top + 0.5;
          assert.ok(apart, `${one.name} and ${other.name} at ${step}`);
        }),
      );
    }
    await close();
  });

test("the scrolling frame has the maps of all heads; a button scrolls down, and disappears at the end", async () => {
  const { page, seen, close } = await openPhone("?step=weights");
  const { frame, lowest } = await page.locator("mha-stage mha-figure").evaluate((it) => {
    const [part] = /** @type {any} */ (it).scene.parts;
    const { slices, rows, ch } = part.tensor.layout;
    const bottoms = slices.map((/** @type {{ y: number }} */ { y }) => part.y + y + rows.count * ch);
    return {
      frame: /** @type {HTMLElement} */ (it.parentElement).clientHeight,
      lowest: Math.max(...bottoms),
    };
  });
  assert.ok(lowest < frame, `${lowest} of ${frame} px`);
  const further = page.locator("mha-stage .further");
  const fade = () => page.locator("mha-stage .picture").evaluate((it) => getComputedStyle(it).maskImage);
  for (const step of ["weights", "context"]) {
    await goTo(page, step);
    assert.ok(await further.isVisible(), step);
    assert.match(await fade(), /gradient/, `${step}: fades where it goes on`);
    for (let press = 0; press < 3 && (await further.isVisible()); press++) {
      await further.click();
      await drawn(page);
    }
    assert.ok(!(await further.isVisible()), `${step}: at its end`);
    assert.equal(await fade(), "none", `${step}: its end is clear`);
    const end = await page
      .locator("mha-stage .picture")
      .evaluate((it) => it.scrollHeight - it.clientHeight - it.scrollTop);
    assert.ok(end < 8, `${end} px are left`);
  }
  await goTo(page, "q_split");
  assert.ok(!(await further.isVisible()), "nothing is below a picture that fits");
  seen.assertQuiet();
  await close();
});

test("trying a wrong path shows its heading and cuts no text; leaving it shows its button again", async () => {
  const { page, seen, close } = await openPhone("?step=q_heads");
  const top = (/** @type {import("playwright-core").Locator} */ part) =>
    part.evaluate((it) => it.getBoundingClientRect().top);
  const inView = async (/** @type {import("playwright-core").Locator} */ part) => {
    const y = await top(part);
    return y >= -1 && y < 120;
  };
  for (const step of ["q_heads", "q"]) {
    await goTo(page, step);
    await page.evaluate(() => scrollTo(0, 0));
    const chip = page.locator("mha-words .wrong button").first();
    await chip.tap();
    const heading = page.locator("mha-fault h2");
    await heading.waitFor();
    await drawn(page);
    assert.ok(await inView(heading), `${await top(heading)} px`);
    const { high, shown } = await page
      .locator("mha-shape-walk .body")
      .evaluate((it) => ({ high: it.scrollHeight, shown: it.clientHeight }));
    assert.ok(high <= shown, `${high} px of content in ${shown} px`);
    await page.locator("mha-fault .leave").tap();
    await chip.waitFor();
    await drawn(page);
    assert.ok(await inView(chip), `${await top(chip)} px`);
  }
  seen.assertQuiet();
  await close();
});
