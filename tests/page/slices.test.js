import assert from "node:assert/strict";
import test from "node:test";
import { SLICE_GAP } from "../../web/kit/draw/grid.js";
import { cellOf, indexAt, layoutTensor, windows } from "../../web/kit/draw/slices.js";
import { indices } from "./support/pictures.js";

/** @typedef {import("../../web/kit/draw/slices.js").Layout} Layout */
/** @typedef {import("../../web/kit/draw/grid.js").Room} Room */

/** @typedef {import("../../web/kit/draw/slices.js").Span} Span */

/** The tensors of steps for one sentence of T tokens. @param {number} T @param {number} heads @param {number} d */
const TENSORS = (T, heads, d) => ({
  x: { axes: ["B", "T", "d_model"], shape: [1, T, heads * d], room: {} },
  q_split: { axes: ["B", "T", "H", "d_k"], shape: [1, T, heads, d], room: { top: 24 } },
  q_heads: { axes: ["B", "H", "T", "d_k"], shape: [1, heads, T, d], room: { title: 26 } },
  k_t: { axes: ["B", "H", "d_k", "T"], shape: [1, heads, d, T], room: { title: 26 } },
  k_groups: {
    axes: ["B", "H_kv", "G", "T", "d_k"],
    shape: [1, Math.ceil(heads / 2), 2, T, d],
    room: { title: 26, least: 34 },
  },
  one_slice: { axes: ["B", "H", "d_k", "T"], shape: [1, heads, d, T], room: { title: 26, slices: 1 } },
  weights: {
    axes: ["B", "H", "T_q", "T_k"],
    shape: [1, heads, T, T],
    room: { title: 26, square: true, slices: Infinity, maxCell: 64 },
  },
});

const SIZES = [
  [1, 1, 1],
  [1, 96, 1],
  [2, 8, 8],
  [12, 8, 8],
  [12, 1, 64],
  [12, 64, 1],
  [13, 3, 7],
  [60, 16, 64],
  [512, 8, 8],
  [512, 1, 1024],
  [512, 96, 10],
];
const WIDTHS = [320, 390, 500, 700, 1000, 1440, 2500].map((page) => page - 32);

/** Calls `check` for every tensor in every room of the page. @param {(layout: Layout, room: Room, what: string, focus: number[]) => void} check */
function everywhere(check) {
  for (const [T, heads, d] of SIZES)
    for (const [name, { axes, shape, room: of }] of Object.entries(TENSORS(T, heads, d)))
      for (const page of WIDTHS)
        for (const width of [page, Math.floor(page / 2 - 130)].filter((w) => w > 100)) {
          const room = { width, height: 300, ...of };
          for (const at of [0, 0.6, 1]) {
            const focus = shape.map((size) => Math.min(size - 1, Math.floor(size * at)));
            check(layoutTensor(axes, shape, room, focus), room, `${name} (${shape}) in ${width} px`, focus);
          }
        }
}

test("every layout fits its width", () => {
  everywhere((layout, room, what) => assert.ok(layout.width <= room.width, `${what}: ${layout.width}`));
});

test("heads along the columns are all shown where cells of 3 px have room", () => {
  const { axes, shape, room } = TENSORS(12, 8, 8).q_split;
  for (const width of [64 * 3, 222, 64 * 3.5, 400]) {
    const { groups, cw } = layoutTensor(axes, shape, { width, height: 300, ...room }, [0, 0, 0, 0]);
    assert.equal(groups?.count, 8, `${width} px`);
    assert.ok(cw >= 3 && 64 * cw <= width, `${cw}`);
  }
  const narrow = layoutTensor(axes, shape, { width: 191, height: 300, ...room }, [0, 0, 0, 0]);
  assert.ok(narrow.groups && narrow.groups.count < 8 && narrow.cw >= 3.5, "no gain from smaller cells");
});

test("cells are large enough to distinguish, and those of heat maps are square", () => {
  everywhere(({ cw, ch }, room, what) => {
    assert.ok(cw >= 3 && ch >= 3, `${what}: ${cw} x ${ch}`);
    if (room.square) assert.equal(cw, ch, what);
  });
});

test("slices and their titles are inside the picture and never overlap", () => {
  everywhere((layout, room, what) => {
    const head = (room.title ?? 0) + (room.top ?? 0);
    const w = layout.cols.count * (layout.groups?.count ?? 1) * layout.cw;
    const h = layout.rows.count * layout.ch;
    const inside = layout.slices.every(
      ({ x, y }) => x >= 0 && y >= head && x + w <= layout.width && y + h <= layout.height,
    );
    assert.ok(inside, what);
    const apart = layout.slices.every((a, i) => {
      const next = [layout.slices[i + 1], layout.slices.find((s) => s.y > a.y && s.x === a.x)];
      return next.every((b) => !b || b.x >= a.x + w || b.y - head >= a.y + h || (b.x < a.x && b.y > a.y));
    });
    assert.ok(apart, what);
  });
});

test("the focus is in view", () => {
  everywhere((layout, _, what, focus) => assert.ok(cellOf(layout, focus), `${what}: ${focus}`));
});

test("windowed axes are reported, and no others", () => {
  everywhere((layout, _, what) => {
    const across = layout.cols.count * (layout.groups?.count ?? 1);
    const shown = layout.slices.length * layout.rows.count * across;
    const all = layout.shape.reduce((a, b) => a * b);
    assert.equal(windows(layout).length > 0, shown < all, `${what}: ${shown} of ${all}`);
    for (const { from, count, of } of windows(layout))
      assert.ok(from >= 0 && count > 0 && from + count <= of, `${what}: ${from} + ${count} of ${of}`);
  });
});

/**
 * The shown range along the named axes; joined axes are counted as in memory.
 * @param {Layout} layout @param {readonly number[]} focus @param {Span} window
 */
function shownAlong(layout, focus, { axis: name }) {
  const along = name.split("*").map((axis) => layout.axes.indexOf(axis));
  const index = focus.slice();
  return [...indices(along.map((axis) => layout.shape[axis]))].map((at) => {
    along.forEach((axis, i) => (index[axis] = at[i]));
    return cellOf(layout, index) !== null;
  });
}

test("the report of a window names its axis and the shown part", () => {
  everywhere((layout, _, what, focus) => {
    for (const window of windows(layout)) {
      const said = Array.from(
        { length: window.of },
        (_, i) => i >= window.from && i < window.from + window.count,
      );
      assert.deepEqual(shownAlong(layout, focus, window), said, `${what}: ${JSON.stringify(window)}`);
    }
  });
});

test("slices are one gap apart, or further if their titles need it", () => {
  everywhere((layout, room, what) => {
    const cells = layout.cols.count * (layout.groups?.count ?? 1) * layout.cw;
    const head = (room.title ?? 0) + (room.top ?? 0);
    const across = Math.max(cells, room.least ?? 0) + SLICE_GAP.x;
    const down = head + layout.rows.count * layout.ch + SLICE_GAP.y;
    const lines = Math.ceil(layout.slices.length / layout.columns);
    layout.slices.forEach(({ x, y }, n) => {
      assert.equal(x, (n % layout.columns) * across, what);
      assert.equal(y, Math.floor(n / layout.columns) * down + head, what);
    });
    assert.equal(layout.width, Math.min(layout.slices.length, layout.columns) * across - SLICE_GAP.x, what);
    assert.equal(layout.height, lines * down - SLICE_GAP.y, what);
  });
});

test("at least a dozen rows are shown in any room", () => {
  for (const square of [true, false]) {
    const { axes, shape } = square ? TENSORS(60, 2, 8).weights : TENSORS(60, 2, 8).x;
    const { rows, cols } = layoutTensor(axes, shape, { width: 80, height: 20, square, slices: 2 }, []);
    assert.equal(rows.count, 12);
    if (square) assert.ok(cols.count < 12, "no more columns than fit");
  }
});

test("the opening sentence's tensors are shown whole on a laptop's screen", () => {
  for (const [name, { axes, shape, room }] of Object.entries(TENSORS(12, 8, 8)))
    if (name !== "one_slice")
      assert.deepEqual(
        windows(layoutTensor(axes, shape, { width: 560, height: 300, ...room }, [])),
        [],
        name,
      );
});

test("every shown element has one cell, and each corner of the cell leads back to it", () => {
  for (const [T, heads, d] of [
    [12, 8, 8],
    [13, 3, 7],
    [1, 96, 1],
    [60, 2, 40],
  ])
    for (const { axes, shape, room } of Object.values(TENSORS(T, heads, d)))
      for (const width of [320, 700]) {
        const layout = layoutTensor(
          axes,
          shape,
          { width, height: 300, ...room },
          shape.map((n) => n - 1),
        );
        const places = new Set();
        for (const index of indices(shape)) {
          const cell = cellOf(layout, index);
          if (!cell) continue;
          places.add(`${cell.x},${cell.y}`);
          const [x, y] = [cell.x + cell.w, cell.y + cell.h];
          for (const at of [
            [cell.x + 0.01, cell.y + 0.01],
            [x - 0.01, y - 0.01],
            [cell.x + 0.01, y - 0.01],
          ])
            assert.deepEqual(indexAt(layout, at[0], at[1]), index, `${axes} (${shape}) in ${width} px`);
        }
        const across = layout.cols.count * (layout.groups?.count ?? 1);
        assert.equal(places.size, layout.slices.length * layout.rows.count * across);
      }
});

test("heat maps stand side by side for any number of tokens", () => {
  for (const T of [12, 100, 512])
    for (const [width, beside] of [
      [326, 2],
      [830, 3],
    ]) {
      const { weights, q_heads } = TENSORS(T, 8, 8);
      const maps = layoutTensor(weights.axes, weights.shape, { width, height: 440, ...weights.room }, []);
      assert.equal(maps.slices.length, 8);
      assert.ok(new Set(maps.slices.map(({ x }) => x)).size >= beside, `${T} tokens in ${width} px`);
      const heads = layoutTensor(q_heads.axes, q_heads.shape, { width, height: 300, ...q_heads.room }, []);
      assert.ok(new Set(heads.slices.map(({ x }) => x)).size >= beside, `${T} tokens in ${width} px`);
    }
});

test("points between and outside slices hit nothing", () => {
  const { axes, shape } = TENSORS(12, 8, 8).q_heads;
  const layout = layoutTensor(axes, shape, { width: 500, height: 300, title: 26 }, []);
  const [first, second] = layout.slices;
  assert.ok(second.x > first.x);
  for (const [x, y] of [
    [second.x - 2, first.y + 2],
    [first.x + 2, first.y - 2],
    [-1, first.y],
    [layout.width + 1, first.y],
  ])
    assert.equal(indexAt(layout, x, y), null, `${x}, ${y}`);
});

test("a window moves by whole windows, so that small steps do not shift it", () => {
  const at = (/** @type {number} */ token) =>
    layoutTensor(["B", "T", "d_model"], [1, 512, 8], { width: 300, height: 240 }, [0, token, 0]).rows;
  assert.equal(at(0).from, 0);
  assert.equal(at(1).from, 0);
  assert.equal(at(at(0).count).from, at(0).count);
  assert.equal(at(511).from + at(511).count, 512);
});

test("with forty words every head is shown, with smaller cells", () => {
  const { q_heads: of } = TENSORS(40, 8, 8);
  for (const width of [520, 620, 700, 860]) {
    const layout = layoutTensor(of.axes, of.shape, { width, height: 400, ...of.room }, [0, 2, 7, 1]);
    assert.deepEqual(windows(layout), [], `${width} px`);
    assert.equal(layout.slices.length, 8, `${width} px`);
  }
});
