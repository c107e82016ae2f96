import assert from "node:assert/strict";
import test from "node:test";
import { DARK, LIGHT, unpackColour } from "../../web/kit/draw/palette.js";
import { stagedMarks } from "../../web/kit/draw/staged.js";
import { stageScene } from "../../web/walk/draw/stage.js";
import { hitStage } from "../../web/kit/draw/stage-parts.js";
import { STACK_BELOW, stageHeight } from "../../web/kit/draw/stage-height.js";
import { windows } from "../../web/kit/draw/slices.js";
import { habitOf } from "../../web/kit/state/habits.js";
import { originsOf } from "../../web/walk/state/origin.js";
import { NOTHING } from "../../web/kit/state/selection.js";
import { IS_NIGHTLY } from "../browser/support/nightly.js";
import { contrast } from "./support/contrast.js";
import { layerPicture, measure, pictureOf, words } from "./support/pictures.js";

/** @typedef {import("../../web/kit/draw/marks.js").Mark} Mark */

const PICTURES = new Map([
  ["opening", pictureOf({ causal: true })],
  ["one token", pictureOf({ tokens: ["one"] })],
  ["120 tokens", pictureOf({ tokens: words(120), dModel: 128, heads: 4 })],
  ["60 tokens", pictureOf({ tokens: words(60) })],
  ["512 tokens", pictureOf({ tokens: words(512) })],
  ["one shared head", pictureOf({ kvHeads: 1 })],
  ["two shared heads", pictureOf({ kvHeads: 2, causal: true })],
  ["two sentences", pictureOf({ keyTokens: words(9) })],
  ["a batch", pictureOf({ batchTokens: words(4) })],
  ["32 heads", pictureOf({ dModel: 1024, heads: 32 })],
  ["long words", pictureOf({ tokens: ["Donaudampfschifffahrtsgesellschaft", "动物", "👩‍👩‍👧‍👦"], heads: 2 })],
]);
const WIDTHS = [288, 358, 700, 940, 1600];
const SELECTION = { ...NOTHING, token: 0, key: 0, head: 0, feature: 0, column: 0 };

/**
 * Whether a part has a caption, which parts of products lack.
 * @param {import("../../web/walk/draw/stage.js").Part} part @returns {part is import("../../web/kit/draw/staged.js").Staged}
 */
const isStaged = (part) => "caption" in part;

/** @param {(scene: import("../../web/walk/draw/stage.js").StageScene, what: string, width: number) => void} check */
function everyScene(check) {
  SCENES ??= [...PICTURES].flatMap(([name, picture], i) =>
    widthsOf(i, WIDTHS).flatMap((width) =>
      picture.steps.map((step) => {
        const view = { picture, step, selection: SELECTION };
        const scene = stageScene(view, { width, palette: LIGHT, measure });
        return { scene, what: `${name}, ${step.id} in ${width} px`, width };
      }),
    ),
  );
  for (const { scene, what, width } of SCENES) check(scene, what, width);
}

/** Widths for a picture: all at night and for the first picture, otherwise every second one. @param {number} i place of the picture @param {readonly number[]} widths */
const widthsOf = (i, widths) => widths.filter((_, j) => IS_NIGHTLY || i === 0 || (i + j) % 2);

/** The scenes of all pictures, widths and steps, which nine tests read. @type {{ scene: import("../../web/walk/draw/stage.js").StageScene, what: string, width: number }[] | undefined} */
let SCENES;

/** The box of a text or of cells. @param {Mark} mark */
function boxOf(mark) {
  if (mark.kind === "cells") return { x: mark.x, y: mark.y, w: mark.cols * mark.cw, h: mark.rows * mark.ch };
  if (mark.kind !== "text") return null;
  const size = mark.size ?? 12.5;
  const w = measure(mark.text, size);
  const x = mark.x - { start: 0, middle: w / 2, end: w }[mark.align ?? "start"];
  // Rotated labels end at their point and extend below it.
  if (mark.turn) return { x: mark.x - size, y: mark.y, w: size, h: w };
  return { x, y: mark.y - size * 0.75, w, h: size * 0.75 };
}

test("cells are inside the picture, on every step and width", () => {
  everyScene((scene, what, width) => {
    for (const mark of scene.marks) {
      const box = mark.kind === "cells" ? boxOf(mark) : null;
      if (!box) continue;
      assert.ok(box.x >= 0 && box.x + box.w <= width + 0.5, `${what}: x ${box.x} to ${box.x + box.w}`);
      assert.ok(box.y >= 0 && box.y + box.h <= scene.height, `${what}: y ${box.y} to ${box.y + box.h}`);
    }
  });
});

test("input and output with the same rows stand side by side at equal heights", () => {
  const axisOfRows = (/** @type {import("../../web/kit/draw/staged.js").Staged} */ { tensor: { layout } }) =>
    layout.axes[layout.rowAxis];
  const found = new Set();
  everyScene(({ parts }, what, width) => {
    const [before, after, ...others] = parts;
    if (width < STACK_BELOW || !after || others.length || !isStaged(before) || !isStaged(after)) return;
    if (axisOfRows(before) !== axisOfRows(after) || after.tensor.layout.rowAxis !== 1) return; // heads apart
    const [one, other] = [before, after].map(({ y, tensor: { layout } }) => ({
      top: y + layout.slices[0].y,
      high: layout.ch,
      from: layout.rows.from,
      tables: layout.slices.length,
    }));
    if (Math.max(one.tables, other.tables) > 1) return; // a batch
    found.add(after.step.id);
    assert.deepEqual(one, other, what);
  });
  assert.ok(
    ["q_split", "context_c", "concat"].every((id) => found.has(id)),
    [...found].join(),
  );
});

test("words are inside the picture", () => {
  everyScene((scene, what, width) => {
    for (const mark of scene.marks) {
      const box = mark.kind === "text" ? boxOf(mark) : null;
      if (!box || mark.kind !== "text") continue;
      const inside =
        box.x >= -1 && box.x + box.w <= width + 1 && box.y >= -1 && box.y + box.h <= scene.height + 1;
      assert.ok(inside, `${what}: «${mark.text}» at ${JSON.stringify(box)} in ${width} x ${scene.height}`);
    }
  });
});

test("cells of different tensors never touch", () => {
  everyScene((scene, what) => {
    const boxes = scene.marks.flatMap((mark) => (mark.kind === "cells" ? (boxOf(mark) ?? []) : []));
    for (const [i, a] of boxes.entries())
      for (const b of boxes.slice(i + 1)) {
        const apart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
        assert.ok(apart, `${what}: ${JSON.stringify(a)} ${JSON.stringify(b)}`);
      }
  });
});

test("only numbers in cells overlap cells", () => {
  everyScene((scene, what) => {
    const cells = scene.marks.flatMap((mark) => (mark.kind === "cells" ? (boxOf(mark) ?? []) : []));
    for (const mark of scene.marks) {
      if (mark.kind !== "text" || /^[<>−-]?[\d.]+$|^-?Infinity$/.test(mark.text)) continue;
      const a = /** @type {NonNullable<ReturnType<typeof boxOf>>} */ (boxOf(mark));
      const under = cells.find(
        (b) => a.x + a.w > b.x + 1 && b.x + b.w > a.x + 1 && a.y + a.h > b.y + 1 && b.y + b.h > a.y + 1,
      );
      assert.ok(!under, `${what}: «${mark.text}» ${JSON.stringify(a)} on ${JSON.stringify(under)}`);
    }
  });
});

test("a tensor's right edge includes its texts", () => {
  everyScene((scene, what, width) => {
    for (const part of scene.parts.filter(isStaged))
      for (const mark of stagedMarks(part, { width, palette: LIGHT, measure })) {
        const box = boxOf(mark);
        if (!box || part.role === "whole") continue;
        assert.ok(
          box.x + box.w <= part.right + 1,
          `${what}: ${mark.kind} to ${box.x + box.w}, ${part.right}`,
        );
      }
  });
});

test("no two words touch", () => {
  everyScene((scene, what) => {
    const texts = scene.marks.flatMap((mark) => (mark.kind === "text" ? [{ mark, box: boxOf(mark) }] : []));
    for (const [i, { mark: first, box: a }] of texts.entries())
      for (const { mark: second, box: b } of texts.slice(i + 1)) {
        if (!a || !b) continue;
        const over = [
          Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x),
          Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y),
        ];
        assert.ok(over[0] < 0.5 || over[1] < 0.5, `${what}: «${first.text}» on «${second.text}»: ${over}`);
      }
  });
});

test("a number written in a cell fits it", () => {
  let numbers = 0;
  everyScene((scene, what) => {
    const widest = Math.max(0, ...scene.marks.flatMap((mark) => (mark.kind === "cells" ? [mark.cw] : [])));
    for (const mark of scene.marks) {
      if (mark.kind !== "text" || mark.align !== "middle" || !/^[-−]?(\d+\.\d\d|Inf.*)$/.test(mark.text))
        continue;
      numbers++;
      assert.ok(measure(mark.text) < widest, `${what}: ${mark.text} in ${widest} px`);
    }
  });
  assert.ok(numbers > 20, `${numbers}`);
});

/** The things along the windowed axes. @type {Record<string, string>} */
const ALONG = {
  H: "head",
  G: "head",
  H_kv: "kv-head",
  "H_kv*G": "head",
  T: "token",
  T_k: "key",
  T_q: "query",
}; // along all others features

test("windowed axes are described below the cells", () => {
  const seen = new Set();
  everyScene((scene, what) => {
    const said = scene.marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : [])).join("\n");
    for (const part of scene.parts)
      for (const { axis, from, count, of } of windows(part.tensor.layout)) {
        if (axis === "B") {
          assert.ok(said.includes(`sentence ${from + 1} of ${of}`), `${what}: ${said}`);
          continue;
        }
        const range = count > 1 ? `s ${from} to ${from + count - 1}` : ` ${from}`;
        const told = `${ALONG[axis] ?? "feature"}${range} of ${of}`.replace("querys", "queries");
        assert.ok(said.includes(told), `${what}: ${told} in\n${said}`);
        seen.add(axis);
      }
  });
  assert.ok(seen.size >= 5, `${[...seen]}`);
});

test("hovering moves no window; panning moves the windows of all tensors along an axis", () => {
  const picture = /** @type {import("./support/pictures.js").Picture} */ (PICTURES.get("512 tokens"));
  const spans = (/** @type {object} */ more) =>
    ["scores", "weights", "context", "k_t"].flatMap((id) => {
      const step = /** @type {any} */ (picture.step(id));
      const view = { picture, step, selection: { ...SELECTION, token: 511, key: 511 }, ...more };
      return stageScene(view, { width: 940, palette: LIGHT, measure }).parts.flatMap(({ tensor }) => [
        tensor.layout.rows,
        tensor.layout.cols,
      ]);
    });
  assert.deepEqual(spans({ held: SELECTION }), spans({ selection: SELECTION }), "previewed");
  for (const { axis, from, count, of } of spans({ panned: { key: 37, token: 290 } })) {
    if (axis === "T_k" && count < of) assert.equal(from, 37, axis);
    if (axis === "T_q") assert.equal(from, Math.min(290, of - count), "as far as there are any");
  }
});

test("inputs of a traced number are outlined in every tensor that contains them", () => {
  const picture = /** @type {import("./support/pictures.js").Picture} */ (PICTURES.get("opening"));
  const step = /** @type {any} */ (picture.step("scores"));
  const lit = originsOf(picture.operations, step, [0, 3, 7, 2], picture.steps);
  const outlines = (/** @type {object} */ more) =>
    stageScene(
      { picture, step, selection: NOTHING, ...more },
      { width: 940, palette: LIGHT, measure },
    ).marks.flatMap((mark) => (mark.kind === "rect" && mark.stroke === LIGHT.ink ? [mark] : []));
  assert.equal(outlines({}).length, 0);
  assert.equal(outlines({ lit }).length, 1, "the one score");
  const before = stageScene(
    { picture, step: /** @type {any} */ (picture.step("q_split")), selection: NOTHING, lit },
    { width: 940, palette: LIGHT, measure },
  );
  const [q, split] = before.parts.map(({ tensor }) => tensor.lit?.map(({ from, to }) => to - from + 1));
  assert.deepEqual(
    [q, split],
    [
      [1, 1, 8],
      [1, 1, 1, 8],
    ],
  );
  const boxes = before.marks.filter((mark) => mark.kind === "rect" && mark.stroke === LIGHT.ink);
  assert.equal(boxes.length, 2, "the query's row of its head, before and after");
});

/** @param {import("../../web/walk/draw/stage.js").Step} step */
const tokensMeet = ({ axes, inputs }) =>
  axes.includes("T_k") || inputs.some((id) => id.startsWith("weights"));

test("every step's picture has the same height, so that nothing below moves, and every head has its role", () => {
  for (const [i, [name, picture]] of [...PICTURES].entries())
    for (const width of widthsOf(i, [288, 358, 600, 798, 864, 1272])) {
      for (const step of picture.steps) {
        const view = { picture, step, selection: SELECTION, note: habitOf(picture, step, {}) };
        const scene = stageScene(view, { width, palette: LIGHT, measure });
        const what = `${name}, ${step.id} in ${width} px`;
        // Pictures of many tokens or heads, and on a phone of tokens by tokens, scroll.
        const high = !/tokens$|32 heads/.test(name) && (width > 620 || (width > 300 && !tokensMeet(step)));
        if (high) assert.ok(scene.height <= stageHeight(width), `${what}: ${scene.height}`);
        if (
          name !== "opening" ||
          !step.axes.includes("T_k") ||
          !scene.parts.some(({ role }) => role === "whole")
        )
          continue;
        const said = scene.marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []));
        const habits = said.filter((text) => /^(prev|next|first|diag|near|broad|no )/.test(text));
        assert.equal(habits.length, 8, `${what}: ${said.join("|")}`);
      }
    }
});

test("a trained head's role keeps the word that the edge leaves, before its figure and before “its”", () => {
  const picture = /** @type {import("./support/pictures.js").Picture} */ (PICTURES.get("opening"));
  const note = () => "it → its noun 1.00";
  const short = new Set();
  for (const width of [358, 600, 798, 864, 1272])
    for (const id of ["scores", "weights"]) {
      const step = /** @type {any} */ (picture.step(id));
      const view = { picture, step, selection: SELECTION, note };
      const { marks } = stageScene(view, { width, palette: LIGHT, measure });
      const said = marks.flatMap((mark) =>
        mark.kind === "text" && /noun/.test(mark.text) ? [mark.text] : [],
      );
      assert.equal(said.length, 8, `${id} in ${width} px`);
      said.forEach((text) => short.add(text));
    }
  const forms = ["it → its noun 1.00", "it → noun 1.00", "it → noun"];
  assert.deepEqual(
    [...short].filter((text) => !forms.includes(text)),
    [],
  );
  assert.ok(short.size > 1, "some are shortened");
});

test("attention shows every head, its cells square and its scale stated", () => {
  const picture = /** @type {import("./support/pictures.js").Picture} */ (PICTURES.get("opening"));
  const step = /** @type {any} */ (picture.step("weights"));
  for (const width of WIDTHS) {
    const scene = stageScene({ picture, step, selection: NOTHING }, { width, palette: LIGHT, measure });
    const maps = scene.marks.filter((mark) => mark.kind === "cells" && mark.rows === 12 && mark.cols === 12);
    assert.equal(maps.length, 8);
    const texts = scene.marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []));
    assert.ok(texts.includes("0") && texts.some((text) => /^1( · |$)/.test(text)), texts.join("|"));
  }
});

/** The ranges in a step's picture. @param {import("./support/pictures.js").Picture} picture @param {string} id @param {boolean} [largest] */
function ranges(picture, id, largest) {
  const step = /** @type {any} */ (picture.step(id));
  const view = { picture, step, selection: NOTHING, largest };
  const { parts } = stageScene(view, { width: 940, palette: LIGHT, measure });
  return parts.map(({ tensor: { scale } }) => [scale.min, scale.max]);
}

test("attention is drawn on 0 to 1, so that flat maps are pale, or up to its largest weight", () => {
  for (const change of /** @type {const} */ ([{ weights: "random" }, { weights: "small", kvHeads: 2 }])) {
    const picture = pictureOf({ ...change, causal: false });
    const largest = Math.max(...picture.values("weights"));
    assert.ok(largest < 0.6, `${largest}`);
    for (const id of ["weights", ...("kvHeads" in change ? ["weights_groups"] : [])]) {
      assert.deepEqual(ranges(picture, id), [[0, 1]]);
      assert.deepEqual(ranges(picture, id, true), [[0, largest]]);
    }
    assert.deepEqual(ranges(picture, "kvHeads" in change ? "context_groups" : "context")[0], [0, 1]);
    const signed = ranges(picture, "scores", true)[0];
    assert.equal(signed[0], -signed[1], "scores are no weights");
  }
});

test("scores before and after scaling and masking have one colour scale, so that scaled scores look paler", () => {
  for (const change of [{}, { kvHeads: 2 }]) {
    const picture = pictureOf({ causal: true, ...change });
    const [before] = ranges(picture, "scores").slice(-1);
    assert.equal(before[1], Math.max(...picture.values("scores").map(Math.abs)));
    for (const id of ["scaled", "masked"]) assert.deepEqual(ranges(picture, id), [before], id);
  }
});

test("a scaled tensor and its input have one scale, whichever is larger", () => {
  for (const factor of [0.5, 3]) {
    const picture = layerPicture({}, { headScale: [1, factor, 1] });
    const most = (/** @type {string} */ id) => Math.max(...picture.values(id).map(Math.abs));
    const larger = Math.max(most("context"), most("context_scaled"));
    assert.deepEqual(ranges(picture, "context_scaled"), [
      [-larger, larger],
      [-larger, larger],
    ]);
  }
});

test("masked pairs, and only they, have strokes and no colour", () => {
  const picture = /** @type {import("./support/pictures.js").Picture} */ (PICTURES.get("opening"));
  const step = /** @type {any} */ (picture.step("masked"));
  const { marks } = stageScene(
    { picture, step, selection: NOTHING },
    { width: 940, palette: LIGHT, measure },
  );
  const maps = marks.flatMap((mark) => (mark.kind === "cells" && mark.rows === 12 ? [mark] : []));
  for (const { rgba } of maps)
    rgba.forEach((color, i) => assert.equal(color === 0, i % 12 > Math.floor(i / 12), `cell ${i}`));
  const strokes = marks.flatMap((mark) => (mark.kind === "path" ? [...mark.d.matchAll(/M/g)] : []));
  assert.equal(strokes.length, 8 * 66 * 3, "three strokes a pair");
});

test("a number written in a cell can be read on its colour", () => {
  let numbers = 0;
  for (const palette of [LIGHT, DARK])
    for (const weights of /** @type {const} */ (["constructed", "random"])) {
      const picture = pictureOf({ tokens: ["a", "b", "a"], heads: 2, dModel: 8, weights });
      for (const step of picture.steps) {
        const { marks } = stageScene(
          { picture, step, selection: NOTHING },
          { width: 1200, palette, measure },
        );
        const cells = marks.flatMap((mark) => (mark.kind === "cells" && mark.cw > 1 ? [mark] : []));
        for (const mark of marks) {
          // Numbers in cells are centred; those of a legend stand beside its bar.
          if (mark.kind !== "text" || mark.align !== "middle" || !/^-?\d+\.\d\d$/.test(mark.text)) continue;
          numbers++;
          const map = cells.find(
            (m) =>
              mark.x > m.x && mark.x < m.x + m.cols * m.cw && mark.y > m.y && mark.y < m.y + m.rows * m.ch,
          );
          assert.ok(map);
          const col = Math.floor((mark.x - map.x) / map.cw);
          const row = Math.floor((mark.y - map.y) / map.ch);
          const color = unpackColour(map.rgba[row * map.cols + col]);
          const ratio = contrast(mark.fill, color);
          assert.ok(ratio >= 4.5, `${step.id}: ${mark.text} ${mark.fill} on ${color}: ${ratio.toFixed(2)}`);
        }
      }
    }
  assert.ok(numbers > 20, `${numbers}`);
});

test("the element under a point is returned with its tensor", () => {
  const picture = /** @type {import("./support/pictures.js").Picture} */ (PICTURES.get("opening"));
  const step = /** @type {any} */ (picture.step("q_heads"));
  const scene = stageScene({ picture, step, selection: NOTHING }, { width: 940, palette: LIGHT, measure });
  const [before, after] = scene.parts;
  assert.deepEqual(hitStage(scene, before.x + 1, before.y + before.tensor.layout.slices[0].y + 1), {
    id: "q_split",
    index: [0, 0, 0, 0],
  });
  const last = after.tensor.layout.slices[7];
  assert.deepEqual(hitStage(scene, after.x + last.x + 1, after.y + last.y + 1), {
    id: "q_heads",
    index: [0, 7, 0, 0],
  });
  assert.equal(hitStage(scene, after.x - 3, 3), null);
});
