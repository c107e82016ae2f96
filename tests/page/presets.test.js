import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { PRESETS, drawnAs, presetNamed, presetOf } from "../../web/kit/state/presets.js";
import { DEFAULTS, SETTINGS, overLimit } from "../../web/kit/state/settings.js";
import { pictureOf } from "./support/pictures.js";

const core = await loadCore();

for (const preset of PRESETS)
  test(`${preset.name} is drawn with its heads, groups and options`, () => {
    const change = drawnAs(preset);
    const picture = pictureOf(change);
    const { config, settings, call } = picture;
    const { layer } = preset;
    const heads = Math.min(layer.numHeads, 64); // at most as many as a page shows at once
    assert.equal(config.numHeads, heads);
    assert.equal(config.numKvHeads, layer.numKvHeads ?? heads);
    assert.equal(config.dModel / config.dK, layer.dModel / Number(layer.dK), "proportions");
    for (const option of /** @type {const} */ (["bias", "fused", "alibi", "sinks"]))
      assert.equal(config[option], Boolean(layer[option]), option);
    assert.equal(Boolean(config.qkNorm), Boolean(layer.qkNorm));
    assert.equal(config.softcap, layer.softcap ?? null);
    assert.equal(config.window === null, layer.window === undefined);
    const rope = config.rope && { style: config.rope.style, base: config.rope.base };
    assert.deepEqual(rope, layer.rope ?? false);
    const narrow = Number(layer.dK) / config.dK;
    const widths = (/** @type {any} */ { rank, queryRank, ropeWidth }) => [rank, queryRank, ropeWidth];
    if (layer.latent && config.latent) {
      assert.deepEqual(
        widths(config.latent).map((width) => width * narrow),
        widths(layer.latent),
      );
      assert.equal(Boolean(config.latent.norm), Boolean(layer.latent.norm));
    } else assert.equal(config.latent, false);
    assert.equal(call?.causal, preset.causal);
    assert.equal(presetOf(settings), preset);
    assert.equal(overLimit(settings), null);
    picture.dispose();
  });

test("a preset sets every setting of attention, so that none is left of the one before", () => {
  const set = Object.keys(drawnAs(PRESETS[0]));
  for (const { name, control } of SETTINGS) if (control === "attention") assert.ok(set.includes(name), name);
  for (const preset of PRESETS) assert.deepEqual(Object.keys(drawnAs(preset)), set);
});

test("no preset sets the defaults", () => {
  const plain = drawnAs(null);
  assert.deepEqual(Object.keys(plain), Object.keys(drawnAs(PRESETS[0])));
  for (const [name, value] of Object.entries(plain))
    assert.equal(value, DEFAULTS[/** @type {keyof typeof DEFAULTS} */ (name)], name);
});

test("settings that differ from a preset in one value are no preset's", () => {
  const llama = drawnAs(/** @type {NonNullable<ReturnType<typeof presetNamed>>} */ (presetNamed("llama-3")));
  const settings = { ...DEFAULTS, tokens: ["one"], ...llama };
  assert.equal(presetOf(settings)?.id, "llama-3");
  assert.equal(presetOf({ ...settings, ropeBase: 10000 }), null);
  assert.equal(presetOf({ ...settings, kvHeads: 4 }), null);
  assert.equal(presetOf({ ...settings, weights: "random" })?.id, "llama-3", "with any weights");
  assert.equal(presetNamed("toString"), null);
});

test("true sizes cost what the models' own files say: parameters, and bytes of a cache", () => {
  const cost = (/** @type {import("../../web/kit/state/presets.js").Preset} */ { layer }) => {
    const { parameters, cacheBytesPerToken } = core.cost(layer, { Tq: 1 });
    return [parameters, cacheBytesPerToken];
  };
  const of = Object.fromEntries(PRESETS.map((preset) => [preset.id, cost(preset)]));
  assert.deepEqual(of.transformer, [4 * 512 * 512, 4 * 2 * 512]);
  assert.deepEqual(of["gpt-2"], [4 * 768 * 768 + 4 * 768, 4 * 2 * 768]);
  assert.deepEqual(of["llama-3"], [2 * 4096 * 4096 + 2 * 4096 * 1024, 4 * 2 * 1024]);
  assert.deepEqual(of["gemma-2"], [2 * 3584 * 4096 + 2 * 3584 * 2048, 4 * 2 * 2048]);
  assert.equal(of["qwen-3"][0], of["llama-3"][0] + 2 * 128, "the weights of the norm");
  const queries = 5120 * 1536 + 1536 * 128 * (128 + 64);
  const keysAndValues = 5120 * (512 + 64) + 512 * 128 * (128 + 128);
  const norms = 1536 + 512;
  assert.deepEqual(of["deepseek-v2"], [queries + keysAndValues + norms + 128 * 128 * 5120, 4 * (512 + 64)]);
});
