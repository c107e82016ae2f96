// The right and the wrong path, and their memory. The tests compute the true place of an element of a wrong view from its offset.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { Layer } from "../../web/core/layer.js";
import {
  compare,
  differsAt,
  disorder,
  isMisplaced,
  onlyMoves,
  rightElementOf,
} from "../../web/kit/state/compare.js";
import { DEFAULTS, OPENING } from "../../web/kit/state/settings.js";
import { indices, measure, words } from "./support/pictures.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { NOTHING } from "../../web/kit/state/selection.js";
import { sizesOf } from "../../web/kit/state/sizes.js";
import { chipOf } from "../../web/kit/text/faults.js";
import { faultWordsOf } from "../../web/kit/text/fault-words.js";
import { compareScene, memoriesSaid } from "../../web/walk/draw/compare.js";
import { tokenize } from "../../web/kit/state/tokens.js";
import { COMPARED } from "../../web/kit/text/compared.js";

/** @typedef {import("../../web/core/types.js").Fault} Fault */
/** @typedef {import("../../web/core/types.js").Step} Step */
/** @typedef {import("../../web/kit/state/compare.js").Comparison} Comparison */

const core = await loadCore();
const [T, D, HEADS, WIDTH] = [6, 12, 3, 4];
const SETTINGS = { ...DEFAULTS, tokens: words(T), dModel: D, heads: HEADS };

/** @param {Fault} fault @param {Partial<typeof SETTINGS>} [change] */
const compared = (fault, change) => compare(core, { ...SETTINGS, ...change }, fault);

/** @param {import("../../web/kit/state/picture.js").Picture} picture @param {string} id */
const stepOf = (picture, id) => /** @type {Step} */ (picture.step(id));

const uncut = compared("view_without_transpose");

/** The index in row-major (T, H, d) at an offset. @param {number} at @param {number} [heads] */
const meant = (at, heads = HEADS) => ({
  token: Math.floor(at / (heads * WIDTH)),
  head: Math.floor(at / WIDTH) % heads,
  feature: at % WIDTH,
});

test("an element of heads split by a view alone has the meaning of its offset", () => {
  const heads = stepOf(uncut.wrong, "q_heads");
  const turned = stepOf(uncut.wrong, "k_t");
  for (const [b, head, token, feature] of indices([1, HEADS, T, WIDTH])) {
    const is = meant((head * T + token) * WIDTH + feature);
    assert.deepEqual(rightElementOf(uncut, heads, [b, head, token, feature]), is);
    assert.deepEqual(rightElementOf(uncut, turned, [b, head, feature, token]), is);
    const wrong = is.token !== token || is.head !== head;
    assert.equal(isMisplaced(uncut, heads, [b, head, token, feature]), wrong);
    assert.equal(isMisplaced(uncut, turned, [b, head, feature, token]), wrong);
  }
});

test("disorder counts the misplaced elements of all heads, and the tokens in one head", () => {
  const heads = stepOf(uncut.wrong, "q_heads");
  const all = [...indices([HEADS, T, WIDTH])].map(([head, token], at) => ({ head, token, is: meant(at) }));
  const wrong = all.filter(({ head, token, is }) => is.head !== head || is.token !== token).length;
  for (const head of [0, 1, 2]) {
    const tokens = new Set(all.flatMap((each) => (each.head === head ? [each.is.token] : []))).size;
    assert.ok(tokens < T, "rightly it would see all");
    assert.deepEqual(disorder(uncut, heads, head), { wrong, total: HEADS * T * WIDTH, tokens });
    const right = { ...uncut, wrong: uncut.right };
    const none = { wrong: 0, total: HEADS * T * WIDTH, tokens: T };
    assert.deepEqual(disorder(right, stepOf(uncut.right, "q_heads"), head), none);
  }
});

test("a key/value head is represented by the first of its query heads", () => {
  const shared = compared("view_without_transpose", { dModel: 16, heads: 4, kvHeads: 2 });
  const keys = stepOf(shared.wrong, "k_heads");
  const seen = [new Set(), new Set()];
  for (const [b, head, token, feature] of indices([1, 2, T, WIDTH])) {
    const is = meant((head * T + token) * WIDTH + feature, 2);
    assert.deepEqual(rightElementOf(shared, keys, [b, head, token, feature]), { ...is, head: 2 * is.head });
    seen[head].add(is.token);
  }
  assert.equal(disorder(shared, keys, 0).tokens, seen[0].size);
  assert.equal(disorder(shared, keys, 2).tokens, seen[1].size);
  assert.equal(disorder(shared, keys, 1).tokens, 0, "no key/value head begins with it");
});

test("heads merged by a view alone: each row contains tokens of one head", () => {
  const merged = compared("merge_without_transpose");
  const concat = stepOf(merged.wrong, "concat");
  for (const [b, token, column] of indices([1, T, D])) {
    const at = token * D + column; // of (H, T, d_v)
    const is = { head: Math.floor(at / (T * WIDTH)), token: Math.floor(at / WIDTH) % T, feature: at % WIDTH };
    assert.deepEqual(rightElementOf(merged, concat, [b, token, column]), is);
    const wrong = is.token !== token || is.head !== Math.floor(column / WIDTH);
    assert.equal(isMisplaced(merged, concat, [b, token, column]), wrong);
  }
});

test("a feature in the wrong column counts as misplaced, even with the right head and token", () => {
  const right = stepOf(uncut.right, "q_heads");
  const beside = { ...right, offset: 1 };
  const shifted = { ...uncut, wrong: { ...uncut.right, steps: [stepOf(uncut.right, "q"), beside] } };
  assert.deepEqual(rightElementOf(shifted, beside, [0, 1, 2, 0]), { head: 1, token: 2, feature: 1 });
  assert.equal(isMisplaced(shifted, beside, [0, 1, 2, 0]), true);
  assert.equal(disorder(shifted, beside, 0).wrong, HEADS * T * WIDTH, "the last is past the memory's end");
});

test("a step that the right path lacks has no misplaced elements", () => {
  const other = { ...stepOf(uncut.wrong, "q_heads"), id: "other", buffer: 99 };
  const more = { ...uncut, wrong: { ...uncut.wrong, steps: [...uncut.wrong.steps, other] } };
  assert.deepEqual(rightElementOf(more, other, [0, 0, 1, 0]), {});
  assert.equal(isMisplaced(more, other, [0, 0, 1, 0]), false);
  assert.equal(onlyMoves(more, other), false);
  assert.equal(differsAt(more, other, [0, 0, 1, 0], 0), false);
});

test("only a view of a tensor that another step splits into heads moves the same numbers", () => {
  /** @param {Comparison} comparison @param {...string} ids */
  const moves = (comparison, ...ids) => ids.map((id) => onlyMoves(comparison, stepOf(comparison.wrong, id)));
  assert.deepEqual(moves(uncut, "q_heads", "k_t"), [true, true]);
  assert.deepEqual(moves(uncut, "q", "scores", "weights"), [false, false, false], "copies are new numbers");
  assert.deepEqual(moves(compared("raw_inputs"), "x", "q_heads"), [false, false], "rightly nobody splits x");
});

test("a number differs if its distance from the right one exceeds the tolerance", () => {
  const unscaled = compared("no_scale");
  const step = stepOf(unscaled.wrong, "weights");
  const [right, wrong] = [unscaled.right, unscaled.wrong].map((picture) => picture.values("weights"));
  const distances = Array.from(right, (value, at) => Math.abs(value - wrong[at]));
  const most = Math.max(...distances);
  [...indices([1, HEADS, T, T])].forEach((index, at) => {
    const distance = distances[at];
    assert.equal(differsAt(unscaled, step, index, most / 2), distance > most / 2);
    assert.equal(differsAt(unscaled, step, index, distance), false);
    if (distance > 0) assert.equal(differsAt(unscaled, step, index, distance * 0.99), true);
  });
  assert.ok(most > 0);
  assert.equal(differsAt(unscaled, { ...step, shape: [1, HEADS, T, T - 1] }, [0, 0, 0, 0], -1), false);
});

test("a refused wrong path has the error, and the steps before it", () => {
  const { fault, right, wrong, none, error } = compared("view_without_contiguous");
  assert.equal(fault, "view_without_contiguous");
  assert.match(
    error?.message ?? "",
    /^view \(1, 6, 12\) of shape \(1, 6, 3, 4\) with strides \(72, 4, 24, 1\)/,
  );
  assert.equal(none, null);
  assert.equal(wrong.values("context_t").length, T * D);
  assert.equal(right.values("output").length, T * D);
});

test("a fault that makes no difference says why, and one that does says nothing", () => {
  const { none, error } = compared("view_without_transpose", { heads: 1 });
  assert.match(
    none?.message ?? "",
    /^view_without_transpose makes no difference here: with one head or one token/,
  );
  assert.equal(error, null);
  const blocked = compared("mask_reversed", { causal: true });
  assert.match(blocked.wrong.notices.map(({ message }) => message).join(), /every key is blocked/);
  assert.equal(blocked.none, null, "a warning of something else is no reason");
});

test("only the fault of the mask's order is compared over two sentences, the second half padded", () => {
  assert.deepEqual(stepOf(uncut.right, "weights").shape, [1, HEADS, T, T]);
  const [keys, seen] = [5, 3]; // of the second sentence
  const { right, wrong } = compared("mask_repeat_order", { tokens: words(keys) });
  const [is, should] = [wrong, right].map((picture) => picture.values("weights"));
  for (const [sentence, head, i, j] of indices([2, HEADS, keys, keys])) {
    const at = ((sentence * HEADS + head) * keys + i) * keys + j;
    assert.equal(should[at] === 0, sentence === 1 && j >= seen);
    // Repeated in the wrong order, the mask of head n of all heads is that of sentence n mod 2.
    assert.equal(is[at] === 0, (sentence * HEADS + head) % 2 === 1 && j >= seen);
  }
});

test("a wrong path that cannot be computed frees the right picture and its layer", (context) => {
  const made = context.mock.method(core, "createLayer");
  const forward = context.mock.method(Layer.prototype, "forward");
  assert.throws(
    () => compared("raw_inputs", { seed: 5, dModel: 16, heads: 4, kvHeads: 2 }),
    /raw_inputs needs/,
  );
  const [right] = forward.mock.calls.flatMap(({ result }) => result ?? []);
  assert.throws(() => right.tensor("k"), { code: "disposed" });
  const [layer] = made.mock.calls.flatMap(({ result }) => result ?? []);
  assert.throws(() => layer.weights(), { code: "disposed" });
});

// The picture of a right and a wrong path: the code of both, whole and inside its side.

const LONG = { ...DEFAULTS, tokens: words(12) };
const LETTER = 7.6; // px, width of a letter of code
const BREAK = 620; // px; from this width on, the sides stand beside each other

for (const fault of /** @type {const} */ (["view_without_transpose", "no_scale", "view_without_contiguous"]))
  for (const width of [300, 358, 619, 620, 648, 900])
    test(`${fault}, ${width} px: the code of both sides is whole and inside its side, and tensors begin at one height`, () => {
      const comparison = compare(core, LONG, fault);
      const told = faultWordsOf(fault);
      assert.ok(told);
      const sizes = sizesOf(comparison.right);
      const code = { right: told.right(sizes), wrong: chipOf(fault, sizes) };
      const scene = compareScene(
        { comparison, shows: told.shows, code, selection: NOTHING },
        { width, palette: LIGHT, measure },
      );
      const plain = (/** @type {string} */ text) => text.replaceAll(" ", "");
      const lines = scene.marks.flatMap((mark) => (mark.kind === "text" && mark.mono ? [mark] : []));
      for (const whole of [code.right, code.wrong])
        assert.ok(
          lines.some((_, from) =>
            lines.some(
              (_, to) =>
                plain(
                  lines
                    .slice(from, to + 1)
                    .map(({ text }) => text)
                    .join(""),
                ) === plain(whole),
            ),
          ),
          `${whole} in ${lines.map(({ text }) => text)}`,
        );
      const starts = lines.filter(({ text }) => plain(code.right + code.wrong).includes(plain(text)));
      for (const { x, text } of starts) {
        const end = width < BREAK || x > width / 2 ? width : (width - 44) / 2;
        assert.ok(
          x + text.length * LETTER <= end + 0.5,
          `${text} ends at ${x + text.length * LETTER} of ${end}`,
        );
      }
      const tops = scene.parts.map(({ y, tensor }) => y + tensor.layout.slices[0].y);
      if (width >= BREAK && scene.parts.length === 2 * told.shows.length)
        assert.equal(tops[0], tops[told.shows.length]);
    });

/**
 * @param {Partial<import("../../web/kit/state/settings.js").Settings>} settings @param {Partial<import("../../web/kit/state/selection.js").Selection>} selection
 * @param {import("../../web/core/types.js").Fault} fault
 */
function viewOf(settings, selection, fault = "view_without_transpose") {
  const comparison = compare(core, { ...DEFAULTS, tokens: tokenize(OPENING), ...settings }, fault);
  const told = faultWordsOf(fault);
  assert.ok(told);
  const sizes = sizesOf(comparison.right);
  const code = { right: told.right(sizes), wrong: chipOf(fault, sizes) };
  return { comparison, shows: told.shows, code, selection: { ...NOTHING, ...selection }, title: "" };
}

/** @param {ReturnType<typeof viewOf>} view @param {number} width */
const sceneOf = (view, width) => compareScene(view, { width, palette: LIGHT, measure });

/** @param {ReturnType<typeof sceneOf>} scene */
const textsIn = (scene) => scene.marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []));

test("the sentences say whose numbers a head holds on either side", () => {
  for (const [settings, selection, right, wrong] of /** @type {const} */ ([
    [
      {},
      { head: 0, token: 7 },
      "Head 0 holds 8 numbers of every word. Its row 7 is numbers 0 to 7 of “it”.",
      "Head 0 holds all of “The” and half of “animal”. Its row 7 is numbers 56 to 63 of “The”.",
    ],
    [
      {},
      { head: 2, token: 3 },
      "Head 2 holds 8 numbers of every word. Its row 3 is numbers 16 to 23 of “cross”.",
      "Head 2 holds all of “cross” and half of “the”. Its row 3 is numbers 24 to 31 of “cross”.",
    ],
    [
      { heads: 4 },
      { head: 2, token: 7 },
      "Head 2 holds 16 numbers of every word. Its row 7 is numbers 32 to 47 of “it”.",
      "Head 2 holds all of “because”, all of “it” and all of “was”. Its row 7 is numbers 48 to 63 of “it”.",
    ],
    [
      { tokens: words(9), heads: 2, dModel: 6 },
      { head: 1, token: 0 },
      "Head 1 holds 3 numbers of every word. Its row 0 is numbers 3 to 5 of “w0”.",
      "Head 1 holds half of “w4”, 3 more words and all of “w8”. Its row 0 is numbers 3 to 5 of “w4”.",
    ],
    [
      { tokens: ["a", "b"], heads: 3, dModel: 3 },
      { head: 1, token: 1 },
      "Head 1 holds one number of every word. Its row 1 is number 1 of “b”.",
      "Head 1 holds one number of every word. Its row 1 is number 0 of “b”.",
    ],
    [
      {},
      {},
      "Head 0 holds 8 numbers of every word. Its row 0 is numbers 0 to 7 of “The”.",
      "Head 0 holds all of “The” and half of “animal”. Its row 0 is numbers 0 to 7 of “The”.",
    ],
  ])) {
    const view = viewOf(
      { ...settings, tokens: settings.tokens ? [...settings.tokens] : tokenize(OPENING) },
      selection,
    );
    assert.deepEqual(memoriesSaid(view, {}), [`Correct: ${right}`, `Wrong: ${wrong}`]);
  }
});

test("the picture names the head's part of memory, its ranges, and the token's row, inside its side", () => {
  for (const width of [300, 358, 620, 864])
    for (const [head, token] of [
      [0, 7],
      [7, 11],
      [3, 0],
    ]) {
      const scene = sceneOf(viewOf({}, { head, token }), width);
      const texts = textsIn(scene);
      const from = 96 * head;
      for (const said of [
        COMPARED.inColumns({ head: `head ${head}`, from: 8 * head, to: 8 * head + 7 }),
        COMPARED.stretch({ head: `head ${head}`, from, to: from + 95 }),
        `${from} … ${from + 95}`,
      ])
        assert.ok(texts.includes(said), `${said} in ${texts}`);
      assert.equal(texts.filter((said) => said === COMPARED.itsRow(token)).length, 2);
      assert.ok(texts.some((said) => said.startsWith(`${8 * head} … ${8 * head + 7}, ${64 + 8 * head} … `)));
      const tensors = Math.min(...scene.parts.map(({ y }) => y));
      for (const mark of scene.marks) {
        if (!("y" in mark) || mark.y > tensors) continue;
        if (mark.kind === "text" && !mark.align)
          assert.ok(mark.x >= 0 && mark.x + measure(mark.text.trimEnd(), mark.size) <= width, mark.text);
        if (mark.kind === "cells") assert.ok(mark.x + mark.cols * mark.cw <= width + 0.5);
      }
    }
});

test("on narrow surfaces both memories come before the tensors", () => {
  const scene = sceneOf(viewOf({}, { head: 0, token: 7 }), 358);
  const [right, wrong] = scene.marks.flatMap((mark) =>
    mark.kind === "text" && mark.text === COMPARED.itsRow(7) ? [mark.y] : [],
  );
  assert.ok(right < wrong && wrong < Math.min(...scene.parts.map(({ y }) => y)));
});

test("the cells of the head are in its colours, and all others pale", () => {
  const view = viewOf({}, { head: 1, token: 7 });
  const [right, wrong] = sceneOf(view, 864).marks.flatMap((mark) =>
    mark.kind === "cells" && mark.rows === 12 && mark.cols === 64 ? [mark.rgba] : [],
  );
  const ramp = new Set(LIGHT.cells(1));
  for (const [rgba, isHeld] of /** @type {const} */ ([
    [right, (/** @type {number} */ i) => Math.floor((i % 64) / 8) === 1],
    [wrong, (/** @type {number} */ i) => Math.floor(i / 96) === 1],
  ]))
    rgba.forEach((color, i) => assert.ok(!isHeld(i) || ramp.has(color), `cell ${i}`));
  assert.ok(right.some((color, i) => wrong[i] !== color));
});

test("other wrong paths draw no memory", () => {
  for (const fault of /** @type {const} */ ([
    "no_scale",
    "merge_without_transpose",
    "view_without_contiguous",
  ])) {
    const view = viewOf({}, { head: 0, token: 7 }, fault);
    assert.deepEqual(memoriesSaid(view, {}), [], fault);
    assert.ok(!textsIn(sceneOf(view, 864)).some((said) => said.includes("in memory")), fault);
  }
});

test("the pictures of any sentence, batch and head count have finite numbers", () => {
  for (const settings of [
    { tokens: words(60) },
    { tokens: ["one"] },
    { bias: true },
    { heads: 1 },
    { kvHeads: 2, keyTokens: words(5) },
    { batchTokens: words(9) },
    { dK: 5, dV: 3 },
  ])
    for (const width of [300, 864]) {
      const view = viewOf(settings, { head: 5, token: 40 });
      const scene = sceneOf(view, width);
      assert.ok(!/NaN|undefined|Infinity/.test(JSON.stringify(scene.marks)), JSON.stringify(settings));
      assert.equal(memoriesSaid(view, {}).length, 2, JSON.stringify(settings));
    }
});
