// Measures of heads in sentences, against NumPy (tests/fixtures/sentences.py).
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { SentenceKeys, StudySums, sentenceMeasures, strongestKeys } from "../../web/core/sentence-study.js";
import { readFixture } from "./fixture.js";

const CLOSE = 1e-6;

/** @param {ArrayLike<number>} found @param {ArrayLike<number>} expected */
function agree(found, expected) {
  assert.equal(found.length, expected.length);
  for (let i = 0; i < expected.length; i++) {
    if (Number.isNaN(expected[i])) assert.ok(Number.isNaN(found[i]), `number ${i}`);
    else
      assert.ok(
        Math.abs(found[i] - expected[i]) <= CLOSE * Math.max(1, Math.abs(expected[i])),
        `number ${i}`,
      );
  }
}

test("measures of heads in a sentence agree with NumPy", async () => {
  const core = await loadCore();
  const cases = (await readFixture("sentences")).filter(({ tensors }) => tensors.attention);
  assert.equal(cases.length, 6);
  for (const { settings, tensors } of cases) {
    const { attention, values, measures, strongest, ...facts } = tensors;
    const lists = Object.fromEntries(
      Object.entries(facts).map(([name, { data }]) => [name, Array.from(data)]),
    );
    const given = /** @type {any} */ ({ ...lists, causal: settings.causal === "1" });
    const keys = new SentenceKeys(core, given);
    const found = keys.measure(attention, values);
    keys.dispose();
    assert.deepEqual(found.shape, [4, sentenceMeasures(core).length]);
    agree(found.data, measures.data);
    agree(strongestKeys(core, attention).data, strongest.data);
  }
});

test("means and 95 % intervals over sentences agree with NumPy", async () => {
  const [{ tensors }] = (await readFixture("sentences")).slice(-1);
  const { rows, mean, half, deviation, count } = tensors;
  const sums = new StudySums(await loadCore(), mean.data.length);
  sums.add(rows.data.subarray(0, mean.data.length));
  sums.add(rows.data.subarray(mean.data.length));
  const found = sums.found();
  agree(found.mean, mean.data);
  agree(found.half, half.data);
  agree(found.deviation, deviation.data);
  assert.deepEqual([...found.count], [...count.data]);
});

test("a sentence whose facts do not fit its tokens is refused", async () => {
  const core = await loadCore();
  const facts = { pieces: [1, 2], words: [0], sentences: [0, 0], kinds: [0, 0], causal: true };
  assert.throws(() => new SentenceKeys(core, facts), { id: "facts_of_tokens", code: "shape" });
  const sums = new StudySums(core, 3);
  assert.throws(() => sums.add(new Float32Array(4)), { id: "rows_of_columns", code: "shape" });
});
