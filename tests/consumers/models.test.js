// headscope/models in a page: in a worker, or without one if a content security policy forbids workers; with
// the same bits as in Node.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import { openCheckpoint } from "../../web/models/index.js";
import { caseOf, folderOf } from "../page/support/checkpoints.js";
import { html, usePages } from "./support/pages.js";

const { show } = usePages("models");

const FOLDER = folderOf("gpt2");
const { ids } = caseOf("gpt2");

/** A page that opens a model from files, runs it, and walks through it. */
const PAGE = html(`<script type="module" src="page.js"></script>`);
const SCRIPT = `
  import { openCheckpoint } from "./modules/models.js";
  const started = [];
  window.Worker = class extends Worker {
    constructor(...given) { super(...given); started.push(this); }
  };
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const files = ${JSON.stringify(
    Object.fromEntries(
      Object.entries(FOLDER).map(([name, content]) => [name, Buffer.from(content).toString("base64")]),
    ),
  )};
  const blobs = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, new Blob([bytes(text)])]));
  const model = await openCheckpoint(blobs);
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
  const numbers = [
    run.attention(0), run.attention(1), run.hidden(2), walk.attention, masked.attention(1), maskedWalk.attention,
    (await masked.block(1)).steps.stream,
  ].map(({ data }) => Array.from(data));
  const code = (call) => call.then(() => "answered", (error) => error.code);
  const inFlight = code(model.run({ ids: [1, 2] }));
  model.dispose();
  const disposed = await Promise.all([inFlight, ...[model.run({ ids: [1, 2] }), model.generate({ ids: [3] }), run.walk(0), run.goOn(3)].map(code)]);
  window.result = {
    numbers, disposed,
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
  ["in a worker", "", 1],
  ["in the page, where no worker may start", "worker-src 'none'", 1],
]))
  test(`a model runs ${where}`, async (t) => {
    const { page } = await show(t, { "index.html": PAGE, "page.js": SCRIPT }, { policy });
    await page.waitForFunction(() => /** @type {any} */ (window).result);
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
    if (!policy) assert.equal(found.workers, 1);
  });
