import { SCENES } from "../text/scenes.js";
import { say } from "../text/words.js";
import { rowOf } from "../state/head.js";
import { startAlong } from "../state/selection.js";
import { path, text } from "./marks.js";
import { shownSpan } from "./slices.js";
import { captionOf } from "./staged.js";
import { gutterFor } from "./token-words.js";
import { wordsDown } from "./tensor-labels.js";

/**
 * A head's attention as arcs from queries to keys, with the weight as thickness: for every query the fewest keys that hold most of its
 * weight.
 *
 * @typedef {import("../state/head.js").DrawnHead} Head
 * @typedef {import("./marks.js").Mark} Mark
 */

export const MOST_OF_IT = 0.9; // share of a query's weight
const LINE = { least: 15, most: 30 }; // px per token
const TOP = 44;
const HIGH = 420;
const THICKEST = 9; // px for a weight of 1
const CROSS = 220; // px, largest distance between the two sides

/**
 * @param {Head} of
 * @param {import("./marks.js").Surface} surface
 * @param {{ held: Pick<Head, "item" | "head" | "query" | "key">, panned: import("../state/selection.js").Panned }} where  element that windows are placed around
 * @returns {import("./marks.js").Scene & { hit: (x: number, y: number) => { query?: number, key?: number } | null }}
 */
export function arcsScene(of, surface, { held, panned }) {
  const { palette } = surface;
  const { step, tokens, keyTokens } = of;
  const most = Math.floor(HIGH / LINE.least);
  const [rows, cols] = [2, 3].map((axis) =>
    shownSpan(
      step.axes,
      step.shape,
      [held.item, held.head, held.query, held.key],
      axis,
      most,
      startAlong(step.axes[axis], panned),
    ),
  );
  const ch = Math.max(LINE.least, Math.min(LINE.most, HIGH / Math.max(rows.count, cols.count)));
  const [left, right] = [gutterFor(tokens, surface), gutterFor(keyTokens, surface)];
  const across = Math.min(surface.width - left - right, CROSS);
  const from = Math.max(left, (surface.width - across - left - right) / 2 + left);
  const to = from + across;
  const lineOf = (/** @type {number} */ at) => TOP + (at + 0.5) * ch;
  const height = TOP + Math.max(rows.count, cols.count) * ch;
  const caption = captionOf({ sliced: null, groups: null, rows, cols }, surface, surface.width);
  const selected = fewestOf(of, of.query);
  /** @type {Mark[]} */
  const others = [];
  /** @type {Mark[]} */
  const own = [];
  for (let row = 0; row < rows.count; row++) {
    const query = rows.from + row;
    const chosen = query === of.query;
    for (const { key, weight } of chosen ? selected.keys : fewestOf(of, query).keys) {
      const col = key - cols.from;
      if (col < 0 || col >= cols.count) continue;
      const d = `M${from} ${lineOf(row)}C${from + across / 2} ${lineOf(row)} ${to - across / 2} ${lineOf(col)} ${to} ${lineOf(col)}`;
      const line = Math.max(0.75, weight * THICKEST);
      if (chosen) own.push(path({ d, stroke: palette.axis.H, line, alpha: 0.9 }));
      else others.push(path({ d, stroke: palette.muted, line, alpha: 0.16 }));
    }
  }
  const words = (
    /** @type {readonly string[]} */ all,
    /** @type {import("./slices.js").Span} */ rows,
    /** @type {number} */ chosen,
    /** @type {number} */ x,
  ) => wordsDown(surface, all, { rows, ch }, chosen, { x, y: TOP });
  return {
    width: surface.width,
    height: Math.ceil(height + 10 + caption.length * 18),
    marks: [
      text({
        x: from - 8,
        y: TOP - 12,
        text: say(SCENES, surface).queries,
        fill: palette.muted,
        align: "end",
      }),
      text({ x: to + 8, y: TOP - 12, text: say(SCENES, surface).keys, fill: palette.muted }),
      text({ x: 0, y: 13, text: saidOf(of, selected, surface), fill: palette.ink }),
      ...others,
      ...own,
      ...words(tokens, rows, of.query, from - 8),
      ...words(keyTokens, cols, of.key, to + 8).map((mark) =>
        mark.kind === "text" ? { ...mark, align: /** @type {const} */ ("start") } : mark,
      ),
      ...caption.map((line, i) => text({ x: 0, y: height + 20 + i * 18, text: line, fill: palette.muted })),
    ],
    hit(x, y) {
      const at = Math.floor((y - TOP) / ch);
      if (x < (from + to) / 2) return at >= 0 && at < rows.count ? { query: rows.from + at } : null;
      return at >= 0 && at < cols.count ? { key: cols.from + at } : null;
    },
  };
}

/** The fewest keys that hold most of a query's weight, largest first. @param {Head} of @param {number} query */
export function fewestOf(of, query) {
  const row = rowOf(of, query);
  const { order, held } = of.picture.rank(row);
  const enough = held.findIndex((sum) => sum >= MOST_OF_IT);
  const count = enough < 0 ? order.filter((key) => row[key] > 0).length : enough + 1;
  return { keys: order.slice(0, count).map((key) => ({ key, weight: row[key] })) };
}

/** @param {Head} of @param {ReturnType<typeof fewestOf>} fewest @param {import("./marks.js").Surface} surface */
const saidOf = ({ tokens, query }, { keys }, surface) =>
  say(SCENES, surface).fewest({
    ...{ token: tokens[query].slice(0, 12), keys: keys.length, percent: MOST_OF_IT * 100 },
  });
