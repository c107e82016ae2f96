// Runs the programs that the page offers, and compares their results with the numbers on the page.
import assert from "node:assert/strict";
import { describe, before, test } from "node:test";
import { languages } from "../page/support/languages.js";
import { write } from "../../web/kit/text/code/template.js";
import { arraysOf, needsFile } from "../../web/kit/text/code/arrays.js";
import { languagesFor } from "../../web/kit/text/code/index.js";
import { CASES } from "./support/cases.js";
import { runCpp } from "./support/cpp.js";
import { runPython } from "./support/python.js";

const TOLERANCE = 1e-5;
/**
 * Reads the strides of a result. Programs that follow the rules of the page report their layout; the strides
 * of NumPy differ for sizes of 1, and einops has its own rules.
 * @type {Record<string, (tensor: { shape: number[], strides: number[] }) => (number | null)[]>}
 */
const STRIDES = {
  pytorch: ({ strides }) => strides,
  module: ({ strides }) => strides,
  cpp: ({ strides }) => strides,
  numpy: ({ shape, strides }) => strides.map((stride, i) => (shape[i] > 1 ? stride : null)),
};

for (const language of await languages()) {
  describe(language.name, () => {
    const cases = CASES.filter(
      ({ subject, ownWeights }) =>
        languagesFor(subject).some(({ id }) => id === language.id) && (ownWeights || language.id !== "cpp"),
    );
    assert.ok(cases.length > 5, `${language.name} has ${cases.length} cases`);
    /** @type {import("./support/python.js").Outcome[]} */
    let outcomes;
    before(async () => {
      outcomes = await (language.id === "cpp" ? runCpp : runPython)(language, cases);
    });

    cases.forEach(({ name, subject, tensor, refused, compared }, i) => {
      test(`${language.name}: ${name}`, () => {
        const { printed, made, error } = outcomes[i];
        const stops = refused !== null; // a view that the memory layout does not allow
        assert.equal(error !== null, stops, error ?? "not refused");
        if (refused === null) assertSays(printed, tensor, language);
        const steps = write(language, subject).flatMap(({ result }) => result ?? []);
        const last = /** @type {string} */ (subject.steps.at(-1)?.id);
        const reached = refused === null ? steps : steps.slice(0, steps.indexOf(last));
        for (const id of compared?.filter((id) => steps.includes(id)) ?? reached) {
          const [got, shown] = [made.get(id), tensor(id)];
          assert.ok(got, `${id} was not made`);
          assert.deepEqual(got.shape, shown.shape, id);
          assert.ok(
            furthest(got.data, shown.data) <= TOLERANCE,
            `${id}: off by ${furthest(got.data, shown.data)}`,
          );
          const told = STRIDES[language.id];
          if (told) assert.deepEqual(told(got), told(shown), `strides of ${id}`);
        }
      });

      if (language.tensors)
        test(`${language.name}: ${name}: a file that the program reads has the bits of the page's numbers`, () => {
          const { file } = outcomes[i];
          assert.equal(file !== null, needsFile(subject));
          if (!file) return;
          const arrays = arraysOf(subject);
          assert.deepEqual(
            Object.keys(file),
            arrays.map(({ name }) => name),
          );
          for (const { name, shape, data } of arrays) {
            assert.deepEqual(file[name].shape, [...shape], name);
            assert.deepEqual(bits(file[name].data), bits(data), name);
          }
        });
    });
  });
}

/**
 * The report at the end of a program's output: the shapes, and the difference from the page.
 * @param {string} printed @param {(id: string) => { shape: number[] }} tensor @param {{ weightless?: boolean }} language
 */
function assertSays(printed, tensor, { weightless }) {
  const lines = printed.trim().split("\n");
  assert.deepEqual(lines.slice(0, -1), [
    ...(weightless ? [] : [`weights ${tensor("weights").shape.join(" ")}`]),
    `output ${tensor("output").shape.join(" ")}`,
  ]);
  const [, difference] =
    /^largest difference from .*the page's output: (\S+)$/.exec(lines.at(-1) ?? "") ?? [];
  assert.ok(Number(difference) <= TOLERANCE, lines.at(-1));
}

/** @param {Float32Array} data */
const bits = ({ buffer, byteOffset, length }) => new Uint32Array(buffer, byteOffset, length);

/** The largest difference, relative for numbers above 1. Infinities must be equal. @param {Float32Array} a @param {Float32Array} b */
function furthest(a, b) {
  assert.equal(a.length, b.length);
  return a.reduce(
    (most, x, i) => (x === b[i] ? most : Math.max(most, Math.abs(x - b[i]) / Math.max(1, Math.abs(b[i])))),
    0,
  );
}
