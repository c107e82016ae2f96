import assert from "node:assert/strict";
import test from "node:test";
import { NOTHING } from "../../web/kit/state/selection.js";
import { sizesOf } from "../../web/kit/state/sizes.js";
import { INITIAL } from "../../web/kit/state/state.js";
import { partShown } from "../../web/kit/text/axes.js";
import { einsumOf } from "../../web/kit/text/einsum.js";
import { FAULTS, saidOf } from "../../web/kit/text/faults.js";
import { groupDigits } from "../../web/kit/text/grouped.js";
import { parse } from "../../web/kit/text/markup.js";
import { explain } from "../../web/kit/text/glossary.js";
import { STEPS, whyOf, wordsOf } from "../../web/kit/text/steps.js";
import { KINDS } from "../../web/kit/text/weights.js";
import { spokenOf } from "../../web/walk/elements/spoken.js";
import zh from "#words/zh";
import fr from "#words/fr";
import { pictureOf, words } from "./support/pictures.js";

const picture = pictureOf({ causal: true });
const sizes = sizesOf(picture);

/** The ids of the steps that a layer can have. */
const IDS =
  "x query key value q k v qkv q_split k_split v_split q_heads k_heads v_heads q_rope k_rope k_groups v_groups k_t scores scaled masked weights dropped context context_scaled context_t context_c concat output".split(
    " ",
  );

test("every step of a layer has a name, a title and a reason", () => {
  for (const id of IDS) {
    const { name, title } = STEPS[id] ?? {};
    const why = whyOf({ id, op: "" }, sizes);
    assert.ok(name && title && why, id);
    assert.match(why, /[.?]$/, id);
  }
  for (const { id } of picture.steps) assert.ok(STEPS[id], id);
});

test("slices of a fused layer have words of their own, and biases are mentioned if there are any", () => {
  const fused = pictureOf({ fused: true, bias: true, dV: 4 });
  const said = (/** @type {string} */ id, /** @type {typeof fused} */ of = fused) =>
    whyOf(/** @type {any} */ (of.step(id)), sizesOf(of, of.step(id)?.lane));
  assert.equal(wordsOf(/** @type {any} */ (fused.step("k"))).title, "Cut out the keys");
  assert.match(said("qkv"), /side by side/);
  assert.match(said("q"), /Its columns of qkv/);
  assert.match(said("v_split"), /of \{d_v\|\$dV features\}/);
  assert.match(said("q", pictureOf({ bias: true })), /^x W_Q \+ b_Q, /);
  assert.match(said("q", picture), /^x W_Q, /);
});

test("the mask of a batch hides padding, in every language", () => {
  const batch = pictureOf({ batchTokens: words(3) });
  const masked = /** @type {any} */ (batch.step("masked"));
  for (const [locale, said] of /** @type {const} */ ([
    [undefined, /no \{T\|token\} sees the padding/],
    [fr, /ne voit le remplissage/],
    [zh, /看得到较短句子末尾的填充/],
  ]))
    assert.match(whyOf(masked, sizesOf(batch), { locale }), said);
  assert.match(
    whyOf(masked, sizesOf(pictureOf({ batchTokens: words(3), causal: true }))),
    /sees a later one/,
  );
});

test("a step without words is named by its id", () => {
  assert.deepEqual(wordsOf({ id: "rotated", op: "view" }), { name: "rotated", title: "rotated", why: "" });
});

test("words name only existing axes and known sizes", () => {
  for (const [id, { why }] of Object.entries(STEPS)) {
    const pieces = parse(typeof why === "string" ? why : why(sizes), sizes);
    for (const { text, term } of pieces) {
      assert.ok(term === null || explain(term), `${id}: ${term}`);
      assert.doesNotMatch(text, /[{}$|]|undefined|NaN/, id);
    }
  }
});

test("the glossary has every axis of a step, and every term of facts and questions", () => {
  const terms = "stride offset view copy contiguous FLOP nat logit head softmax entropy".split(" ");
  for (const term of terms.filter((each) => each !== "head")) assert.ok(explain(term), term);
  for (const change of [
    {},
    { fused: true },
    { dV: 3, dK: 5 },
    { kvHeads: 2, dV: 3 },
    { kvHeads: 2 },
    { kvHeads: 2, keyTokens: ["eins", "zwei"] },
  ])
    for (const { axes, id } of pictureOf(change).steps)
      for (const axis of axes) {
        const said = explain(axis);
        assert.ok(said && /^[A-Z0-9_a-z].*\.$/.test(said.meaning), `${id}: ${axis}`);
      }
  assert.equal(explain("nonsense"), null);
  assert.equal(explain("H*nonsense"), null);
});

test("the words say that contiguous moves numbers, and is needed, only at sizes where that is true", () => {
  for (const [name, change, moves, refused] of /** @type {const} */ ([
    ["plain", {}, true, true],
    ["one head", { heads: 1 }, false, false],
    ["one token", { tokens: ["one"] }, false, false],
    ["d_v = 1", { dModel: 8 }, true, false],
    ["T = H", { tokens: words(8) }, true, true],
  ])) {
    const picture = pictureOf(change);
    const step = /** @type {any} */ (picture.step("context_c"));
    assert.equal(step.storage === "copy", moves, name);
    const why = whyOf(step, sizesOf(picture));
    assert.equal(/really move/.test(why), moves, name);
    assert.equal(/copies nothing/.test(why), !moves, name);
    assert.equal(/is refused/.test(why), refused, name);
    const concat = whyOf(/** @type {any} */ (picture.step("concat")), sizesOf(picture));
    assert.equal(/the copy came before/.test(concat), moves, name);
  }
});

test("sizes in texts are the picture's", () => {
  assert.deepEqual(sizes, {
    B: 1,
    T: 12,
    heads: 8,
    dModel: 64,
    dK: 8,
    dV: 8,
    width: 64,
    concat: 64,
    bias: 0,
    window: 0,
    before: -1,
    newest: 0,
    after: 0, // the picture is causal
    isBatch: 0,
    isRead: 0,
  });
  const said = parse(whyOf({ id: "q_split", op: "view" }, sizes), sizes)
    .map(({ text }) => text)
    .join("");
  assert.match(said, /A token's row of 64 is read as 8 heads of 8 features\./);
});

test("words about keys and values use their own numbers of heads and tokens", () => {
  const shared = pictureOf({ kvHeads: 2, keyTokens: ["eins", "zwei", "drei"] });
  const said = (/** @type {"q" | "k" | "v"} */ lane) => {
    const { T, heads, width } = sizesOf(shared, lane);
    return [T, heads, width];
  };
  assert.deepEqual(
    [said("q"), said("k"), said("v")],
    [
      [12, 8, 64],
      [3, 2, 16],
      [3, 2, 16],
    ],
  );
});

for (const [name, change] of Object.entries({
  plain: {},
  grouped: { kvHeads: 2 },
  crossed: { keyTokens: ["eins", "zwei"] },
  "fused, with biases": { fused: true, bias: true },
  "heads of other sizes": { dK: 5, dV: 3 },
  "causal, grouped and crossed": { kvHeads: 2, keyTokens: ["eins", "zwei"], causal: true },
}))
  test(`${name}: every index notation is an einsum whose result indices occur in its inputs`, () => {
    const { steps } = pictureOf(change);
    for (const step of steps) {
      const letters = einsumOf(step, steps)?.map(({ letter }) => letter);
      if (!letters || ["view", "expand", "slice"].includes(step.op)) continue;
      const [read, made] = letters.join("").split("->");
      for (const letter of made) assert.ok(read.includes(letter), `${step.id}: ${read}->${made}`);
    }
  });

test("markup: marked words have their term, names become numbers, all else stays", () => {
  assert.deepEqual(parse("Each {H|head} of $heads, $unknown {T|$n tokens}.", { heads: 8, n: 12 }), [
    { text: "Each ", term: null },
    { text: "head", term: "H" },
    { text: " of 8, $unknown ", term: null },
    { text: "12 tokens", term: "T" },
    { text: ".", term: null },
  ]);
  assert.deepEqual(parse("", {}), []);
});

test("messages about wrong paths do not contain the core's name of the path", () => {
  for (const fault of /** @type {(keyof typeof FAULTS)[]} */ (Object.keys(FAULTS))) {
    const one = pictureOf({ tokens: ["one"], heads: 1, dModel: 1 }, { fault });
    for (const warning of one.notices) {
      assert.match(warning.message, new RegExp(`^${fault} makes no difference here`));
      assert.match(saidOf(fault, warning), /^This makes no difference here: (?!.*[a-z]{2}_).+$/);
    }
  }
  assert.throws(
    () => pictureOf({ kvHeads: 2 }, { fault: "raw_inputs" }),
    (/** @type {any} */ error) => {
      assert.match(
        saidOf("raw_inputs", error),
        /^This needs inputs as wide as their projections: key has 64/,
      );
      return true;
    },
  );
});

test("a part of an axis has words", () => {
  const said = (/** @type {string} */ axis, from = 0, count = 64) =>
    partShown({ axis, from, count, of: 512 });
  assert.equal(said("T"), "tokens 0 to 63 of 512");
  assert.equal(said("T_q", 5, 1), "query 5 of 512");
  assert.equal(said("T_q", 5), "queries 5 to 68 of 512");
  assert.equal(said("H_kv", 2, 1), "kv-head 2 of 512");
  assert.equal(said("H_kv*G"), "heads 0 to 63 of 512");
  assert.equal(said("H*d_v"), "features 0 to 63 of 512");
});

test("no two kinds of constructed heads have the same formula, in any language", () => {
  for (const [name, kinds] of Object.entries({ en: KINDS, fr: fr.kinds, zh: zh.kinds })) {
    const scores = Object.values(kinds).map(({ score }) => score);
    assert.equal(new Set(scores).size, scores.length, `${name}: ${scores.join("; ")}`);
  }
});

test("text for screen readers gives the meaning of numbers", () => {
  const spoken = (/** @type {string} */ step, /** @type {object} */ speaker, change = {}) => {
    const state = {
      picture,
      step,
      selection: { ...NOTHING, token: 7, key: 1, head: 2, feature: 1, column: 3 },
    };
    return spokenOf(/** @type {any} */ ({ ...INITIAL, ...state, ...change }), speaker);
  };
  assert.match(
    spoken("q_heads", {}),
    /^Step \d+ of \d+: Transpose to heads\. q_heads: 1 sentence, 8 heads, 12 tokens, 8 features\. head 2, token “it”, feature 1: q_heads\[0, 2, 7, 1\] is \S+\.$/,
  );
  assert.match(
    spoken("weights", {}),
    /1 sentence, 8 heads, 12 queries, 12 keys\. “it” attends to “animal” in head 2: weights\[0, 2, 7, 1\] is \S+\.$/,
  );
  assert.match(spoken("scores", {}), /head 2, query “it”, key “animal”: scores\[0, 2, 7, 1\]/);
  assert.match(spoken("weights", { locale: fr }), /« it » regarde « animal » dans la tête 2/);
  assert.match(spoken("weights", { locale: zh }), /在头 2 里，「it」注意到「animal」/);
  assert.doesNotMatch(spoken("weights", {}, { selection: NOTHING }), /\[/);
});

// Whole numbers are written as Intl.NumberFormat writes them, in the page's languages and in others.

for (const lang of ["en", "en-US", "fr", "zh", "zh-Hans", "de", "de-CH", "en-IN"])
  test(`numbers are grouped in ${lang}`, () => {
    const format = new Intl.NumberFormat(lang);
    for (const n of [0, 7, 12, 999, 1000, 12_345, 999_999, 1_234_567, 2 ** 40, -5, -999, -1000, -1_234_567])
      assert.equal(groupDigits(n, lang), format.format(n));
  });
