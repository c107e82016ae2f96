// The page Models continues its text: pieces that the reader chooses, pieces drawn at a temperature, and many at once.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test, { after } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { openCheckpoint } from "../../web/models/index.js";
import { choosePiece } from "../../web/models/state/generation.js";
import { ModelsPage } from "../../web/models/state/page.js";
import { IS_NIGHTLY } from "../browser/support/nightly.js";

const COUNT = IS_NIGHTLY ? 20 : 8; // pieces that are generated at once
const TEXT = "And God said, Let there be";
const folder = inRoot("models/headscope-small");
/** @type {any} */
const files = Object.fromEntries(
  ["config.json", "model.safetensors", "tokenizer.json"].map((file) => [
    file,
    new Blob([readFileSync(path.join(folder, file))]),
  ]),
);

const page = new ModelsPage(async () => ({ openCheckpoint }));
await page.load();
await page.openings.open({ name: "small", files });
after(() => page.rest());

/** Begins anew. */
async function begin() {
  page.continuation.sample({ temperature: 0, topK: 100, seed: 0 });
  await page.write(TEXT);
  assert.equal(page.state.problem, null);
}

/** Ids of the pieces after those of the text. */
const added = () => page.state.run?.tokens.slice(page.opened.model.tokenize(TEXT).length).map(({ id }) => id);

for (const sampling of [
  { temperature: 0, topK: 100, seed: 0 },
  { temperature: 1.5, topK: 100, seed: 3 },
  { temperature: 1.5, topK: 2, seed: 3 },
])
  test(`${COUNT} pieces at once, and one by one, are those that the API generates: ${JSON.stringify(sampling)}`, async () => {
    await begin();
    page.continuation.sample(sampling);
    const { tokens, text } = await page.opened.model.generate(TEXT, { tokens: COUNT, ...sampling });
    await page.continuation.goOn(COUNT);
    const ids = tokens.map(({ id }) => id);
    assert.deepEqual(added(), ids);
    assert.deepEqual([page.state.text, page.state.adding], [TEXT + text, 0]);
    await page.write(TEXT);
    for (let count = 0; count < 4; count++) await page.continuation.goOn();
    assert.deepEqual(added(), ids.slice(0, 4));
  });

test("each drawn piece is among the topK likeliest, another seed draws others, and topK 1 draws the likeliest", async () => {
  const drawn = async (/** @type {number} */ topK, /** @type {number} */ seed) => {
    await begin();
    page.continuation.sample({ temperature: 3, topK, seed });
    await page.continuation.goOn(8);
    return added();
  };
  const [one, other] = [await drawn(3, 1), await drawn(3, 2)];
  assert.notDeepEqual(one, other);
  const ids = page.state.run?.tokens.map(({ id }) => id) ?? [];
  for (let at = ids.length - 8; at < ids.length; at++) {
    const likely = page.state.run?.run.predictions(at - 1, 3).map(({ id }) => id);
    assert.ok(likely?.includes(ids[at]), `piece ${at}`);
  }
  const { tokens } = await page.opened.model.generate(TEXT, { tokens: 8 });
  assert.deepEqual(
    await drawn(1, 2),
    tokens.map(({ id }) => id),
  );
});

test("pieces are drawn by their probabilities to the power of 1 / temperature", () => {
  const pieces = [0.6, 0.3, 0.1].map((probability, id) => ({ id, text: "", probability }));
  const idAt = (/** @type {number} */ at, temperature = 1, topK = 3) =>
    choosePiece(pieces, { temperature, topK }, () => at).id;
  assert.deepEqual(
    [0, 0.59, 0.61, 0.89, 0.91].map((at) => idAt(at)),
    [0, 0, 1, 1, 2],
  );
  // At temperature 0.5 the shares are 36 : 9 : 1.
  assert.deepEqual(
    [0.78, 0.79, 0.97, 0.98].map((at) => idAt(at, 0.5)),
    [0, 1, 1, 2],
  );
  assert.deepEqual(
    [0.66, 0.67, 0.99].map((at) => idAt(at, 1, 2)),
    [0, 1, 1],
  );
});

test("a candidate that is pressed is appended, and the text goes on from there", async () => {
  await begin();
  const last = (page.state.run?.tokens.length ?? 0) - 1;
  const candidate = page.state.run?.run.predictions(last, 5)[3];
  assert.ok(candidate);
  await page.continuation.add(candidate.id);
  assert.deepEqual(added(), [candidate.id]);
  assert.equal(page.state.text, `${TEXT} ${candidate.text}`);
  assert.equal(page.state.query, last + 1);
  await page.continuation.goOn();
  assert.equal(added()?.length, 2);
});

test("twenty pieces end when they are stopped, and when the reader writes another text", async () => {
  await begin();
  /** Resolves when `left` pieces are still to be added. @param {number} left */
  const until = (left) =>
    /** @type {Promise<void>} */ (
      new Promise((resolve) => {
        const look = () => {
          if (page.state.adding !== left) return;
          page.removeEventListener("change", look);
          resolve();
        };
        page.addEventListener("change", look);
      })
    );
  const going = page.continuation.goOn(20);
  await until(17);
  page.stopRuns();
  await going;
  assert.deepEqual([added()?.length, page.state.adding, page.state.running], [3, 0, false]);
  const again = page.continuation.goOn(20);
  await until(18);
  await page.write("In the beginning");
  await again;
  assert.deepEqual([page.state.text, page.state.ids, page.state.adding], ["In the beginning", null, 0]);
});

test("a temperature, a top-k or a seed that does not fit is refused in words, and the one before stays", async () => {
  await begin();
  page.continuation.sample({ temperature: 0.7, topK: 40, seed: 5 });
  const kept = page.state.sampling;
  for (const [change, id] of /** @type {[any, string][]} */ ([
    [{ temperature: -1 }, "no_temperature"],
    [{ temperature: NaN }, "no_temperature"],
    [{ topK: 0 }, "no_top_k"],
    [{ topK: 101 }, "no_top_k"],
    [{ topK: 1.5 }, "no_top_k"],
    [{ seed: -1 }, "not_a_whole_number"],
  ])) {
    page.continuation.sample(change);
    assert.equal(/** @type {any} */ (page.state.samplingProblem)?.id, id);
    assert.deepEqual(page.state.sampling, kept);
    await assert.rejects(page.opened.model.generate(TEXT, { tokens: 1, ...change }), { id });
  }
  page.continuation.sample({ topK: 100 });
  assert.deepEqual([page.state.samplingProblem, page.state.sampling.topK], [null, 100]);
});
