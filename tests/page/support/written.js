import assert from "node:assert/strict";
import { measure, pictureOf, words } from "./pictures.js";

/**
 * Positions of a scene's texts, and whether texts overlap.
 *
 * @typedef {{ text: string, x: number, y: number, w: number, h: number }} Box
 */

/** The settings and widths with which every picture is tested. */
export const CONFIGURATIONS = new Map([
  ["one kv-head", pictureOf({ kvHeads: 1, causal: true })],
  ["two kv-heads", pictureOf({ kvHeads: 2 })],
  ["32 heads", pictureOf({ dModel: 1024, heads: 32 })],
  ["two sentences", pictureOf({ keyTokens: ["What", "did", "not", "cross", "it", "?"] })],
  ["a batch", pictureOf({ batchTokens: ["It", "was", "late", "."], causal: true })],
  ["60 tokens", pictureOf({ tokens: words(60) })],
  ["512 tokens", pictureOf({ tokens: words(512), dModel: 128 })],
]);
export const WIDTHS = [358, 900, 1216, 1300];

/** @param {readonly import("../../../web/kit/draw/marks.js").Mark[]} marks @returns {Box[]} */
export const written = (marks) =>
  marks.flatMap((mark) => {
    if (mark.kind !== "text") return [];
    const size = mark.size ?? 12.5;
    const w = measure(mark.text.trimEnd(), size);
    const x = mark.x - { start: 0, middle: w / 2, end: w }[mark.align ?? "start"];
    return [{ text: mark.text, x, y: mark.y - size * 0.75, w, h: size * 0.75 }];
  });

/**
 * Fails if a text crosses the scene's edge or overlaps another text.
 * @param {import("../../../web/kit/draw/marks.js").Scene} scene @param {string} what
 */
export function assertLegible({ marks, width, height }, what) {
  const boxes = written(marks);
  for (const [i, a] of boxes.entries()) {
    const inside = a.x >= 0 && a.x + a.w <= width + 0.01 && a.y >= 0 && a.y + a.h <= height;
    assert.ok(inside, `${what}: «${a.text}» is cut: ${JSON.stringify(a)} in ${width} x ${height}`);
    for (const b of boxes.slice(i + 1)) {
      if (a.y === b.y && Math.abs(a.x + measure(a.text) - b.x) < 0.01) continue; // one line in two colours
      const apart =
        a.x + a.w + 2 <= b.x || b.x + b.w + 2 <= a.x || a.y + a.h + 1 <= b.y || b.y + b.h + 1 <= a.y;
      assert.ok(apart, `${what}: «${a.text}» touches «${b.text}»: ${JSON.stringify([a, b])}`);
    }
  }
}

/** Points along an SVG path of M, H, L, C, Z in absolute coordinates, 2 px apart or nearly, where it is not far outside. @param {string} d */
export function pointsAlong(d) {
  /** @type {{ x: number, y: number }[]} */
  const points = [];
  const near = (/** @type {number} */ at) => Math.max(-50, Math.min(at, 2000));
  let [x, y] = [0, 0];
  for (const [, letter, numbers] of d.matchAll(/([MHLCZ])([^MHLCZ]*)/g)) {
    const n = [...numbers.matchAll(/-?\d*\.?\d+(?:e-?\d+)?/g)].map(Number);
    const [toX, toY] = { M: n, L: n, C: n.slice(4), H: [n[0], y] }[letter] ?? [x, y];
    if (letter === "C") points.push(...curve([x, n[0], n[2], toX].map(near), [y, n[1], n[3], toY]));
    else if (letter !== "M") points.push(...curve([x, x, toX, toX].map(near), [y, y, toY, toY]));
    [x, y] = [toX, toY];
  }
  return points;
}

/** A cubic curve's points, from its four x and y. @param {number[]} xs @param {number[]} ys */
function curve(xs, ys) {
  const legs = [1, 2, 3].map((i) => Math.hypot(xs[i] - xs[i - 1], ys[i] - ys[i - 1]));
  const count = Math.ceil((legs[0] + legs[1] + legs[2]) / 2) || 1;
  return Array.from({ length: count + 1 }, (_, i) => {
    const [t, s] = [i / count, 1 - i / count];
    const mix = (/** @type {number[]} */ [a, b, c, d]) =>
      s ** 3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t ** 3 * d;
    return { x: mix(xs), y: mix(ys) };
  });
}

/** @param {Box} box @param {{ x: number, y: number }} point @param {number} [by] px within which the point counts as inside */
export const holds = (box, point, by = 0) =>
  point.x > box.x - by &&
  point.x < box.x + box.w + by &&
  point.y > box.y - by &&
  point.y < box.y + box.h + by;
