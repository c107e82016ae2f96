import assert from "node:assert/strict";
import test from "node:test";
import { DEFAULTS, LIMITS, overLimit } from "../../web/state/settings.js";
import { words } from "./support/pictures.js";

const settings = (/** @type {Partial<import("../../web/state/settings.js").Settings>} */ change) => ({
  tokens: ["one"],
  ...DEFAULTS,
  ...change,
});

test("the page shows up to 512 tokens, a d_model of 1024 and 96 heads", () => {
  assert.deepEqual(LIMITS, { tokens: 512, dModel: 1024, heads: 96 });
  assert.equal(overLimit(settings({ tokens: words(512), dModel: 1024, heads: 96 })), null);
});

test("past a limit a sentence says which, what was given and what is the most", () => {
  assert.deepEqual(overLimit(settings({ tokens: words(513) })), {
    setting: "tokens",
    message: "tokens 513 is more than this page shows (at most 512)",
  });
  assert.equal(overLimit(settings({ dModel: 1025 }))?.setting, "dModel");
  assert.match(overLimit(settings({ dModel: 1025 }))?.message ?? "", /d_model 1025 .*1024/);
  assert.equal(overLimit(settings({ heads: 97 }))?.setting, "heads");
});
