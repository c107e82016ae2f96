// The page Models with a model that reads pictures: files of all kinds, a drop, a paste, patches and classes.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test, { after } from "node:test";
import UPNG from "upng-js";
import { inRoot } from "../../tools/lib/paths.mjs";
import { openCheckpoint } from "../../web/models/index.js";
import { bytesOf } from "./support/downloads.js";
import { ready } from "./support/explainer.js";
import { openMenu } from "./support/figure-menu.js";
import { injectAxeInSchemes, useBrowser, useOnce } from "./support/index.js";
import { IS_NIGHTLY } from "./support/nightly.js";
import { HEIGHT, WIDTH, jpegOf, largePng, oriented, png, quarters } from "./support/picture-files.js";

/** @typedef {import("playwright-core").Page} Page */

/** Width and height of a picture that a canvas holds in parts: by day in two each way, at night one of 100 megapixels. */
const [W, H] = IS_NIGHTLY ? [10_000, 10_000] : [4200, 700];

const FILES = ["config.json", "model.safetensors", "preprocessor_config.json"];

/** A model on an author's host, with a sheet of one picture for each of its five classes. */
const hosted = {
  ...Object.fromEntries(
    FILES.map((file) => [`hosted/${file}`, readFileSync(inRoot("tests/fixtures/vision/vit", file))]),
  ),
  "hosted/pictures.png": Buffer.from(UPNG.encode([new Uint8Array(60 * 12 * 4).fill(255).buffer], 60, 12, 0)),
};
const browser = useBrowser(/** @type {any} */ (hosted));
const root = mkdtempSync(path.join(tmpdir(), "headscope-pictures-"));
for (const file of FILES) cpSync(inRoot("tests/fixtures/vision/vit", file), path.join(root, "vit", file));
after(() => rmSync(root, { recursive: true }));

/** The page that the tests share. */
const shared = useOnce(openVit);

async function openVit() {
  const shown = await browser.open("models.html");
  await ready(shown.page, "mha-models");
  await shown.page.locator("mha-model-bar #folder").setInputFiles(path.join(root, "vit"));
  await shown.page.locator("mha-model-picture #file").waitFor({ state: "attached" });
  return shown;
}

/** Gives a picture, and waits until the page has run or refused it. @param {Page} page @param {string} name @param {string} mimeType @param {Uint8Array} bytes */
async function give(page, name, mimeType, bytes) {
  const file = { name, mimeType, buffer: Buffer.from(bytes) };
  await page.locator("mha-model-picture #file").setInputFiles(file);
  return answerTo(page, name);
}

/** What the page says of a picture. @param {Page} page @param {string} name @returns {Promise<{ problem: string | null, notices: string[], pixels: number[] }>} */
async function answerTo(page, name) {
  const answer = await page.waitForFunction((name) => {
    const { store } = /** @type {any} */ (document.querySelector("mha-models"));
    const { image, running, problem, run } = store.state;
    if (image?.name !== name || running || !(problem || store.isRead)) return null;
    return {
      ...{
        problem: problem?.message ?? null,
        notices: run?.run.pictureNotices.map((/** @type {any} */ each) => each.id),
      },
      pixels: [...(run?.run.image?.data ?? [])],
    };
  }, name);
  return /** @type {any} */ (answer.jsonValue());
}

/** What Node computes of the same pixels. @param {Uint8Array} rgba */
async function seenInNode(rgba) {
  const model = await openCheckpoint(path.join(root, "vit"));
  const run = await model.run({ data: rgba, width: WIDTH, height: HEIGHT });
  model.dispose();
  return [...(run.image?.data ?? [])];
}

test("a picture is read with the bytes that Node reads of its pixels", async () => {
  const { page } = await shared();
  const { problem, notices, pixels } = await give(page, "quarters.png", "image/png", png(quarters()));
  assert.deepEqual([problem, notices], [null, []]);
  assert.deepEqual(pixels, await seenInNode(quarters()));
});

test("a transparent picture lies over white, an animation is its first frame, and both are said", async () => {
  const { page } = await shared();
  const clear = await give(page, "clear.png", "image/png", png(quarters(0)));
  assert.deepEqual(clear.notices, ["picture_transparent"]);
  assert.deepEqual(clear.pixels, await seenInNode(quarters(0)));
  const said = await page.locator("mha-model-picture .said").innerText();
  assert.match(said, /the picture is transparent in parts, which are read as laid over white/);
  const other = quarters().map((value, i) => (i % 4 === 3 ? 255 : 255 - value));
  const moving = await give(page, "moving.png", "image/png", png(quarters(), [quarters(), other]));
  assert.deepEqual(moving.pixels, await seenInNode(quarters()));
  assert.deepEqual(moving.notices, ["picture_animated"]);
});

test("a rotated photo is read upright", async () => {
  const { page } = await shared();
  const jpeg = await jpegOf(page, quarters());
  const asIs = (await give(page, "photo.jpg", "image/jpeg", jpeg)).pixels;
  const turned = (await give(page, "turned.jpg", "image/jpeg", oriented(jpeg, 6))).pixels;
  const at = (/** @type {number[]} */ pixels, /** @type {number} */ x, /** @type {number} */ y) =>
    pixels.slice((y * 12 + x) * 4, (y * 12 + x) * 4 + 3);
  // A quarter turn to the right takes the lower left corner to the upper left, and the upper left one to the upper right.
  for (const [found, expected] of [
    [at(turned, 1, 1), at(asIs, 1, 10)],
    [at(turned, 10, 1), at(asIs, 1, 1)],
    [at(turned, 10, 10), at(asIs, 10, 1)],
  ])
    found.forEach((value, i) => assert.ok(Math.abs(value - expected[i]) < 25, `${found} ${expected}`));
});

test(`a photo of ${W} by ${H} pixels is read, grey as it is; a broken file is refused, and the last picture stays`, async () => {
  const { page } = await shared();
  const large = await give(page, "large.png", "image/png", largePng(W, H));
  assert.equal(large.problem, null);
  assert.deepEqual([...new Set(large.pixels)], [255]);
  const broken = await give(page, "broken.png", "image/png", png(quarters()).subarray(0, 60));
  assert.match(broken.problem ?? "", /^the picture \(image\/png\) could not be decoded/);
  assert.deepEqual([...new Set(broken.pixels)], [255]);
  const alert = await page.locator("mha-model-picture [role=alert]").innerText();
  assert.match(alert, /take a PNG, JPEG, WebP or GIF that opens elsewhere\.$/);
});

test("a picture is dropped and pasted", async () => {
  const { page } = await shared();
  for (const kind of ["drop", "paste"]) {
    await page.evaluate(
      ({ kind, bytes }) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(bytes)], `${kind}.png`, { type: "image/png" }));
        const options = { bubbles: true, composed: true, cancelable: true };
        const bar = document.querySelector("mha-models")?.shadowRoot?.querySelector("mha-model-bar");
        const line = bar?.shadowRoot?.querySelector(".line");
        if (kind === "drop")
          for (const name of ["dragover", "drop"])
            line?.dispatchEvent(new DragEvent(name, { ...options, dataTransfer: data }));
        else document.body.dispatchEvent(new ClipboardEvent("paste", { ...options, clipboardData: data }));
      },
      { kind, bytes: [...png(quarters())] },
    );
    const { problem } = await answerTo(page, `${kind}.png`);
    assert.equal(problem, null);
  }
  const shown = await page.evaluate(
    () => /** @type {any} */ (document.querySelector("mha-models")).store.state.refused,
  );
  assert.equal(shown, null, "the bar takes no picture for a model");
  assert.equal(await page.locator("mha-model-bar .over").count(), 0, "its frame is gone");
  const isTaken = await page.evaluate(() => {
    const field = document.body.appendChild(document.createElement("input"));
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(1)], "field.png", { type: "image/png" }));
    const paste = new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data });
    field.dispatchEvent(paste);
    field.remove();
    return paste.defaultPrevented;
  });
  assert.equal(isTaken, false, "a field keeps what is pasted into it");
});

test("a patch is asked by the keyboard and painted, a class is asked for, and axe finds nothing", async () => {
  const { page } = await shared();
  await give(page, "again.png", "image/png", png(quarters()));
  const state = (/** @type {string} */ name) =>
    page.evaluate(
      (name) => /** @type {any} */ (document.querySelector("mha-models")).store.state[name],
      name,
    );
  const canvas = page.locator("mha-picture-head canvas");
  await canvas.focus();
  await page.keyboard.press("Enter");
  for (const key of ["ArrowDown", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
  assert.equal(await state("query"), 1 + 3 + 1);
  const said = page.locator("mha-picture-head [role=status]");
  assert.match(await said.innerText(), /^row 2, column 2 gives \.\d+ to /);
  await page.getByRole("button", { name: "who looks here" }).click();
  assert.match(await said.innerText(), /^row 2, column 2 gets \.\d+ from /);
  await page.getByRole("button", { name: "over the image" }).click();
  await page.locator("mha-picture-head #draw").click();
  await canvas.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await masked(page, "5");
  const { layer } = await state("selected");
  const heads = page.locator("mha-picture-heads canvas");
  await heads.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await state("selected"), { layer, head: 1 });
  const classes = page.locator("mha-model-picture .class");
  await classes.nth(1).click();
  const name = await classes.nth(1).locator("bdi").innerText();
  await page.getByRole("heading", { name: `Which heads matter for “${name}”?` }).waitFor();
  const axe = await injectAxeInSchemes(page);
  assert.deepEqual(await axe(), []);
  await page.getByRole("button", { name: "As it was" }).click();
  await masked(page, "");
});

/** Waits until the model has read the picture with these patches painted out. @param {Page} page @param {string} masks */
const masked = (page, masks) =>
  page.waitForFunction((masks) => {
    const { store } = /** @type {any} */ (document.querySelector("mha-models"));
    return store.isRead && store.state.run.run.masks.join() === masks;
  }, masks);

test("the reader paints patches out and draws by dragging, and the model follows", async () => {
  const { page } = await shared();
  await give(page, "drawn.png", "image/png", png(quarters()));
  const canvas = page.locator("mha-picture-head canvas");
  await canvas.scrollIntoViewIfNeeded();
  const box = /** @type {{ x: number, y: number }} */ (await canvas.boundingBox());
  const drag = async (/** @type {number[]} */ from, /** @type {number[]} */ to) => {
    await page.mouse.move(box.x + from[0], box.y + from[1]);
    await page.mouse.down();
    await page.mouse.move(box.x + to[0], box.y + to[1], { steps: 6 });
    await page.mouse.up();
  };
  await drag([60, 60], [320, 60]);
  await masked(page, "1,2,3");
  await page.getByRole("button", { name: "draw", exact: true }).click();
  await page.locator("mha-picture-head input[type=color]").fill("#ff0000");
  await drag([60, 300], [320, 300]);
  await page.waitForFunction(() => {
    const { store } = /** @type {any} */ (document.querySelector("mha-models"));
    const { data, width } = store.state.run.run.image;
    const at = 4 * (9 * width + 6);
    return store.isRead && data[at] === 255 && data[at + 1] === 0 && data[at + 2] === 0;
  });
  await masked(page, "1,2,3");
  const name = page.locator("mha-model-picture .line b");
  assert.equal(await name.innerText(), "drawn.png, drawn on");
  await openMenu(page.locator("mha-picture-heads mha-save-files"));
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "heads-picture.csv" }).click();
  const [head, first, second] = String(await bytesOf(await coming)).split("\r\n");
  assert.equal(head, "layer,head,token,row,column,weight");
  assert.match(first, /^0,0,\[CLS\],,,0?\.\d+/);
  assert.match(second, /^0,0,"row 1, column 1",1,1,0?\.\d+/);
  await page.getByRole("button", { name: "As it was" }).click();
  await masked(page, "");
  assert.equal(await name.innerText(), "drawn.png");
  await page.locator("mha-picture-head #draw").click();
  assert.equal(await page.locator("mha-picture-head .tools").count(), 0);
});

test("the camera's still is read and the camera stops; a camera that is refused or missing is said", async () => {
  const { page } = await shared();
  await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: 64, height: 48 });
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.fillStyle = "#00ff00";
    context.fillRect(0, 0, 64, 48);
    const stream = canvas.captureStream(30);
    Object.assign(window, { camera: stream });
    setInterval(() => context.fillRect(0, 0, 64, 48), 30); // a frame comes with each change
    Object.defineProperty(navigator, "mediaDevices", {
      configurable: true,
      value: { getUserMedia: async () => stream },
    });
  });
  const live = () =>
    page.evaluate(() =>
      /** @type {any} */ (window).camera.getTracks().map((/** @type {any} */ t) => t.readyState),
    );
  const take = page.locator("mha-model-picture #take");
  await take.click();
  const video = page.locator("mha-camera-still video");
  await video.waitFor();
  assert.deepEqual(await live(), ["live"]);
  await page.waitForFunction(() => {
    const shadow = (/** @type {any} */ at, /** @type {string} */ name) => at.shadowRoot.querySelector(name);
    const picture = shadow(document.querySelector("mha-models"), "mha-model-picture");
    return shadow(shadow(picture, "mha-camera-still"), "video").videoWidth > 0;
  });
  await page.getByRole("button", { name: "Take the picture" }).click();
  const { problem, pixels } = await answerTo(page, "camera");
  assert.equal(problem, null);
  assert.ok(pixels[1] > 200 && pixels[0] < 60, `${pixels.slice(0, 4)}`);
  assert.deepEqual([await live(), await video.count()], [["ended"], 0]);
  await page.waitForFunction(() => {
    const picture = document.querySelector("mha-models")?.shadowRoot?.querySelector("mha-model-picture");
    return picture?.shadowRoot?.activeElement?.id === "take"; // the focus returns to the button
  });
  await page.evaluate(() => {
    const stream = document.createElement("canvas").captureStream();
    Object.assign(window, { camera: stream });
    navigator.mediaDevices.getUserMedia = async () => stream;
  });
  await take.click();
  await video.waitFor();
  await give(page, "instead.png", "image/png", png(quarters()));
  assert.deepEqual([await live(), await video.count()], [["ended"], 0], "another picture ends the camera");
  for (const [name, expected] of [
    ["NotAllowedError", /The browser gives this page no camera/],
    ["NotFoundError", /This machine has no camera/],
    ["NotReadableError", /another program may be using it/],
    ["OddError", /The camera gave no picture: odd\./],
  ]) {
    await page.evaluate((name) => {
      const refuse = () => Promise.reject(new DOMException("odd", name));
      Object.defineProperty(navigator, "mediaDevices", {
        configurable: true,
        value: { getUserMedia: refuse },
      });
    }, String(name));
    await take.click();
    const alert = page.locator("mha-camera-still [role=alert]").filter({ hasText: expected });
    await alert.waitFor();
  }
  await page.evaluate(() =>
    Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: undefined }),
  );
  await take.click();
  await page.locator("mha-camera-still", { hasText: "served over https" }).waitFor();
});

test("the list of models offers folders of the host, and a model's own pictures are in a list", async () => {
  const { page } = await shared();
  await page.evaluate(() => document.querySelector("mha-models")?.setAttribute("offers", "hosted/"));
  const list = page.locator("mha-model-bar select");
  await list.selectOption({ label: "hosted" });
  const pictures = page.locator("mha-model-picture select");
  await pictures.locator("option", { hasText: "sandal" }).waitFor({ state: "attached" });
  const chosen = await list.evaluate((select) => /** @type {any} */ (select).selectedOptions[0].textContent);
  assert.match(chosen, /^hosted/, "the list names the model on show");
  const labels = (/** @type {import("playwright-core").Locator} */ select) =>
    select.locator("option").evaluateAll((all) => all.map((each) => each.textContent?.trim()));
  // The picture that the reader gave to the model before stays, and is listed first.
  assert.deepEqual(await labels(pictures), ["instead.png", "shirt", "dress", "coat", "sandal", "bag"]);
  assert.match(
    String((await labels(list)).at(-1)),
    /^headscope-small$/,
    "the model of src can be opened again",
  );
  await pictures.selectOption({ label: "bag" });
  const { problem, pixels } = await answerTo(page, "bag");
  assert.equal(problem, null);
  assert.deepEqual([...new Set(pixels)], [255]);
});
