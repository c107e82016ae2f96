// The last queries alone have the numbers that they have among all queries, on every path of the checker.
import assert from "node:assert/strict";
import test from "node:test";
import { rightSteps } from "../../web/check/state/core-steps.js";
import { LastQueries } from "../../web/check/state/last-queries.js";
import { MISTAKES } from "../../web/check/state/mistakes.js";
import { splitKnown } from "../../web/check/state/names.js";
import { formsFitting, valuesOf } from "../../web/check/state/saved-array.js";
import { layersIn } from "../../web/check/state/saved-layer.js";
import { sieveOf } from "../../web/check/state/sieve.js";
import { Trial } from "../../web/check/state/trial.js";
import { loadCore } from "../../web/core/index.js";
import { inputsOf, optionsOf, runOf, savedAs } from "./support/readers.js";

/** @typedef {import("./support/readers.js").Options} Options */

const core = await loadCore();
const RESULTS = /** @type {const} */ (["scores", "attention", "context", "output"]);

/** Layers that leave room for every mistake of the table. @type {readonly Options[]} */
const LAYERS = [
  { B: 3, T: 9, H: 4, d: 2, bias: true, padded: true },
  { B: 2, T: 9, H: 4, kv: 2, d: 4, causal: true, window: 3 },
  { B: 2, T: 6, H: 2, d: 4, past: 3, causal: true, rope: "half" },
  { B: 1, T: 7, H: 8, d: 2, alibi: true, softcap: 3, sinks: true, norm: true },
  { B: 6, T: 6, H: 2, d: 3, padded: true, mask: "added" },
  { B: 2, T: 6, H: 2, d: 3, mask: "blocked" },
  { B: 2, T: 6, H: 2, kv: 2, d: 4, latent: true, rope: "interleaved" },
];

/** The right path of a layer, with a reader's results of it. @param {Options} o */
function rightOf(o) {
  const p = inputsOf(o, 3);
  const results = runOf(o, p);
  const { known } = splitKnown(
    savedAs({ ...p, ...optionsOf(o), ...Object.fromEntries(RESULTS.map((name) => [name, results[name]])) }),
  );
  const [layer] = layersIn(known);
  return new Trial({ known, results: RESULTS.slice(), half: null }, rightSteps(core, layer));
}

const rights = LAYERS.map(rightOf);

/** Rows of the last queries. @param {ArrayLike<number>} values @param {number} T @param {number} count @param {number} width */
const lastOf = (values, T, count, width) =>
  Array.from(values).filter((_, at) => Math.floor(at / width) % T >= T - count);

test("each mistake gives the last queries the numbers that it gives them among all", () => {
  /** @type {Set<string>} */
  const seen = new Set();
  for (const right of rights)
    for (const { id, ways } of MISTAKES)
      for (const { change, whole } of ways(right.layer))
        for (const name of RESULTS) {
          const trial = right.changed(change);
          if (!trial.alters(name)) continue;
          const queries = new LastQueries(right, name, 4);
          const steps = queries.changed(change, whole);
          for (const { form } of queries.forms) {
            const { T } = right.layer.sizes;
            const width = form.shape[form.shape.length - 1];
            const [ours, all] = [valuesOf(steps, form), valuesOf(trial.steps, form)];
            const expected = lastOf(all, T, 4, form.as === "heads_last" ? form.shape[2] * width : width);
            assert.equal(ours.length, expected.length, `${id} ${name} ${form.as}`);
            expected.forEach((value, at) =>
              assert.ok(
                Object.is(value, ours[at]) || Math.abs(value - ours[at]) < 1e-5 * (1 + Math.abs(value)),
                `${id} ${name} ${form.as} ${at}: ${ours[at]} is not ${value}`,
              ),
            );
          }
          seen.add(id);
        }
  assert.deepEqual([...seen].sort(), MISTAKES.map(({ id }) => id).sort());
});

test("the sieve keeps the mistake that gives an array, and sorts others out", () => {
  for (const right of rights) {
    const { known } = right.saved;
    for (const { id, ways } of MISTAKES)
      for (const way of ways(right.layer)) {
        const trial = right.changed(way.change);
        for (const name of RESULTS) {
          if (!trial.alters(name)) continue;
          const array = /** @type {import("../../web/check/state/npy.js").SavedArray} */ (known.get(name));
          const [form] = formsFitting(name, array.shape, right.layer);
          const made = { ...array, data: Float32Array.from(valuesOf(trial.steps, form)) };
          const saved = { ...right.saved, known: new Map([...known, [name, made]]) };
          const passes = sieveOf(new Trial(saved, right.steps), name);
          assert.ok(passes(way), `${id} ${name}`);
        }
      }
  }
  const [right] = rights;
  const passes = sieveOf(right, "output");
  const left = MISTAKES.flatMap(({ id, ways }) => (ways(right.layer).some(passes) ? [id] : []));
  assert.ok(left.length < MISTAKES.length / 4, `right arrays are given by ${left}`);
});
