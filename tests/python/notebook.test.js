// A notebook with every kind of figure: executed and exported by nbconvert, then opened from a file and in a
// sandbox.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import test, { after, before } from "node:test";
import { pathToFileURL } from "node:url";
import { launchChromium } from "../browser/support/chromium.js";
import { launchFirefox } from "../browser/support/firefox.js";
import { IS_NIGHTLY } from "../browser/support/nightly.js";
import { openFor, serveFor } from "../consumers/support/installed.js";
import { assertDrawn, figures, heights, see } from "./support/frames.js";
import { TAGS, installWheel } from "./support/notebook.js";

/** @type {import("playwright-core").Browser} */
let chromium;
let exported = "";

before(async () => {
  const installed = await installWheel("notebook");
  exported = path.join(installed.folder, "executed.html");
  // Removes MathJax and RequireJS, which the template of nbconvert loads; the rest makes no requests.
  const page = readFileSync(exported, "utf8").replace(/<script[^>]*\bsrc="[^"]*"[^>]*><\/script>/g, "");
  writeFileSync(
    exported,
    page.replace(/<!-- Load mathjax -->[^]*?<!-- End of mathjax configuration -->/, ""),
  );
  chromium = await launchChromium();
});
/** @type {(() => unknown)[]} */
const ends = [];
after(async () => {
  for (const end of ends) await end();
  await chromium?.close();
});

/** The exported page, opened from a file, and the addresses that it asked for. @type {Promise<{ page: import("playwright-core").Page, seen: import("../browser/support/watch.js").Seen, asked: string[] }> | undefined} */
let shared;

/** Opens the exported page once for several tests: to draw its figures takes longer than a test. */
const opened = () =>
  (shared ??= (async () => {
    /** @type {string[]} */
    const asked = [];
    const all = { after: (/** @type {() => unknown} */ end) => void ends.push(end) };
    const first = (/** @type {import("playwright-core").Page} */ page) =>
      page.on("request", (request) => asked.push(request.url()));
    const { page, seen } = await openFor(all, chromium, pathToFileURL(exported).href, { first });
    return { page, seen, asked };
  })());

test("the exported page contains the script once, and that of studies once", () => {
  const frames = readFileSync(exported, "utf8").match(/<iframe data-headscope[^]*?<\/iframe>/g) ?? [];
  assert.deepEqual(
    frames.map((each) => each.includes('id="script"')),
    [true, false, false, false, false, false, true],
  );
});

test("opened from a file, every figure is drawn at the height of its content, without requests", async () => {
  const { page, seen, asked } = await opened();
  const frames = await figures(page, TAGS.length);
  await assertDrawn(frames, TAGS);
  assert.deepEqual(
    asked.filter((url) => !url.startsWith("blob:")),
    [pathToFileURL(exported).href],
  );
  assert.deepEqual(
    seen.errors.filter((each) => !each.includes("nbconvert")),
    [],
  );
  assert.deepEqual(seen.violations, []);
});

test("a figure has the height of its content at any width", async () => {
  const { page } = await opened();
  const whole = page.viewportSize();
  const [frame] = await figures(page, TAGS.length);
  await see(frame, TAGS[0]);
  const wide = await heights(frame);
  await page.setViewportSize({ width: 420, height: 800 });
  await frame.waitForFunction(
    (before) =>
      innerHeight !== before &&
      Math.abs(innerHeight - Math.ceil(document.body.getBoundingClientRect().height)) <= 1,
    wide.frame,
  );
  const narrow = await heights(frame);
  assert.ok(narrow.frame > wide.frame, JSON.stringify({ wide, narrow }));
  assert.equal(await frame.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  if (whole) await page.setViewportSize(whole);
});

test("a reader can step, and select heads, by keyboard", async () => {
  const { page } = await opened();
  const frames = await figures(page, TAGS.length);
  const [model, walk] = [frames[1], frames[2]];
  await see(walk, TAGS[2]);
  const step = () =>
    walk.evaluate(() => /** @type {any} */ (document.querySelector("mha-explainer")).state.step);
  await walk.getByRole("button", { name: "Next step" }).focus();
  await page.keyboard.press("ArrowRight");
  await walk.waitForFunction(
    () => /** @type {any} */ (document.querySelector("mha-explainer")).state.step === "scores",
  );
  assert.equal(await step(), "scores");
  await see(model, TAGS[1]);
  await see(model, "mha-heatmap");
  const second = model.locator("mha-heatmap").nth(1);
  await second.scrollIntoViewIfNeeded();
  await second
    .getByRole("button", { name: /^head 3/i })
    .first()
    .focus();
  await page.keyboard.press("Enter");
  await model.getByRole("heading", { name: "layer 1, head 3", exact: true }).waitFor();
  const shown = await model.evaluate(() => {
    const { layer, head } = /** @type {any} */ (document.querySelector("mha-head")).state;
    return { layer, head };
  });
  assert.deepEqual(shown, { layer: 1, head: 3 });
});

test("in a sandbox without access between frames, every figure is drawn at the height of its content", async (t) => {
  const outer = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A host</title></head><body><iframe title="notebook"
    sandbox="allow-scripts" width="1000" height="900" src="executed.html"></iframe></body></html>`;
  writeFileSync(path.join(path.dirname(exported), "sandbox.html"), outer);
  const { page } = await openFor(
    t,
    chromium,
    `${await serveFor(t, [path.dirname(exported)], { "Content-Security-Policy": "" })}sandbox.html`,
  );
  const host = await page.locator("iframe").elementHandle();
  const notebook = /** @type {import("playwright-core").Frame} */ (await host?.contentFrame());
  await assertDrawn(await figures(notebook, TAGS.length), TAGS);
});

test("without the script, figures show a message, and are drawn when the script arrives", async (t) => {
  const whole = readFileSync(exported, "utf8");
  const [holder, ...others] = whole.match(/<iframe data-headscope[^]*?<\/iframe>/g) ?? [];
  const file = path.join(path.dirname(exported), "lost.html");
  writeFileSync(file, `<!doctype html><meta charset="utf-8"><title>Lost</title>${others[1]}`);
  const { page } = await openFor(t, chromium, pathToFileURL(file).href);
  const [frame] = await figures(page, 1);
  await frame.getByRole("alert").getByText("none here holds it").waitFor();
  await page.evaluate((html) => document.body.insertAdjacentHTML("beforeend", html), holder ?? "");
  await see(frame, "mha-explainer");
  assert.equal(await frame.getByRole("alert").count(), 0);
});

/** In a page: scrolls to every figure, and returns a description of each.  */
const LOOK = `
  const [tags] = arguments;
  const frames = [...document.querySelectorAll("iframe[data-headscope]")];
  const found = [];
  for (const [i, frame] of frames.entries()) {
    const until = (is) => new Promise((resolve) => {
      const look = () => is() ? resolve() : setTimeout(look, 50);
      look();
    });
    const one = () => frame.contentDocument.querySelector(tags[i]);
    await until(one);
    one().scrollIntoView();
    await until(() => {
      const { status, result } = one().store?.state ?? {};
      return tags[i] === "mha-study" ? result : status === "ready";
    });
    const inside = () => Math.ceil(frame.contentDocument.body.getBoundingClientRect().height);
    await until(() => Math.abs(frame.getBoundingClientRect().height - inside()) <= 1);
    found.push(one().localName);
  }
  return found;`;

// Only at night: to start Firefox takes as long as all other tests of this file.
if (IS_NIGHTLY)
  test("in Firefox, every figure is drawn at the height of its content", async (t) => {
    const url = await serveFor(t, [path.dirname(exported)], { "Content-Security-Policy": "" });
    const firefox = await launchFirefox();
    try {
      await firefox.goto(`${url}executed.html`);
      assert.deepEqual(await firefox.evaluate(LOOK, TAGS), TAGS);
    } finally {
      await firefox.close();
    }
  });
