// Memory on both sides of a wrong path: the floats of the selected head, the token's row, and sentences about them, for any sentence and selection.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { compare } from "../../web/kit/state/compare.js";
import { NOTHING } from "../../web/kit/state/selection.js";
import { DEFAULTS, OPENING } from "../../web/kit/state/settings.js";
import { sizesOf } from "../../web/kit/state/sizes.js";
import { tokenize } from "../../web/kit/state/tokens.js";
import { COMPARED } from "../../web/kit/text/compared.js";
import { faultWordsOf } from "../../web/kit/text/fault-words.js";
import { chipOf } from "../../web/kit/text/faults.js";
import { compareScene, memoriesSaid } from "../../web/walk/draw/compare.js";
import { measure, words } from "./support/pictures.js";

const core = await loadCore();

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
