// What the checker reads out of a file: axes, masks, options and biases that a file tells, or leaves open.
import assert from "node:assert/strict";
import test from "node:test";
import { check } from "../../web/check/state/check.js";
import { MAKES, pathWords } from "../../web/check/words.js";
import { loadCore } from "../../web/core/index.js";
import { IS_NIGHTLY } from "../browser/support/nightly.js";
import { array, map, reshape, softmax } from "./support/arrays.js";
import { locales } from "./support/translations.js";
import { inputsOf, numbersFrom, optionsOf, runOf, savedAs } from "./support/readers.js";

const core = await loadCore();
const RESULTS = ["q", "k", "v", "scores", "attention", "context", "output"];

/** @typedef {import("./support/readers.js").Options} Options @typedef {import("./support/arrays.js").Nd} Nd */

/** @param {Record<string, Nd>} results @param {readonly string[]} names */
const only = (results, names) => Object.fromEntries(names.map((name) => [name, results[name]]));

test("the axes of a long kernel are told apart by num_heads, and cost no more memory than its scores", () => {
  const o = /** @type {Options} */ ({ B: 1, T: 8, H: 4, d: 6, causal: true });
  const r = runOf(o, inputsOf(o, 4));
  const four = { q: r.q, k: r.k, v: r.v, output: r.context };
  for (const heads of [4, 8]) {
    const num_heads = { shape: [], data: Float64Array.of(heads) };
    const it = check(core, savedAs({ ...four, ...optionsOf(o), num_heads }));
    assert.deepEqual(
      [it.reading.kernel, it.sizes.H, it.parts],
      heads === 4 ? ["heads_first", 4, null] : ["heads_last", 8, "output"],
    );
  }
  const num_heads = { shape: [], data: Float64Array.of(3) };
  assert.throws(() => check(core, savedAs({ ...four, num_heads })), /num_heads 3 do not go together/);

  const next = numbersFrom(5);
  const long = { shape: [1, 1, 1024, 64], data: Float64Array.from({ length: 1024 * 64 }, next) };
  const even = { shape: [1, 1, 1024, 64], data: new Float64Array(1024 * 64).fill(0.5) };
  const it = check(core, savedAs({ q: long, k: long, v: even, output: even }));
  assert.deepEqual([it.parts, it.reading.kernel], [null, "heads_first"]);
});

const PLAIN = /** @type {Options} */ ({ B: 2, T: 5, H: 4, d: 6, bias: true });

/** A layer of inputs and options, and what code with a mistake makes of it. @param {Options} o @param {import("./support/readers.js").Slip | null} [slip] @param {Record<string, any>} [more] */
function fileOf(o, slip = null, more = {}) {
  const p = inputsOf(o, 3);
  const { causal: _, ...options } = optionsOf(o);
  const { key_padding_mask: __, ...inputs } = p;
  return { ...inputs, ...options, ...only(runOf(o, p, slip), RESULTS), ...more };
}

test("a query without keys in an additive mask may be NaN, as torch gives it, or 0", () => {
  const attn_mask = array([5, 5], ([i, j]) => (i === 2 ? -Infinity : (i + j) / 8));
  for (const empty of [NaN, 0]) {
    const slip = () => ({
      mask: (/** @type {Nd} */ s) => map(s, (value, [, , i, j]) => value + attn_mask.data[i * 5 + j]),
      soften: (/** @type {Nd} */ s) => map(softmax(s, -1), (weight, [, , i]) => (i === 2 ? empty : weight)),
    });
    const it = check(core, savedAs(fileOf(PLAIN, slip, { attn_mask })));
    assert.deepEqual([it.parts, it.reading.attnMask], [null, "added"], String(empty));
  }
});

/** The forms in which a mask of blocked keys is saved. @type {Record<string, (blocked: Nd) => Nd>} */
const MASKS = {
  boolean: (blocked) => blocked,
  infinite: (blocked) => map(blocked, (each) => (each ? -Infinity : 0)),
  finite: (blocked) => map(blocked, (each) => (each ? -1e9 : 0)),
};

/** Cases for a form of a mask: all at night, otherwise correct code, which is the first, and some of the mistakes. @template T @param {number} i place of the form @param {readonly T[]} cases */
const inTurn = (i, cases) => cases.filter((_, j) => IS_NIGHTLY || j === 0 || j % 3 === i);

/** The mistake of a mask, at the attention, or none; the report tells the mask that was saved. @param {import("../../web/check/state/check.js").Checked} it @param {string | null} id @param {string} form */
function assertNamed(it, id, form) {
  assert.deepEqual(
    [it.parts, it.path?.id ?? null],
    [id && "attention", id],
    `${form} ${JSON.stringify(it.path)}`,
  );
  assert.deepEqual(
    it.options.filter((each) => /mask/.test(each)),
    ["attn_mask"],
  );
}

test("an attn_mask that hides the future is causal: the mistakes of causal masks are named", () => {
  const isFuture = (/** @type {(i: number, j: number) => boolean} */ sees) => () => ({ isFuture: sees });
  for (const [i, [form, make]] of Object.entries(MASKS).entries())
    for (const [id, slip, options] of inTurn(
      i,
      /** @type {[string | null, any, Partial<Options>?][]} */ ([
        [null, null],
        ["not_masked", isFuture(() => false)],
        ["mask_diagonal", isFuture((i, j) => j >= i)],
        ["mask_future", isFuture((i, j) => j > i + 1)],
        ["mask_filled", () => ({ fill: -2 })],
        ["causal_top_left", isFuture((i, j) => j > i), { past: 2 }],
      ]),
    )) {
      const o = { ...PLAIN, ...options, causal: true };
      const past = o.past ?? 0;
      const attn_mask = make(array([5, 5 + past], ([i, j]) => Number(j > i + past)));
      assertNamed(check(core, savedAs(fileOf(o, slip, { attn_mask }))), id, form);
    }
});

test("an attn_mask of one row for all queries is padding: the mistakes of padding are named", () => {
  for (const [i, [form, make]] of Object.entries(MASKS).entries())
    for (const [id, slip] of inTurn(
      i,
      /** @type {[string | null, any][]} */ ([
        [null, null],
        ["padding_ignored", () => ({ isPadding: () => false })],
        ["mask_filled", () => ({ fill: -2 })],
        [
          "mask_on_queries",
          (/** @type {Options} */ _, /** @type {Record<string, Nd>} */ p) => ({
            isPadding: (/** @type {number[]} */ [b, , i]) => p.key_padding_mask.data[b * 5 + i] === 1,
          }),
        ],
      ]),
    )) {
      const o = { ...PLAIN, padded: true };
      const attn_mask = make(reshape(inputsOf(o, 3).key_padding_mask, 2, 1, 1, 5));
      assertNamed(check(core, savedAs(fileOf(o, slip, { attn_mask }))), id, form);
    }
});

test("attn_mask_true declares what a true means: code that reads the mask the wrong way round is named", () => {
  const o = /** @type {Options} */ ({ ...PLAIN, mask: "blocked" });
  const seen = map(inputsOf(o, 3).attn_mask, (each) => 1 - each);
  const file = fileOf(o, null, { attn_mask: seen });
  for (const [told, parts, id] of /** @type {const} */ ([
    ["allowed", null, null],
    ["Blocked", "attention", "mask_reversed"],
  ])) {
    const it = check(core, savedAs({ ...file, ATTN_mask_True: told }));
    assert.deepEqual([it.parts, it.path?.id ?? null], [parts, id]);
    assert.equal(it.reading.attnMask, told.toLowerCase());
  }
  assert.throws(
    () => check(core, savedAs({ ...file, attn_mask_true: "seen" })),
    /^HeadscopeError: attn_mask_true is "seen"; expected "blocked" or "allowed"/,
  );
});

test("rope_base or rope_fraction without rope tries both styles", () => {
  for (const rope of /** @type {const} */ (["half", "interleaved"]))
    for (const name of ["rope_base", "rope_fraction"]) {
      const { rope: _, rope_base, rope_fraction, ...file } = /** @type {any} */ (fileOf({ ...PLAIN, rope }));
      const it = check(core, savedAs({ ...file, [name]: name === "rope_base" ? rope_base : rope_fraction }));
      assert.deepEqual([it.parts, it.reading.ropeStyle], [null, rope], name);
    }
});

test("a style of rotary positions has other names in other libraries", () => {
  for (const [style, names] of /** @type {const} */ ([
    ["half", ["half", "neox"]],
    ["interleaved", ["interleaved", "pairs", "gptj"]],
  ])) {
    const file = fileOf({ ...PLAIN, rope: style });
    for (const rope of names) assert.equal(check(core, savedAs({ ...file, rope })).parts, null, rope);
  }
});

test("each saved bias is added, or refused", () => {
  const { wQ, wK, wV, bQ, bK, bV, ...file } = /** @type {Record<string, Nd>} */ (fileOf(PLAIN));
  const wQKV = array([24, 72], ([i, j]) => [wQ, wK, wV][Math.floor(j / 24)].data[i * 24 + (j % 24)]);
  const bQKV = array([72], ([j]) => [bQ, bK, bV][Math.floor(j / 24)].data[j % 24]);
  const fused = { ...file, wQKV, qkv_layout: "thirds" };
  assert.equal(check(core, savedAs({ ...fused, bQ, bK, bV })).parts, null);
  assert.equal(check(core, savedAs({ ...fused, bQKV })).parts, null);
  const latent = /** @type {Options} */ ({ ...PLAIN, latent: true, rope: "half" });
  for (const [given, said] of /** @type {[Record<string, any>, RegExp][]} */ ([
    [{ ...fused, wQ, bQKV }, /wQ would not be read beside wO, bO, wQKV, bQKV: save one fused matrix/],
    [{ ...fused, bQ, bQKV }, /bQ would not be read beside/],
    [{ ...file, wQ, wK, wV, bQKV }, /bQKV would not be read beside wQ, wK, wV, wO, bO/],
    [
      { ...fused, bQKV: array([71], ([j]) => bQKV.data[j]) },
      /bQKV has 71 numbers; expected 72, one for each column of wQKV/,
    ],
    [fileOf(latent, null, { bO: file.bO }), /the file has wDKV and bO, and latent attention is computed/],
  ]))
    assert.throws(() => check(core, savedAs(given)), said);
  const zero = map(file.bO, () => 0);
  assert.equal(check(core, savedAs(fileOf(latent, null, { bO: zero }))).parts, null);
});

test("a mask that adds -10000, as BERT has it, is right; so is any fill whose weight is 0", () => {
  for (const [added, options] of /** @type {[number, Partial<Options>][]} */ ([
    [-1e4, { padded: true }],
    [-1e4, { causal: true }],
    [-300, { causal: true }],
  ])) {
    /** @type {import("./support/readers.js").Slip} */
    const slip = () => ({
      mask(/** @type {Nd} */ s) {
        return map(s, (value, index) => value + (this.blocked(index) ? added : 0));
      },
    });
    const o = { ...PLAIN, ...options };
    const p = inputsOf(o, 3);
    const r = runOf(o, p, slip);
    const it = check(core, savedAs({ ...p, ...optionsOf(o), ...only(r, RESULTS), scores: r.masked }));
    assert.deepEqual([it.parts, it.path], [null, null], String(added));
  }
});

test("fewer weights than can tell a factor or a fill have no name", () => {
  const o = /** @type {Options} */ ({ B: 1, T: 2, H: 1, d: 4, causal: true });
  const p = inputsOf(o, 3);
  const weights = (/** @type {number[]} */ data) => ({ shape: [1, 1, 2, 2], data: Float64Array.from(data) });
  const [, , w0, w1] = runOf(o, p).attention.data;
  for (const attention of [weights([1, 0, 0.3, 0.7]), weights([0.6, 0.4, w0, w1])]) {
    const it = check(core, savedAs({ ...p, ...optionsOf(o), attention }));
    assert.deepEqual([it.parts, it.path], ["attention", null]);
  }
});

test("corrections have the layer's sizes where keys outnumber queries, and where heads share keys", () => {
  const sizes = { B: 2, T: 3, Tk: 7, Tnew: 7, past: 4, dModel: 12, H: 4, kvHeads: 2, dK: 3, dV: 5, width: 3 };
  const mends = {
    mask_as_square: [],
    mask_on_queries: [],
    padding_ignored: [],
    not_masked: [],
    mask_diagonal: [],
    mask_future: [],
  };
  for (const { locale } of [{ locale: undefined }, ...locales])
    for (const [id, of] of Object.entries(mends)) {
      const { mend } = pathWords({ id, of }, sizes, { locale });
      assert.match(
        mend,
        /padd|square|queries/.test(id) ? /view\(2, 1, 1, 7\)/ : /torch\.ones\(3, 7\)\.triu\(5\)/,
      );
    }
  for (const [stored, code] of [
    ["thirds", ".split([12, 6, 10], dim=-1)"],
    ["heads", ".view(2, 3, 2, -1).split([6, 3, 5], dim=-1)"],
  ])
    assert.equal(pathWords({ id: "qkv_by_heads", of: [stored, "thirds"] }, sizes).mend, `qkv${code}`);
  const reading = /** @type {any} */ ({ causal: false, attnMask: "added" });
  assert.equal(
    MAKES.attention({ sizes, reading, options: ["attn_mask"] }),
    "attention = ((scores / math.sqrt(3)) + attn_mask).softmax(-1)",
  );
});
