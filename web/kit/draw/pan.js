import { panKey } from "../state/selection.js";

/**
 * @typedef {import("../state/selection.js").Panned} Panned
 * @typedef {import("./stage-parts.js").Part} Part
 * @typedef {{ x?: number, y?: number, dx: number, dy: number }} By  px; a move by keyboard has no position
 */

const BESIDE = 100; // px left of the cells for row labels, where a drag also pans

/** Turns drags into moves of windows by whole cells. Keeps the remainder for the next drag. */
export class Pan {
  #rest = { x: 0, y: 0 };

  /**
   * @param {readonly Part[]} parts @param {By} by  moves the tensor under the pointer; without a position, the step's result
   * @returns {Panned | null} null if no window can move further
   */
  by(parts, { x, y, dx, dy }) {
    const part = x === undefined || y === undefined ? parts.at(-1) : parts.find((each) => covers(each, x, y));
    if (!part) return null;
    const { cw, ch, cols, rows } = part.tensor.layout;
    const moved = { ...this.#along("x", dx, cw, cols), ...this.#along("y", dy, ch, rows) };
    return Object.keys(moved).length ? moved : null;
  }

  /** @param {"x" | "y"} side @param {number} by px @param {number} pitch @param {import("./slices.js").Span} window @returns {Panned} */
  #along(side, by, pitch, { axis, from, count, of }) {
    const key = panKey(axis);
    if (!by || !key) return {};
    const last = of - count;
    const rest = this.#rest[side] - by;
    const ends = from === (rest > 0 ? last : 0);
    const cells = ends ? 0 : Math.trunc(rest / pitch);
    this.#rest[side] = ends ? 0 : rest - cells * pitch;
    return ends ? {} : { [key]: Math.max(0, Math.min(from + cells, last)) };
  }
}

/** @param {Part} part @param {number} x @param {number} y */
const covers = ({ x: left, y: top, tensor: { layout } }, x, y) =>
  x >= left - BESIDE && x < left + layout.width && y >= top && y < top + layout.height;
