// A file that fails to load is named in a message, and a retry works; until the file arrives, the page shows
// a loading text.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn, ready, stepOf } from "./support/explainer.js";
import { LOW, useSharedTab } from "./support/index.js";
import { IS_NIGHTLY, pairs, sample } from "./support/nightly.js";
import { learned, openTrain, press, settled, stateOf, trained } from "./support/train.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab({
  "pair.html": `<!doctype html><html lang="en"><title>Two of one state</title><link rel="icon" href="icon.svg">
    <script type="module" src="modules/headscope.js"></script>
    <mha-explainer id="a" loading="eager" tokens="a b" heads="2" d-model="8"></mha-explainer>
    <mha-memory for="a" loading="eager"></mha-memory>`,
});

/**
 * A page with some files blocked. arrives: lets a file arrive, or all.
 * @param {string} address @param {string | RegExp | readonly RegExp[]} missing @param {string} [element]
 */
async function openWithout(address, missing, element) {
  const { page } = await browser.open("icon.svg"); // to set up the routes
  /** @type {string[]} */
  const errors = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  for (const file of [missing].flat()) await page.route(file, (route) => route.abort());
  await page.goto(new URL(address, browser.url).href);
  if (element) await ready(page, element);
  const arrives = (/** @type {string | RegExp} */ file) => page.unroute(file);
  return {
    page,
    errors,
    arrives: (file = missing) => Promise.all([file].flat().map(arrives)),
    close: () => page.unrouteAll(),
  };
}

const SCRIPTS = [
  ["?step=weights&head=5", "walk-page.js"],
  ["heads.html", "heads-page.js"],
  ["train.html", "train-page.js"],
  ["models.html", "models-page.js"],
  ["embed.html", "embed-page.js"],
  ["learn/rows.html", "learn-page.js"],
];

for (const [[address, script], file] of pairs(sample(SCRIPTS, 0, 5), ["its own script", "kit-*.js"])) {
  const missing = `**/modules/${file === "kit-*.js" ? file : script}`;
  test(`without ${missing} the page "${address}" shows a message, and a retry works`, async () => {
    const { page, close, arrives } = await openWithout(address, missing);
    await page.locator("#failed").waitFor();
    assert.equal(
      await page.getByRole("alert").innerText(),
      `This page could not be loaded: ${script}, or a script that it needs, did not arrive. Try again`,
    );
    for (const other of [".loading", ".needs"])
      for (const said of await page.locator(other).all()) assert.ok(!(await said.isVisible()), other);
    await arrives();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.waitForFunction(() => customElements.get("mha-figure")); // a chapter's figure loads near the viewport
    if (!address.startsWith("learn"))
      await page.waitForFunction(
        () =>
          /** @type {any} */ (document.querySelector("mha-explainer, mha-train, mha-models")).store?.state
            .status === "ready",
      );
    assert.equal(await page.locator("#failed").count(), 0);
    if (address.startsWith("?")) assert.equal(await stepOf(page), "weights", "what the link says");
    await close();
  });
}

test("without a script that a page loads later, the page shows a message, and a retry works", async () => {
  const late = sample(
    [
      ["learn/", "save-progress"],
      ["learn/words.html?present", "present-chapter"],
      ["heads.html?present", "present-page"],
      ["train.html?present", "present-page"],
      ["frame.html?view=models", "frame-models"],
    ],
    ...[0, 1, 2, 4],
  );
  for (const [i, [address, script]] of late.entries()) {
    const { page, errors, close, arrives } = await openWithout(address, `**/modules/${script}-*.js`);
    const said = page.locator("#failed");
    await said.waitFor();
    assert.match(await said.innerText(), new RegExp(`^This page could not be loaded: ${script}\\.js,`));
    if (IS_NIGHTLY || i === 0) {
      await arrives();
      await page.getByRole("button", { name: "Try again" }).click(); // loads the page again, as for each script
      await said.waitFor({ state: "detached" });
    }
    assert.deepEqual(errors, []);
    await close();
  }
});

test("a starter file and parts of the page Models that fail to load are named, and a retry works", async () => {
  /** @typedef {[missing: string, act: (page: Page) => Promise<void>]} Late */
  for (const [address, ...late] of /** @type {[string, ...Late[]][]} */ ([
    [
      "learn/task.html",
      [
        "save-starter-file",
        (page) => page.getByRole("button", { name: "Save layer.npz to begin with" }).click(),
      ],
    ],
    [
      "models.html",
      ["pair", async () => {}],
      ["heads", (page) => page.locator("mha-model-head [role=tab]").nth(1).click()],
      ["writes", (page) => page.getByRole("button", { name: "what it writes" }).click()],
    ],
  ])) {
    const filesOf = (/** @type {string} */ name) => `**/modules/${name}-*.js`;
    const { page, errors, close } = await openWithout(address, filesOf(late[0][0]));
    for (const [missing, act] of late) {
      if (missing !== late[0][0]) await page.route(filesOf(missing), (route) => route.abort());
      await act(page);
      const said = page
        .getByRole("alert")
        .filter({ hasText: new RegExp(`${missing}-\\w+\\.js did not arrive`) });
      await said.waitFor();
      await page.unroute(filesOf(missing));
      const again = said.getByRole("button", { name: "Try again" });
      if (await again.count()) await again.click();
      else await act(page);
      await said.waitFor({ state: "detached" });
    }
    assert.deepEqual(errors, []);
    await close();
  }
});

test("the message is in the page's language", async () => {
  const { page, close } = await openWithout("?lang=fr", "**/modules/walk-page.js");
  await page.locator("#failed").waitFor();
  assert.match(
    await page.getByRole("alert").innerText(),
    /^Cette page n’a pas pu être chargée .* Réessayer$/,
  );
  await close();
});

test("parts of a walk that fail to load are named in their places, and a retry works: labs, a link's language of code, notes, another language, a lab, what it costs, a wrong path", async () => {
  /** @typedef {[file: string, shown: string, open?: string]} Part */
  /** @param {string} file */
  const named = (file) => new RegExp(`/${file}-[0-9a-f]{8}\\.js`);
  /** Parts that load with the page, and those that load when opened. @type {Part[]} */
  const first = [
    ["labs-below", "mha-labs summary"],
    ["numpy", "mha-code-lines .name"],
  ];
  /** @type {Part[]} */
  const later = [
    ["einops", "mha-code-lines .name", "mha-code [role=tab] >> nth=3"],
    ["lab-softmax", "mha-lab-softmax mha-figure", "mha-labs [data-lab=softmax] > summary"],
    ["cost-meter", "mha-cost-meter table", "mha-cost summary"],
    ["fault", "mha-fault h2", "mha-words .chip"],
  ];
  const all = ["note", ...[...first, ...later].map(([file]) => file)];
  const { page, errors, close, arrives } = await openWithout(
    "?step=weights&language=numpy",
    all.map(named),
    "mha-explainer",
  );
  const fails = async (/** @type {Part} */ [file, shown, open]) => {
    if (open) await page.locator(open).first().click();
    const said = page
      .getByRole("status")
      .or(page.getByRole("alert"))
      .filter({ hasText: `${file}-` });
    await said.waitFor();
    assert.match(await said.innerText(), new RegExp(`could not be loaded: ${file}-\\w+\\.js did not arrive`));
    await arrives(named(file));
    const again = said.getByRole("button", { name: "Try again" });
    if (await again.count()) await again.click();
    else
      await page
        .locator(/** @type {string} */ (open))
        .first()
        .click(); // the chip stays for another try
    await page.locator(shown).first().waitFor();
    await drawn(page);
    assert.equal(await said.count(), 0, file);
  };
  for (const part of first) await fails(part);
  await assertNoteOpensLater(page, () => arrives(named("note")));
  for (const part of later) await fails(part);
  assert.deepEqual(errors, []);
  await close();
});

/** Asserts that a note which has failed to load opens at a press, and after that under the pointer again. @param {Page} page @param {() => Promise<unknown>} arrives */
async function assertNoteOpensLater(page, arrives) {
  const marked = page.locator("[data-note]:visible").first();
  const note = page.locator("mha-note:popover-open");
  await marked.hover();
  await drawn(page);
  await marked.click();
  await drawn(page);
  assert.equal(await note.count(), 0);
  assert.match(String(await marked.getAttribute("title")), /note-/);
  await arrives();
  await marked.click();
  await note.waitFor();
  assert.equal(await marked.getAttribute("title"), "");
  await page.keyboard.press("Escape");
  await page.mouse.move(0, 0);
  await note.waitFor({ state: "detached" });
  await marked.hover();
  await note.waitFor();
  await page.keyboard.press("Escape");
  await page.mouse.move(0, 0);
  await note.waitFor({ state: "detached" });
}

test("the element that the page Embed shows that fails to load is named in its place, and a retry works", async () => {
  const { page, close, arrives } = await openWithout(
    "embed.html?view=models",
    /\/models-[0-9a-f]{8}\.js/,
    "mha-explainer",
  );
  const said = page.getByRole("alert").filter({ hasText: "did not arrive" });
  await said.waitFor();
  await arrives();
  await said.getByRole("button", { name: "Try again" }).click();
  await page.locator("mha-models mha-model-bar").first().waitFor();
  assert.equal(await said.count(), 0);
  await close();
});

test("an element that shows another one's state loads the core again after a failure", async () => {
  const { page, close, arrives } = await openWithout("pair.html", "**/{headscope.wasm,modules/inline-*.js}");
  const again = page.locator("mha-memory").getByRole("button", { name: "Try again" });
  await again.waitFor();
  await arrives();
  await again.click();
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector("mha-memory")).store.state.status === "ready",
  );
  assert.equal(await page.getByRole("button", { name: "Try again" }).count(), 0);
  await close();
});

for (const missing of sample(
  [[/translation-[0-9a-f]+\.js/, /translation-panels-\w+\.js/], [/translation-heads-\w+\.js/]],
  0,
))
  test(`the task "translation" of Train that fails to load ${missing.join(" and then ")} says so, and a press loads it`, async () => {
    const { page, errors, close, arrives } = await openWithout(
      "train.html?task=translation&step=0&off=cross.0.1",
      missing,
    );
    const alert = page.locator("mha-train").getByRole("alert");
    const again = alert.getByRole("button", { name: "Try again" });
    await again.click();
    for (const [i, file] of missing.entries()) {
      if (i) await alert.filter({ hasText: file }).waitFor();
      assert.match(await alert.innerText(), / could not be loaded: .*\.js did not arrive\. Try again$/);
      await arrives(file);
      await again.click();
    }
    for (const panel of ["mha-two-sentences", "mha-translation-maps", "mha-train-learning"])
      await page.locator(`${panel} mha-figure`).first().waitFor();
    await settled(page);
    assert.deepEqual((await stateOf(page)).away.off, ["cross.0.1"]);
    assert.equal(await alert.count(), 0);
    assert.deepEqual(errors, []);
    await close();
  });

test("after a failed load of the core, trying again shows the link's state", async () => {
  const missing = /headscope\.wasm|inline-\w+\.js/;
  const { page, close, arrives } = await openWithout("?step=weights&head=5", missing, "mha-explainer");
  assert.match(
    await page.getByRole("alert").innerText(),
    /^The attention core could not be loaded: .* Try again$/,
  );
  await page.getByRole("button", { name: "Try again" }).click();
  await ready(page);
  assert.match(await page.getByRole("alert").innerText(), /could not be loaded/, "still without it");
  await arrives();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator("mha-stage canvas").waitFor();
  await drawn(page);
  assert.equal(await stepOf(page), "weights");
  assert.equal(await page.getByRole("alert").count(), 0);
  await page.locator("mha-labs").waitFor();
  await close();
});

test("while scripts load, the page says so, at its final height", async () => {
  for (const address of sample(["", "heads.html", "train.html", "embed.html"], 2)) {
    const { page } = await browser.open("icon.svg"); // to set up the route
    /** @type {() => void} */
    let arrive = () => {};
    const arrived = new Promise((resolve) => (arrive = () => resolve(null)));
    await page.route("**/modules/**", (route) => arrived.then(() => route.continue()));
    await page.goto(new URL(address, browser.url).href, { waitUntil: "commit" });
    await page.locator(".loading").first().waitFor();
    await page.waitForFunction(() => document.styleSheets.length > 0);
    assert.equal(await page.locator(".loading").first().innerText(), "Loading the attention core…");
    assert.ok(!(await page.locator(".needs").first().isVisible()), address);
    const high = await page.locator("main").evaluate((main) => main.getBoundingClientRect().height);
    assert.ok(high >= 847, `${address}: ${high} px`);
    arrive();
    await ready(page, address === "train.html" ? "mha-train" : "mha-explainer");
    assert.ok(!(await page.locator(".loading").first().isVisible()));
    await page.unrouteAll();
  }
});

/** Ends the core of the page Train in a trap, as another element of the page may. @param {Page} page @returns {Promise<number>} the last trained step */
const trapTraining = (page) =>
  page.evaluate(() => {
    const { store } = /** @type {any} */ (document.querySelector("mha-train"));
    const { model } = store;
    Object.assign(window, { trapped: model });
    const trap = () => {
      throw new WebAssembly.RuntimeError("memory access out of bounds");
    };
    try {
      model.boundary.ask({ trap }, "trap");
    } catch {
      // the core says that it has failed
    }
    return store.state.step;
  });

/** Waits until there is a model in a fresh core, at the same step. @param {Page} page @param {number} step */
const restored = (page, step) =>
  page.waitForFunction((step) => {
    const { store } = /** @type {any} */ (document.querySelector("mha-train"));
    const isFresh = store.model && store.model !== /** @type {any} */ (window).trapped;
    return isFresh && store.state.at === step && !store.isBusy;
  }, step);

test("after a trap while training runs at either pace the model returns to the same step, without errors; training whose core fails again and again says so, and a press loads it again", async () => {
  const { page, seen, close } = await openTrain(browser, "", LOW);
  let step = 0;
  for (const pace of ["Start", "To the end"]) {
    await press(page, pace);
    await learned(page, step + 3);
    const last = await trapTraining(page);
    await restored(page, last);
    await press(page, "One step");
    await settled(page);
    step = last + 1;
    const { whole } = await stateOf(page);
    assert.deepEqual(whole.kinds, trained(step).model.evaluate().kinds);
  }
  await trapTraining(page); // a third time
  await restored(page, step);
  await trapTraining(page);
  assert.match(await page.locator("mha-train").getByRole("alert").innerText(), /^This core has failed/);
  await page.getByRole("button", { name: "Try again" }).click();
  await restored(page, step);
  seen.assertQuiet();
  await close();
});

test("after a trap a fresh core loads automatically, and shows the reader's state again", async () => {
  const { page, seen, close } = await browser.open("?step=weights", { ...LOW, reducedMotion: "reduce" });
  await ready(page);
  await page.locator("mha-words .chip", { hasText: "softmax over queries" }).first().click();
  await page.locator("mha-fault h2").waitFor();
  await page.evaluate(() => {
    const { store } = /** @type {any} */ (document.querySelector("mha-explainer"));
    const { core } = store.state;
    Object.assign(window, { trapped: core });
    const { module } = core.boundary;
    for (const name of ["embed", "createLayer", "layer"])
      if (name in module)
        module[name] = () => {
          throw new WebAssembly.RuntimeError("memory access out of bounds");
        };
    store.configure({ seed: 2 });
  });
  await page.waitForFunction(() => {
    const { state } = /** @type {any} */ (document.querySelector("mha-explainer")).store;
    return state.core && state.core !== /** @type {any} */ (window).trapped && !state.problem;
  });
  await drawn(page);
  const state = await page.evaluate(() => {
    const { seed, step, wrong, head } = /** @type {any} */ (document.querySelector("mha-explainer"));
    return { seed, step, wrong, head };
  });
  assert.equal(state.seed, 2);
  assert.equal(state.step, "weights");
  assert.equal(await page.locator("mha-stage mha-figure").count(), 1);
  seen.assertQuiet();
  await close();
});
