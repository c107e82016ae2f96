// The numbers of a figure in the page: the same bits as in Python. And 144 heads are drawn, and heads over an image.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import test, { after, before } from "node:test";
import { run } from "../../tools/lib/run.mjs";
import { launchChromium } from "../browser/support/chromium.js";
import { openFor, serveFor } from "../consumers/support/installed.js";
import { installWheel } from "./support/notebook.js";

const SCRIPT = `
import json, numpy as np, torch, headscope
rng = np.random.default_rng(0)
scores = rng.normal(size=(2, 3, 8, 8)) * 4
weights = torch.tensor(scores).softmax(-1)
expected = {}
for name, given in {
    "float16": weights.half(),
    "bfloat16": weights.bfloat16(),
    "float32": weights.float(),
    "float64": weights,
    "many": torch.tensor(rng.normal(size=(2, 12, 32, 32)) * 3).softmax(-1).float(),
    "numpy32": np.concatenate([weights.numpy().astype("float32")[:1], np.full((1, 3, 8, 8), -0.0, "float32")]),
}.items():
    headscope.head_view(given, layer=1).save(f"{name}.html")
    expected[name] = np.asarray(torch.as_tensor(given).float()).view(np.uint32)[1].ravel().tolist()
large = torch.tensor(rng.normal(size=(12, 12, 32, 32)), dtype=torch.float32).softmax(-1)
headscope.model_view(large).save("large.html")
photo = rng.integers(0, 256, (20, 30, 3), dtype=np.uint8)
over = torch.tensor(rng.normal(size=(2, 3, 7, 7))).softmax(-1)
headscope.model_view(over, image=photo, grid=(2, 3), extra=1, head=2).save("image.html")
expected["photo"] = photo[1].ravel().tolist()
measured = rng.random((30, 2, 3, 4), np.float32)
measured[:, :, 1, 2] = np.nan
numbers = np.arange(3, 33, dtype=np.int32)
names = ("previous", "first", "induction", "entropy")
study = headscope.Study("a model", names, numbers, numbers + 9, measured, measured[:, 0, 0])
headscope.study_view(study, study, titles=("now", "before")).save("study.html")
mean, half = (each.ravel().tolist() for each in study.mean("entropy"))
expected["study"] = {"values": measured[7].view(np.uint32).ravel().tolist(), "mean": mean, "half": half}
print(json.dumps(expected))
`;

/** @type {import("playwright-core").Browser} */
let chromium;
let folder = "";
/** @type {any} */
let expected;

before(async () => {
  const installed = await installWheel("numbers");
  folder = installed.folder;
  writeFileSync(path.join(folder, "figures.py"), SCRIPT);
  expected = JSON.parse(await run(installed.python, ["figures.py"], { cwd: folder }));
  writeFileSync(path.join(folder, "favicon.ico"), ""); // browsers request an icon
  chromium = await launchChromium();
});
/** @type {(() => unknown)[]} */
const ends = [];
after(async () => {
  for (const end of ends) await end();
  await chromium?.close();
});

/** Opens the page of a figure. @param {import("node:test").TestContext} t @param {string} name */
const open = async (t, name) =>
  openFor(t, chromium, `${await serveFor(t, [folder], { "Content-Security-Policy": "" })}${name}.html`, {
    viewport: { width: 1000, height: 1400 },
  });

let address = "";
/** The tab of visit(). @type {Awaited<ReturnType<typeof openFor>> | undefined} */
let tab;

/** Shows the page of a figure in the tab of the one before, which takes less time than open(). @param {string} name */
async function visit(name) {
  const all = { after: (/** @type {() => unknown} */ end) => void ends.push(end) };
  address ||= await serveFor(all, [folder], { "Content-Security-Policy": "" });
  const url = `${address}${name}.html`;
  if (!tab) return (tab = await openFor(all, chromium, url));
  await tab.page.goto("about:blank"); // ends the requests of the page before
  tab.seen.forget();
  await tab.page.goto(url);
  return tab;
}

for (const name of ["float16", "bfloat16", "float32", "float64", "many", "numpy32"])
  test(`${name}: the page has the bits of Python's float32`, async () => {
    const { page, seen } = await visit(name);
    await page.locator("mha-heads").waitFor();
    const bits = await page.evaluate(async () => {
      const heads = /** @type {any} */ (document.querySelector("mha-heads"));
      const { data } = await heads.getTensor("weights");
      return [...new Uint32Array(data.buffer, data.byteOffset, data.length)];
    });
    assert.deepEqual(bits, expected[name]);
    seen.assertQuiet();
  });

test("text changed by a server or an editor gives an error with a remedy", async () => {
  const { page } = await visit("float32");
  const said = await page.evaluate(async () => {
    const { attention } = JSON.parse(document.getElementById("figure")?.textContent ?? "").numbers;
    const { text } = attention;
    const messages = /** @type {string[]} */ ([]);
    const middle = text.length >> 1;
    const another = `${text.slice(0, middle)}${text[middle] === "A" ? "B" : "A"}${text.slice(middle + 1)}`;
    for (const changed of [text.slice(4), text.slice(0, -4), `${text}!`, another])
      await /** @type {any} */ (window)
        .unpacked(changed)
        .catch((/** @type {Error} */ error) => messages.push(error.message));
    return messages;
  });
  assert.deepEqual(
    said,
    Array(4).fill("its data was changed on the way; make the figure again, and serve its page unchanged"),
  );
});

test("144 heads of 32 tokens are drawn", async (t) => {
  const { page, seen } = await open(t, "large");
  const drawn = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const isReady = (/** @type {string} */ tag) =>
          /** @type {any} */ (document.querySelector(tag))?.store?.state.status === "ready";
        const look = () =>
          isReady("mha-head") && isReady("mha-heatmap")
            ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
            : requestAnimationFrame(look);
        look();
      }),
  );
  t.diagnostic(`drawn ${Math.round(Number(drawn))} ms after the navigation began`);
  const layers = page.locator("mha-heatmap");
  assert.equal(await layers.count(), 12);
  await layers.last().scrollIntoViewIfNeeded();
  await page.waitForFunction(
    () =>
      /** @type {any} */ ([...document.querySelectorAll("mha-heatmap")].at(-1)).store.state.status ===
      "ready",
  );
  seen.assertQuiet();
});

test("heads over an image: the page has its pixels, asks for nothing, and a patch asks in every layer", async (t) => {
  /** @type {string[]} */
  const requests = [];
  const { page, seen } = await openFor(
    t,
    chromium,
    `${await serveFor(t, [folder], { "Content-Security-Policy": "" })}image.html`,
    {
      viewport: { width: 1000, height: 1400 },
      first: (page) => page.on("request", (request) => requests.push(request.url())),
    },
  );
  await page.locator("mha-patch-head .most").waitFor();
  await page.locator("mha-patch-heads .titles button").nth(5).waitFor({ state: "attached" });
  const { rgba, width, height } = await page.evaluate(() => {
    const { image } = /** @type {any} */ (document.querySelector("mha-head")).store.state.own.patches;
    return { ...image, rgba: [...image.rgba.slice(4 * 30, 8 * 30)] };
  });
  assert.deepEqual([width, height], [30, 20]);
  assert.deepEqual(
    rgba.filter((/** @type {number} */ _, /** @type {number} */ i) => i % 4 < 3),
    expected.photo,
  );
  assert.equal(await page.locator("mha-patch-head h2").innerText(), "Layer 0, head 2");

  await page.locator("mha-patch-head canvas").press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() =>
    [...document.querySelectorAll("mha-heatmap")].every((each) => /** @type {any} */ (each).token === 1),
  );
  assert.deepEqual(
    requests.filter((url) => !/^(data|blob):/.test(url)).map((url) => new URL(url).pathname),
    ["/image.html", "/favicon.ico"].slice(0, requests.some((url) => url.endsWith("favicon.ico")) ? 2 : 1),
  );
  seen.assertQuiet();
});

test("a study: the page has its bits, the means of Python, and both titles", async (t) => {
  const { page, seen } = await open(t, "study");
  await page.locator("mha-study-points mha-figure").nth(1).waitFor();
  const found = await page.evaluate(() => {
    const { study, sums } = /** @type {any} */ (document.querySelector("mha-study")).store.state.result;
    const row = study.row(7);
    const entropy = (/** @type {Float64Array} */ each) => [...each].filter((_, i) => i % 4 === 3);
    return {
      values: [...new Uint32Array(row.buffer, row.byteOffset, row.length)],
      ...{ mean: entropy(sums.mean), half: entropy(sums.half) },
    };
  });
  assert.deepEqual(found.values, expected.study.values);
  for (const name of /** @type {const} */ (["mean", "half"]))
    for (const [i, value] of found[name].entries())
      assert.ok(Math.abs(value - expected.study[name][i]) < 1e-12, `${name} of head ${i}`);
  assert.deepEqual(await page.locator("mha-study-points h4").allInnerTexts(), ["before", "now"]);
  seen.assertQuiet();
});
