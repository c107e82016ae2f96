import { loadCore } from "../../web/core/index.js";
import { testRefusals } from "./refuse.js";

const core = await loadCore();

/** Values that untyped callers could pass. @type {any} */
const [nothing, textless] = [null, Object.create(null)];

testRefusals([
  [
    "a soft cap that is 0 in single precision",
    () => core.createLayer({ dModel: 8, numHeads: 2, softcap: 1e-50 }),
    "config",
    "softcap of about 1e-50 is beyond single precision, expected 1e-37 to 1e38",
  ],
  [
    "a layer of nothing",
    () => core.createLayer(nothing),
    "config",
    "d_model undefined is not a whole number of at least 1",
  ],
  [
    "a size without a text",
    () => core.createLayer({ dModel: textless, numHeads: 1 }),
    "config",
    "d_model object is not a whole number of at least 1",
  ],
  [
    "an embedding without options",
    () => core.embed(["a"], nothing),
    "config",
    "d_model undefined is not a whole number of at least 1",
  ],
  [
    "a cost without an extent",
    () => core.cost({ dModel: 8, numHeads: 2 }, nothing),
    "config",
    "T_q undefined is not a whole number of at least 1",
  ],
  [
    "a cost of nothing",
    () => core.cost(nothing, { Tq: 2 }),
    "config",
    "d_model undefined is not a whole number of at least 1",
  ],
  [
    "heads that do not divide",
    () => core.createLayer({ dModel: 10, numHeads: 4 }),
    "config",
    "d_model 10 is not divisible by num_heads 4 (nearest d_model: 8, 12; nearest num_heads: 2, 5)",
  ],
  [
    "more heads than features",
    () => core.createLayer({ dModel: 2, numHeads: 4 }),
    "config",
    "d_model 2 is not divisible by num_heads 4 (nearest d_model: 4; nearest num_heads: 2)",
  ],
  [
    "heads that do not divide, and would have to be shared",
    () => core.createLayer({ dModel: 60, numHeads: 8, numKvHeads: 4 }),
    "config",
    "d_model 60 is not divisible by num_heads 8 (nearest d_model: 56, 64; nearest num_heads: 4, 12)",
  ],
  [
    "heads that are shared by more than any that divide",
    () => core.createLayer({ dModel: 64, numHeads: 6, numKvHeads: 3 }),
    "config",
    "d_model 64 is not divisible by num_heads 6 (nearest d_model: 60, 66)",
  ],
  [
    "heads that do not divide the largest width",
    () => core.createLayer({ dModel: 2 ** 30, numHeads: 3 }),
    "config",
    "d_model 1073741824 is not divisible by num_heads 3 (nearest d_model: 1073741823, 1073741826; nearest num_heads: 2, 4)",
  ],
  [
    "groups that do not divide",
    () => core.createLayer({ dModel: 8, numHeads: 4, numKvHeads: 3 }),
    "config",
    "num_heads 4 is not divisible by num_kv_heads 3 (divisors: 1, 2, 4)",
  ],
  [
    "a size of 0",
    () => core.createLayer({ dModel: 0, numHeads: 1 }),
    "config",
    "d_model 0 is not a whole number of at least 1",
  ],
  [
    "a negative size",
    () => core.createLayer({ dModel: 8, numHeads: -2 }),
    "config",
    "num_heads -2 is not a whole number of at least 1",
  ],
  [
    "a fractional size",
    () => core.createLayer({ dModel: 8.5, numHeads: 1 }),
    "config",
    "d_model 8.5 is not a whole number of at least 1",
  ],
  [
    "a size that is NaN",
    () => core.createLayer({ dModel: 8, numHeads: NaN }),
    "config",
    "num_heads NaN is not a whole number of at least 1",
  ],
  [
    "an infinite size",
    () => core.createLayer({ dModel: 8, numHeads: 1, dK: Infinity }),
    "config",
    "d_k Infinity is not a whole number of at least 1",
  ],
  [
    "a size that is a string",
    () => core.createLayer({ dModel: /** @type {any} */ ("8"), numHeads: 1 }),
    "config",
    'd_model "8" is not a whole number of at least 1',
  ],
  [
    "an explicit d_v of 0",
    () => core.createLayer({ dModel: 8, numHeads: 1, dV: 0 }),
    "config",
    "d_v 0 is not a whole number of at least 1",
  ],
  [
    "a size beyond all reason",
    () => core.createLayer({ dModel: 2 ** 40, numHeads: 1 }),
    "config",
    "d_model 1099511627776 is more than 1073741824",
  ],
  [
    "a layer beyond memory",
    () => core.createLayer({ dModel: 2 ** 16, numHeads: 1 }),
    "memory",
    "the layer would take 68719476736 bytes; WebAssembly's memory ends at 2147483648",
  ],
  [
    "a layer with more parameters than can be counted",
    () => core.createLayer({ dModel: 2 ** 30, numHeads: 2 ** 30, dK: 2 ** 30 }),
    "shape",
    "shape (1073741824, 1152921504606846976) has more elements than 64 bits can count",
  ],
  [
    "fused with different widths",
    () => core.createLayer({ dModel: 8, numHeads: 2, fused: true, dKey: 4 }),
    "config",
    "fused needs one input for query, key and value, but d_model 8, d_key 4 and d_value 4 differ",
  ],
  [
    "an unknown init",
    () => core.createLayer({ dModel: 8, numHeads: 2, init: /** @type {any} */ ("xavier") }),
    "config",
    'init "xavier" is not known (expected one of "random", "small", "constructed")',
  ],
  [
    "a negative seed",
    () => core.createLayer({ dModel: 8, numHeads: 2, seed: -1 }),
    "config",
    "seed -1 is not a whole number of at least 0",
  ],
  ["no tokens", () => core.embed([], { dModel: 8 }), "shape", "no tokens to embed; expected at least one"],
  [
    "tokens that are one string",
    () => core.embed(/** @type {any} */ ("a b"), { dModel: 8 }),
    "shape",
    'tokens "a b" are not an array of strings',
  ],
  [
    "tokens with a hole",
    () => core.embed(/** @type {any} */ ([, "a"]), { dModel: 8 }),
    "shape",
    'tokens (undefined, "a") are not an array of strings',
  ],
  [
    "tokens beyond memory",
    () => core.embed(Array(9).fill("語".repeat(2 ** 29 - 24)), { dModel: 8 }),
    "memory",
    "tokens of 4831837992 characters are more than 16777216",
  ],
  [
    "a width of 0",
    () => core.embed(["a"], { dModel: 0 }),
    "config",
    "d_model 0 is not a whole number of at least 1",
  ],
  [
    "an embedding beyond memory",
    () => core.embed(["a"], { dModel: 2 ** 40 }),
    "memory",
    "the embedding would take 4398046511104 bytes; WebAssembly's memory ends at 2147483648",
  ],
  [
    "a cost of no tokens",
    () => core.cost({ dModel: 8, numHeads: 2 }, { Tq: 0 }),
    "config",
    "T_q 0 is not a whole number of at least 1",
  ],
  [
    "a misspelt option",
    () => core.createLayer(/** @type {any} */ ({ dModel: 8, numHeads: 2, num_kv_heads: 1 })),
    "config",
    "createLayer has no option num_kv_heads; did you mean numKvHeads?",
  ],
]);
