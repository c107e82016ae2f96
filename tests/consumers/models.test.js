// headscope/models in a page: in a worker, or without one if a content security policy forbids workers; with
// the same bits as in Node.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { inRoot } from "../../tools/lib/paths.mjs";
import { openCheckpoint } from "../../web/models/index.js";
import { caseOf, folderOf } from "../page/support/checkpoints.js";
import { html, usePages } from "./support/pages.js";

const { show, installed } = usePages("models");

const FOLDER = folderOf("gpt2");
const { ids } = caseOf("gpt2");

/** A model with an encoder and a decoder. */
const PAIR = Object.fromEntries(
  ["config.json", "generation_config.json", "model.safetensors"].map((file) => [
    file,
    new Uint8Array(readFileSync(inRoot("tests/fixtures/encoder-decoders/bart", file))),
  ]),
);
const SOURCE = [3, 17, 5, 30, 21, 8, 2];

/** What a model with an encoder and a decoder computes; as text, it is a part of the page's script. @param {import("../../web/models/index.js").Model} model @param {number[]} source */
async function ofPair(model, source) {
  const options = { target: { ids: [2, 9, 14] }, caches: true, headScale: { cross: { 1: [1, 0] } } };
  const run = await (await model.run({ ids: source }, options)).goOn(4);
  const walk = await run.walk(1, "cross");
  const { steps } = await run.block(1, "cross");
  const { tokens } = await model.generate({ ids: source });
  const numbers = [run.attention(1, "encoder"), run.attention(1), run.attention(2, "cross"), steps.stream];
  const all = [...numbers, walk.attention].map((each) => Array.from(each?.data ?? []));
  walk.dispose();
  return { numbers: all, generated: tokens.map(({ id }) => id) };
}

/** @param {Record<string, Uint8Array>} folder */
const inBase64 = (folder) =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(folder).map(([name, content]) => [name, Buffer.from(content).toString("base64")]),
    ),
  );

/** A page that opens a model from files, runs it, and walks through it. */
const PAGE = html(`<script type="module" src="page.js"></script>`);
const SCRIPT = `
  import { openCheckpoint } from "./modules/models.js";
  const started = [];
  window.Worker = class extends Worker {
    constructor(...given) { super(...given); started.push(this); }
  };
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const blobs = (files) =>
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, new Blob([bytes(text)])]));
  ${ofPair}
  const translator = await openCheckpoint(blobs(${inBase64(PAIR)}));
  const pair = await ofPair(translator, ${JSON.stringify(SOURCE)});
  translator.dispose();
  const model = await openCheckpoint(blobs(${inBase64(FOLDER)}));
  const steps = [];
  const run = await model.run({ ids: ${JSON.stringify(ids)} }, { onProgress: ({ done }) => steps.push(done) });
  const walk = await run.walk(1);
  const masked = await model.run({ ids: ${JSON.stringify(ids)} }, { attentionMask: [1, 0, 1, 1, 0, 1, 1, 1] });
  const maskedWalk = await masked.walk(1);
  const refused = await model.run({ ids: [99] }).catch(({ code, id }) => ({ code, id }));
  const controller = new AbortController();
  const aborted = await model
    .run({ ids: [1, 2] }, { signal: controller.signal, onProgress: () => controller.abort() })
    .catch(({ name }) => name);
  const generated = await model.generate({ ids: [3, 17] }, { tokens: 3 });
  Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true });
  const paint = window.requestAnimationFrame;
  window.requestAnimationFrame = () => 0; // a hidden tab draws no frame
  const several = await openCheckpoint(blobs(${inBase64(FOLDER)}), { workers: 2, keep: true });
  const sharedRun = await several.run({ ids: ${JSON.stringify(ids)} });
  const shared = [sharedRun.attention(1), sharedRun.hidden(2)].map(({ data }) => Array.from(data));
  several.dispose();
  window.requestAnimationFrame = paint;
  delete document.visibilityState;
  const numbers = [
    run.attention(0), run.attention(1), run.hidden(2), walk.attention, masked.attention(1), maskedWalk.attention,
    (await masked.block(1)).steps.stream,
  ].map(({ data }) => Array.from(data));
  const code = (call) => call.then(() => "answered", (error) => error.code);
  const inFlight = code(model.run({ ids: [1, 2] }));
  model.dispose();
  const disposed = await Promise.all([inFlight, ...[model.run({ ids: [1, 2] }), model.generate({ ids: [3] }), run.walk(0), run.goOn(3)].map(code)]);
  window.result = {
    numbers, disposed, pair, shared,
    workers: started.length, steps, refused, aborted, generated: generated.tokens.map(({ id }) => id),
    predictions: run.predictions(7, 5),
  };
`;

/** @param {readonly (ArrayLike<number>)[]} numbers */
const digest = (numbers) =>
  numbers.map((each) => createHash("sha256").update(Float32Array.from(each)).digest("hex"));

async function inNode() {
  const model = await openCheckpoint(FOLDER);
  const run = await model.run({ ids });
  const walk = await run.walk(1);
  const masked = await model.run({ ids }, { attentionMask: [1, 0, 1, 1, 0, 1, 1, 1] });
  const maskedWalk = await masked.walk(1);
  const { tokens } = await model.generate({ ids: [3, 17] }, { tokens: 3 });
  return {
    numbers: [
      ...[run.attention(0), run.attention(1), run.hidden(2), walk.attention],
      ...[masked.attention(1), maskedWalk.attention, (await masked.block(1)).steps.stream],
    ].map((each) => each?.data ?? []),
    predictions: run.predictions(7, 5),
    generated: tokens.map(({ id }) => id),
  };
}

for (const [where, policy, workers] of /** @type {[string, string, number][]} */ ([
  ["in a worker, and in two in a hidden tab", "", 3],
  ["in the page, where no worker may start", "worker-src 'none'", 3],
]))
  test(`a model runs ${where}`, async (t) => {
    const { page } = await show(t, { "index.html": PAGE, "page.js": SCRIPT }, { policy });
    await page.waitForFunction(() => /** @type {any} */ (window).result, null, { timeout: 120_000 });
    const found = await page.evaluate(() => /** @type {any} */ (window).result);
    const expected = await inNode();
    assert.deepEqual(digest(found.numbers), digest(expected.numbers), "the same bits");
    // Math.exp of the engines may differ in the last bit.
    const rounded = (/** @type {any[]} */ pieces) =>
      pieces.map(({ probability, ...piece }) => ({ ...piece, probability: probability.toFixed(12) }));
    assert.deepEqual(rounded(found.predictions), rounded(expected.predictions));
    assert.deepEqual(found.generated, expected.generated);
    assert.deepEqual(found.steps, [1, 2, 3]);
    assert.deepEqual(found.disposed, Array(5).fill("disposed"), "no call waits for a model that is gone");
    assert.deepEqual(found.refused, { code: "config", id: "no_piece" });
    assert.equal(found.aborted, "AbortError");
    assert.ok(found.workers <= workers);
    if (!policy) assert.equal(found.workers, 3);
    const several = await openCheckpoint(FOLDER, { workers: policy ? 1 : 2 });
    const shared = await several.run({ ids });
    several.dispose();
    const numbers = [shared.attention(1).data, shared.hidden(2).data];
    assert.deepEqual(digest(found.shared), digest(numbers), "the bits of two workers, or of the page alone");
    assert.equal(digest(found.shared)[1] === digest(found.numbers)[2], policy !== "");
    const translator = await openCheckpoint(PAIR);
    const pair = await ofPair(translator, SOURCE);
    translator.dispose();
    assert.deepEqual(digest(found.pair.numbers), digest(pair.numbers), "the same bits of an encoder-decoder");
    assert.deepEqual(found.pair.generated, pair.generated);
  });

test("in Node, threads of the package share a run", async () => {
  const file = path.join(installed(), "dist/node/models.js");
  const packed = await import(pathToFileURL(file).href);
  const numbers = [];
  for (const { openCheckpoint: open, workers } of [
    { openCheckpoint: packed.openCheckpoint, workers: 2 },
    { openCheckpoint, workers: 2 },
    { openCheckpoint, workers: 1 },
  ]) {
    const model = await open(FOLDER, { workers });
    const run = await model.run({ ids });
    numbers.push(digest([run.attention(1).data, run.hidden(2).data]));
    model.dispose();
  }
  assert.deepEqual(numbers[0], numbers[1]);
  assert.notDeepEqual(numbers[0], numbers[2]);
});
