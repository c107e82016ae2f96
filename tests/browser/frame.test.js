// frame.html, for hosts that only allow iframes: its height, and its messages.
import assert from "node:assert/strict";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { inRoot } from "../../tools/lib/paths.mjs";
import { useSharedTab } from "./support/index.js";

/** @typedef {import("playwright-core").Page} Page */

/** @param {string} frame */
const host = (frame) =>
  `<!doctype html><html lang="en"><head><title>A host</title><link rel="icon" href="data:,"><link rel="stylesheet" href="host.css"><script src="host.js"></script></head><body>${frame}</body></html>`;

const SRC =
  "frame.html?view=head&tokens=The+cat+sat&heads=2&d-model=8&step=weights&head=1&controls=none&caption=A+figure";

/** Content security policies of hosts. */
const OPTIONS = /** @type {const} */ ({ reducedMotion: "reduce", bypassCSP: true });

const browser = useSharedTab({
  "host.html": host(`<iframe title="attention" src="${SRC}"></iframe>`),
  "sandbox.html": host(`<iframe title="attention" sandbox="allow-scripts" src="classic.html"></iframe>`),
  "classic.html": `<!doctype html><html lang="en"><head><title>A figure</title><script src="headscope.iife.js"></script></head><body><mha-explainer view="map" loading="eager" controls="none" tokens="The cat sat" heads="2" d-model="8"></mha-explainer></body></html>`,
  "other-host.html": host(`<iframe title="attention" sandbox="allow-scripts"></iframe>`).replace(
    "</body>",
    `<script src="other-host.js"></script></body>`,
  ),
  "other-host.js": `document.querySelector("iframe").src =
    location.origin.replace("127.0.0.1", "localhost") + "/${SRC.replace("frame.html", "frame-standalone.html")}";`,
  "host.css": "iframe { width: 640px; height: 100px; border: 0 }",
  "host.js": `window.heard = []; addEventListener("message", ({ data }) => {
    heard.push(data);
    if (data.height && !data.subject) document.querySelector("iframe").style.setProperty("height", data.height + "px");
  });`,
});

/** @param {Page} page @returns {Promise<any[]>} */
const heard = (page) => page.evaluate(() => /** @type {any} */ (window).heard);

/** Posts to the frame, and waits for its answer. @param {Page} page @param {unknown} message @returns {Promise<any>} */
const ask = (page, message) =>
  page.evaluate(
    (message) =>
      new Promise((resolve) => {
        addEventListener("message", function hear({ data }) {
          if (!data.state && !data.error) return; // a message about the height
          removeEventListener("message", hear);
          resolve(data);
        });
        /** @type {any} */ (document.querySelector("iframe")).contentWindow.postMessage(message, "*");
      }),
    message,
  );

test("the frame shows its query's state, and posts its height in three formats", async () => {
  const { page, seen, close } = await browser.open("host.html", { ...OPTIONS, isFresh: true });
  await page.waitForFunction(() => /** @type {any} */ (window).heard.length >= 3);
  await page.clock.install(); // stays in the tab
  for (let i = 0; i < 4; i++) {
    await page.clock.runFor(300); // each time, a frame whose height has changed would tell it again
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  const told = await heard(page);
  assert.ok(told.length <= 9, `${told.length} messages`);
  const rounds = told.filter((each) => typeof each === "object" && Object.keys(each).join() === "height");
  assert.ok(rounds.length >= 1 && rounds.length <= 3, `${rounds.length} rounds`);
  const { height } = rounds[rounds.length - 1];
  assert.ok(
    told.some(
      (each) =>
        typeof each === "string" &&
        JSON.parse(each).context === "iframe.resize" &&
        JSON.parse(each).height === height,
    ),
  );
  assert.ok(told.some((each) => each.subject === "lti.frameResize" && each.height === height));
  const frame = page.frames()[1];
  const { inside, seenHeight, caption } = await frame.evaluate(() => ({
    inside: document.documentElement.scrollHeight,
    seenHeight: innerHeight,
    caption: document.querySelector("[slot=caption]")?.textContent,
  }));
  assert.deepEqual([seenHeight, caption], [height, "A figure"]);
  assert.ok(inside <= height, "nothing of it is cut");
  assert.equal(await frame.locator("mha-one-head").count(), 1);
  assert.equal(await frame.locator("mha-controls").count(), 0);
  seen.assertQuiet();
  await close();
});

test("the frame answers messages, ignores others, makes one change of thousands, refuses an invalid state and keeps the old one; hostile messages and parameters are clamped or reported, and never become markup", async () => {
  const { page, seen, close } = await browser.open("host.html", OPTIONS);
  await page.waitForFunction(() => /** @type {any} */ (window).heard.length >= 3);
  const { state } = await ask(page, { get: "state" });
  assert.deepEqual([state.version, state.step, state.head, state.heads], [1, "weights", 1, 2]);
  const { state: set } = await ask(page, { set: { heads: 4, head: 3, headView: "arcs" } });
  assert.deepEqual([set.heads, set.head, set.headView], [4, 3, "arcs"]);
  assert.match((await ask(page, { set: { version: 7 } })).error, /version 7/);
  assert.match((await ask(page, { set: "<b>" })).error, /state is string/);
  assert.equal((await ask(page, { get: "all" })).error, 'get "all" is not known (expected "state")');
  for (const odd of [null, 3, "x", [], { set2: 1 }])
    await page.evaluate(
      (odd) => /** @type {any} */ (document.querySelector("iframe")).contentWindow.postMessage(odd, "*"),
      odd,
    );
  assert.equal((await ask(page, { get: "state" })).state.heads, 4);
  await page.frames()[1].locator("mha-one-head li button:not([aria-current=true])").first().click();
  await page.waitForFunction(() =>
    /** @type {any} */ (window).heard.some((/** @type {any} */ each) => each.changed),
  );
  await ask(page, { set: { heads: 2, head: 1 } });

  await page.frames()[1].evaluate(() => {
    const element = /** @type {any} */ (document.querySelector("mha-explainer"));
    /** @type {any} */ (window).changes = 0;
    element.store.addEventListener("change", () => /** @type {any} */ (window).changes++);
  });
  const last = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const { contentWindow } = /** @type {any} */ (document.querySelector("iframe"));
        let count = 0;
        addEventListener("message", ({ data }) => data.state && ++count === 3000 && resolve(data.state));
        for (let i = 0; i < 3000; i++) contentWindow.postMessage({ set: { seed: i, head: i % 2 } }, "*");
      }),
  );
  assert.deepEqual([last.seed, last.head], [2999, 1]);
  const changes = await page.frames()[1].evaluate(() => /** @type {any} */ (window).changes);
  assert.ok(changes < 3000 / 4, `${changes} changes`);
  seen.assertQuiet();

  const { state: before } = await ask(page, { get: "state" });
  for (const [set, said] of /** @type {[object, RegExp][]} */ ([
    [{ heads: -1 }, /^heads -1 is not a whole number of at least 1$/],
    [{ heads: [4] }, /^heads \(4\) is not a whole number of at least 1$/],
    [{ heads: 3 }, /^d_model 8 is not divisible by heads 3/],
    [{ heads: 4000 }, /^heads 4000 is more than this page shows/],
    [{ compared: "x" }, /^compared \["x"\] is not there: they go from 0 to 1$/],
    [{ causal: "maybe" }, /^causal "maybe" is neither true nor false$/],
    [{ step: "weights", head: 7 }, /^head 7 is not there: they go from 0 to 1$/],
    [{ step: "nothing", causal: "maybe" }, /^step "nothing" is none of x, .*; causal "maybe" is neither/],
  ])) {
    assert.match((await ask(page, { set })).error ?? JSON.stringify(set), said);
    assert.deepEqual((await ask(page, { get: "state" })).state, before);
  }
  assert.equal(await page.frames()[1].locator(".invalidValues, [role=alert]").count(), 0);
  const warned = seen.errors.filter((error) => !error.startsWith("<mha-explainer> ")); // a refusal is also logged to the console
  assert.deepEqual([warned, seen.violations], [[], []]);

  const frame = page.frames()[1];
  const survived = await frame.evaluate(async () => {
    const element = /** @type {any} */ (document.querySelector("mha-explainer"));
    const markup = '<img src=x onerror="window.hacked = 1"><script>window.hacked = 1</script>';
    const pieces = [
      markup,
      "a".repeat(1_000_000),
      "\ud800",
      "NaN",
      "-1",
      "1e99",
      "__proto__",
      "[",
      '["a',
      "null",
      "",
      "0:NaN",
      "\0",
      "javascript:alert(1)",
    ];
    const names = Object.keys(element.state);
    let state = 7;
    const random = (/** @type {number} */ n) => (state = (state * 48271) % 2147483647) % n;
    for (let i = 0; i < 300; i++) {
      const name = names[random(names.length)];
      const value = pieces[random(pieces.length)];
      try {
        if (i % 3 === 0) element.state = { [name]: value };
        else if (i % 3 === 1)
          element.fromParams(
            new URLSearchParams({ [name.replace(/[A-Z]/g, (l) => `-${l.toLowerCase()}`)]: value }),
          );
        else
          element.setAttribute(
            ["view", "controls", "theme", "step", "wrong", "head", "tokens"][random(7)],
            value.slice(0, 1000),
          );
      } catch (error) {
        if (!(error instanceof TypeError) || !/^state /.test(error.message)) throw error;
      }
      if (i % 20 === 0) await element.updateComplete;
    }
    await element.updateComplete;
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
    /** @type {(root: any) => string[]} */
    const found = (root) =>
      [...root.querySelectorAll("*")].flatMap((/** @type {any} */ each) => [
        each.localName,
        ...(each.shadowRoot ? found(each.shadowRoot) : []),
      ]);
    return {
      hacked: /** @type {any} */ (window).hacked,
      images: found(document.body).filter((name) => /^(img|script)$/.test(name)),
    };
  });
  assert.deepEqual(survived, { hacked: undefined, images: [] });
  await frame.evaluate(() => {
    const element = /** @type {any} */ (document.querySelector("mha-explainer"));
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
    element.fromParams("tokens=a+b+c");
  });
  assert.deepEqual((await ask(page, { get: "state" })).state.tokens, ["a", "b", "c"]);
  assert.deepEqual(
    seen.errors.filter((each) => !each.startsWith("<mha-explainer>")),
    [],
  );
  await close();
});

test("without JavaScript the frame says what it needs", async () => {
  const { page, close } = await browser.open("frame.html", { javaScriptEnabled: false });
  assert.match(await page.innerText("body"), /It needs JavaScript and WebAssembly/);
  await close();
});

test("the frame has the author's paper and colours, and reports invalid colours", async () => {
  const look = { tokens: "a b", heads: "2", "d-model": "8", view: "map", accent: "#a03", paper: "#fff8ec" };
  const wrong = { ink: "red;background:url(//x.example)", font: "url(//x.example)", controls: "none" };
  const { page, seen, close } = await browser.open(
    `frame.html?${new URLSearchParams({ ...look, ...wrong })}`,
    OPTIONS,
  );
  await page.locator("mha-maps mha-figure").waitFor();
  const { background, svg, ink } = await page.evaluate(async () => {
    const element = /** @type {any} */ (document.querySelector("mha-explainer"));
    return {
      background: getComputedStyle(document.documentElement).backgroundColor,
      svg: await element.toSVG(),
      ink: getComputedStyle(element).getPropertyValue("--mha-ink"),
    };
  });
  assert.deepEqual([background, ink], ["rgb(255, 248, 236)", ""]);
  assert.match(svg, /<rect [^>]*fill="#fff8ec"\/>/);
  assert.match(svg, /#aa0033/);
  const said = seen.errors
    .filter((each) => each.includes(" is no "))
    .map((each) => each.replace(/ \(http.*/, ""));
  assert.deepEqual(said, [
    'ink "red;background:url(//x.example)" is no colour of three or six digits, as #22313f.',
    'font "url(//x.example)" is no list of fonts, as Georgia, serif.',
  ]);
  await close();
});

test("a classic script works in a frame that may only run scripts", async () => {
  const { page, seen, close } = await browser.open("sandbox.html", OPTIONS);
  const frame = page.frames()[1];
  await frame.locator("mha-maps mha-figure").waitFor();
  seen.assertQuiet();
  await close();
});

test("frame-standalone.html works in a sandboxed frame of another origin, without CORS headers, and from a file", async () => {
  const { page, seen, close } = await browser.open("other-host.html", OPTIONS);
  const frame = page.frames()[1];
  await frame.locator("mha-one-head").waitFor();
  const { state } = await ask(page, { get: "state" });
  assert.deepEqual([state.step, state.head, state.heads], ["weights", 1, 2]);
  assert.equal(await frame.evaluate(() => origin), "null");
  await page.waitForFunction(() => {
    const height = document.querySelector("iframe")?.clientHeight ?? 0;
    return (
      height > 100 &&
      /** @type {any} */ (window).heard.some((/** @type {any} */ each) => each.height === height)
    );
  });
  const file = pathToFileURL(inRoot("dist/frame-standalone.html")).href;
  await page.goto(`${file}#view=map&tokens=a+b+c&heads=2&d-model=8&lang=fr`);
  await page.locator("mha-maps mha-figure").waitFor();
  assert.deepEqual(
    await page.evaluate(() => [
      document.documentElement.lang,
      /** @type {any} */ (document.querySelector("mha-explainer")).state.tokens,
    ]),
    ["fr", ["a", "b", "c"]],
  );
  await page.goto(`${file}?view=models&lang=fr`);
  await page.getByRole("alert").filter({ hasText: "frame.html, avec ses dossiers, le montre" }).waitFor();
  assert.deepEqual([seen.errors, seen.violations], [[], []]);
  const others = seen.foreign.filter((address) => !address.includes("/frame-standalone.html"));
  assert.deepEqual(others, [], "it requests no other file");
  await close();
});
