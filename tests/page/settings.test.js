// Settings of the page, and presets of them.
import assert from "node:assert/strict";
import test from "node:test";
import {
  DEFAULTS,
  SETTINGS,
  asLabelled,
  isSet,
  optionsOf,
  overLimit,
  settingNamed,
  valueOf,
} from "../../web/kit/state/settings.js";
import { SAYS } from "../../web/command/setting-words.js";
import { pictureOf, words } from "./support/pictures.js";
import { loadCore } from "../../web/core/index.js";
import { PRESETS, drawnAs, presetNamed, presetOf } from "../../web/kit/state/presets.js";

const settings = (/** @type {Partial<import("../../web/kit/state/settings.js").Settings>} */ change) => ({
  tokens: ["one"],
  ...DEFAULTS,
  ...change,
});

test("the page shows up to 512 tokens, a d_model of 1024 and 96 heads", () => {
  assert.equal(overLimit(settings({ tokens: words(512), dModel: 1024, heads: 96 })), null);
});

test("a message names an exceeded limit, the given value and the largest value", () => {
  assert.deepEqual(overLimit(settings({ tokens: words(513) })), {
    setting: "tokens",
    id: "more_than_shown",
    parameters: { name: "tokens", value: 513, most: 512 },
    message: "tokens 513 is more than this page shows (at most 512)",
  });
  assert.equal(overLimit(settings({ dModel: 1025 }))?.setting, "dModel");
  assert.match(overLimit(settings({ dModel: 1025 }))?.message ?? "", /d_model 1025 .*1024/);
  assert.equal(overLimit(settings({ heads: 97 }))?.setting, "heads");
  assert.equal(overLimit(settings({ keyTokens: words(513) }))?.setting, "keyTokens");
});

test("each setting is listed once, has the fields of its kind, and a default within its limits", () => {
  for (const key of /** @type {const} */ (["name", "attribute"]))
    assert.equal(new Set(SETTINGS.map((row) => row[key])).size, SETTINGS.length);
  for (const row of /** @type {readonly import("../../web/kit/state/settings.js").Setting[]} */ (SETTINGS)) {
    assert.equal(
      row.attribute,
      row.name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    );
    assert.match(SAYS[/** @type {keyof typeof SAYS} */ (row.name)], /^[A-Z].*\.$/, row.name);
    assert.equal(Boolean(row.option), Boolean(row.of), row.name);
    if (row.kind === "choice") assert.ok(row.choices?.includes(String(row.default)), row.name);
    if (row.kind === "flag") assert.equal(row.choices?.length, 2, row.name);
    if (row.kind === "count") assert.ok((row.least ?? 0) >= 1 && (row.most ?? row.max ?? 0) > 1, row.name);
    if (row.default === null && row.kind === "count")
      assert.ok(
        row.from !== undefined || SETTINGS.some(({ name }) => name === row.like) || row.option?.includes("."),
        row.name,
      );
  }
  assert.equal(overLimit(settings({})), null);
});

test("the core gets each setting under the core's name; an omitted one has the value of `like`", () => {
  assert.deepEqual(optionsOf(settings({ heads: 4 }), "layer"), {
    dModel: 64,
    numHeads: 4,
    init: "constructed",
    seed: 1,
    numKvHeads: 4,
    bias: false,
    fused: false,
    rope: false,
    qkNorm: false,
    alibi: false,
    sinks: false,
    latent: false,
  });
  assert.equal(optionsOf(settings({ kvHeads: 2 }), "layer").numKvHeads, 2);
  assert.deepEqual(optionsOf(settings({ causal: true }), "forward"), { causal: true });
});

test("settings of one option become its fields, which are left out where the option is off", () => {
  const of = (/** @type {Parameters<typeof settings>[0]} */ change) =>
    optionsOf(settings(change), "layer").rope;
  assert.deepEqual(of({ rope: "half" }), { style: "half", base: 10000 });
  assert.deepEqual(of({ rope: "interleaved", ropeBase: 500 }), { style: "interleaved", base: 500 });
  assert.equal(of({ ropeBase: 500 }), false);
  const latent = (/** @type {Parameters<typeof settings>[0]} */ change) =>
    optionsOf(settings(change), "layer").latent;
  assert.equal(latent({ latentQueryRank: 8, latentRopeWidth: 4 }), false);
  assert.deepEqual(latent({ latentRank: 16 }), { rank: 16, norm: false });
  assert.deepEqual(latent({ latentRank: 16, latentQueryRank: 8, latentNorm: true }), {
    ...{ rank: 16, queryRank: 8, norm: true },
  });
});

test("the core computes each variant of attention, with its steps", () => {
  for (const [change, ...ids] of /** @type {[Parameters<typeof settings>[0], ...string[]][]} */ ([
    [{ rope: "interleaved" }, "q_rope", "k_rope"],
    [{ rope: "half", ropeBase: 50 }, "q_rope", "k_rope"],
    [{ qkNorm: true }, "q_norm", "k_norm"],
    [{ alibi: true }, "biased"],
    [{ softcap: 5 }, "capped"],
    [{ window: 3 }, "masked"],
    [{ window: [2, 1] }, "masked"],
    [{ sinks: true }, "with_sink", "weights_with_sink"],
    [
      { latentRank: 16, latentQueryRank: 24, rope: "half", weights: "random" },
      "q_latent",
      "latent",
      "k_joined",
    ],
    [{ latentRank: 16, latentNorm: true, rope: "half", weights: "random" }, "latent_norm"],
  ])) {
    const { step } = pictureOf(change);
    for (const id of ids) assert.ok(step(id), `${JSON.stringify(change)} has ${id}`);
  }
  assert.deepEqual(pictureOf({ window: 3 }).config.window, [2, 0]);
  assert.equal(pictureOf({ window: -1 }).config.window, null);
});

test("the core refuses what a variant does not allow, and names the setting", () => {
  assert.throws(() => pictureOf({ rope: "half", alibi: true }), { id: "rope_and_alibi" });
  const refusals = /** @type {[Parameters<typeof settings>[0], string][]} */ ([
    [{ rope: "half", ropeBase: 0 }, "ropeBase"],
    [{ softcap: -1 }, "softcap"],
    [{ window: /** @type {any} */ ("some") }, "window"],
    [{ window: /** @type {any} */ ([1, 2, 3]) }, "window"],
    [{ window: 0 }, "window"],
    [{ latentRank: 0 }, "latentRank"],
  ]);
  for (const [change, name] of refusals)
    assert.throws(
      () => pictureOf(change),
      (/** @type {any} */ error) => settingNamed(error) === name,
      JSON.stringify(change),
    );
});

test("d_v defaults to d_k", () => {
  const dV = /** @type {import("../../web/kit/state/settings.js").Setting} */ (
    SETTINGS.find(({ name }) => name === "dV")
  );
  assert.equal(valueOf(settings({}), dV), 8);
  assert.equal(valueOf(settings({ dK: 3 }), dV), 3);
  assert.equal(valueOf(settings({ dK: 3, dV: 5 }), dV), 5);
  for (const dV of [undefined, 1, 5]) {
    const { config } = pictureOf({ dK: 3, dV: dV ?? null, bias: true, fused: true });
    assert.deepEqual([config.dK, config.dV, config.bias, config.fused], [3, dV ?? 3, true, true]);
  }
  assert.equal(overLimit(settings({ dV: 513 }))?.setting, "dV");
  assert.throws(() => pictureOf({ dV: 1.5 }), /^HeadscopeError: d_v 1.5 is not a whole number/);
  assert.equal(settingNamed({ parameters: { name: "d_v", value: "0", least: 1 } }), "dV");
});

test("a message of the core belongs to the setting that it names first", () => {
  assert.equal(settingNamed({ parameters: { d_model: 10, num_heads: 4 } }), "dModel");
  assert.equal(settingNamed({ parameters: { name: "num_heads", value: "0" } }), "heads");
  assert.equal(settingNamed({ parameters: { name: "num_kv_heads" } }), "kvHeads");
  assert.equal(settingNamed({ parameters: { what: "the layer", bytes: 9 } }), null);
  assert.equal(settingNamed({}), null);
});

test("on the page, messages name settings by their labels", () => {
  assert.equal(
    asLabelled("num_heads 4 is not divisible by num_kv_heads 3 (divisors: 1, 2, 4)"),
    "heads 4 is not divisible by kv-heads 3 (divisors: 1, 2, 4)",
  );
  assert.equal(asLabelled('init "learned" is not known'), 'weights "learned" is not known');
  assert.equal(asLabelled("d_k 3 is odd, and toString no setting"), "d_k 3 is odd, and toString no setting");
});

test("a setting counts as set if it differs from its default", () => {
  const set = (/** @type {Partial<import("../../web/kit/state/settings.js").Settings>} */ change) =>
    SETTINGS.filter((row) => isSet(settings(change), row)).map(({ name }) => name);
  assert.deepEqual(set({}), ["tokens"]);
  assert.deepEqual(set({ kvHeads: 2, keyTokens: ["a"], causal: true }), [
    "tokens",
    "causal",
    "kvHeads",
    "keyTokens",
  ]);
});

test("the controls have this order: the frequent ones, then the rare ones", () => {
  const at = (/** @type {string} */ place) =>
    SETTINGS.filter(({ control }) => control === place).map(({ name }) => name);
  assert.deepEqual(at("few"), ["dModel", "heads", "causal", "weights", "attentionKind", "visionPicture"]);
  assert.deepEqual(at("more"), ["seed", "kvHeads", "dK", "dV", "bias", "fused", "batchTokens", "keyTokens"]);
  assert.deepEqual(at("attention"), [
    "rope",
    "ropeBase",
    "qkNorm",
    "alibi",
    "softcap",
    "window",
    "sinks",
    "latentRank",
    "latentQueryRank",
    "latentRopeWidth",
    "latentNorm",
  ]);
});

test("a limit of the control alone does not limit the setting; the core decides", () => {
  assert.equal(overLimit(settings({ seed: 5e9, kvHeads: 200 })), null);
});

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
