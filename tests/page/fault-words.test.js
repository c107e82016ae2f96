// The words of every wrong path, at sizes where it differs and where it cannot: they never contradict each other.
import assert from "node:assert/strict";
import test from "node:test";
import { HeadscopeError, loadCore } from "../../web/core/index.js";
import { compute } from "../../web/kit/state/picture.js";
import { sizesOf } from "../../web/kit/state/sizes.js";
import { compare } from "../../web/kit/state/compare.js";
import { DEFAULTS } from "../../web/kit/state/settings.js";
import { FAULTS } from "../../web/kit/text/faults.js";
import { faultWordsOf } from "../../web/kit/text/fault-words.js";
import { explain } from "../../web/kit/text/glossary.js";
import { parse } from "../../web/kit/text/markup.js";
import { words } from "./support/pictures.js";

/** @typedef {import("../../web/core/types.js").Fault} Fault */

const core = await loadCore();
const faults = /** @type {Fault[]} */ (Object.keys(FAULTS));

/** @type {Record<string, Partial<import("../../web/kit/state/settings.js").Settings>>} */
const SIZES = {
  normal: {},
  "one head": { heads: 1 },
  "one token": { tokens: ["one"] },
  "as many tokens as heads": { tokens: words(4) },
  "d_v = 1": { dModel: 4 },
  "too narrow for positions": { dModel: 2, heads: 1 },
  "two sentences": { keyTokens: words(3) },
  "one query": { tokens: ["one"], keyTokens: words(3) },
  "one key": { keyTokens: ["one"] },
  "rotary positions, pairs of halves": { rope: "half", dModel: 32 },
  "rotary positions, pairs of neighbours": { rope: "interleaved", dModel: 32, qkNorm: true },
  ALiBi: { alibi: true },
  "ALiBi of one token": { alibi: true, tokens: ["one"] },
  "a window": { window: 3 },
  "a window of both sides, a cap and sinks": { window: [1, 2], softcap: 5, sinks: true },
  "a window as wide as the sentence": { window: 7 },
  latents: { latentRank: 8, rope: "half", dK: 8, weights: "random" },
};

/** Asserts that a wrong path that steps do not offer is refused or makes no difference. @param {any} settings @param {Fault} fault */
function assertNotOffered(settings, fault) {
  try {
    assert.ok(compare(core, settings, fault).none, fault);
  } catch (error) {
    assert.ok(error instanceof HeadscopeError && error.code === "config", String(error));
  }
}

for (const [name, change] of Object.entries(SIZES))
  for (const fault of faults)
    test(`${fault}, ${name}: it differs, is refused, or is said to make no difference`, () => {
      const settings = { ...DEFAULTS, tokens: words(7), dModel: 16, heads: 4, ...change };
      const causal = fault === "mask_reversed";
      const { needs = () => true } = FAULTS[fault] ?? {};
      if (!needs(compute(core, { ...settings, causal }))) return assertNotOffered(settings, fault);
      const comparison = compare(core, { ...settings, causal }, fault);
      const { right, wrong, none, error } = comparison;
      const told = faultWordsOf(fault);
      assert.ok(told);
      assert.ok(!(none && error), "not both");
      if (error) return assert.equal(fault, "view_without_contiguous");
      const [is, should] = [wrong, right].map((picture) => picture.values("output"));
      const differs = should.some((value, i) => Math.abs(value - is[i]) > 1e-5);
      assert.equal(differs, !none, none?.message ?? "nothing is said");
      if (none) return assert.match(none.message, new RegExp(`^${fault} makes no difference here: .`));
      const sizes = sizesOf(right);
      const said = `${told.title(sizes)}. ${told.why(sizes)}`;
      for (const { text, term } of parse(said, sizes)) {
        assert.ok(term === null || explain(term), `${term}`);
        assert.doesNotMatch(text, /[{}$|]|undefined|NaN/);
      }
      if (fault === "mask_reversed") {
        const weights = wrong.values("weights");
        const keys = wrong.step("weights")?.shape.at(-1) ?? 0;
        assert.ok(
          weights.subarray(-keys).every((weight) => weight === 0),
          "the last sees nothing",
        );
        assert.equal(
          /Nothing is seen/.test(said),
          weights.every((weight) => weight === 0),
        );
        assert.match(told.training, /NaN/, "which a program makes of that row");
      }
    });

test("the words say that a forgotten contiguous() is refused exactly where it is", () => {
  for (const change of Object.values(SIZES)) {
    const settings = { ...DEFAULTS, tokens: words(7), dModel: 16, heads: 4, ...change };
    const { error, none, right } = compare(core, settings, "view_without_contiguous");
    const { T, heads, dV } = sizesOf(right);
    assert.equal(error !== null, T > 1 && heads > 1 && dV > 1);
    assert.equal(none === null, error !== null);
  }
});

test("every wrong path says where it makes a difference", () => {
  for (const fault of faults) assert.match(faultWordsOf(fault)?.elsewhere ?? "", /^It .*\.$/);
  assert.equal(faultWordsOf("none"), null);
});
