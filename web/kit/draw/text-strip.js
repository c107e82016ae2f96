import { legendMarks } from "./legend.js";
import { rect, text } from "./marks.js";
import { legibleOn, unpackColour } from "./palette.js";
import { scaleOf } from "./scale.js";
import { shownSpan } from "./slices.js";
import { captionOf } from "./staged.js";
import { shortenWord } from "./tensor-labels.js";
import { rowOf } from "../state/head.js";
import { startAlong } from "../state/selection.js";
import { SCENES } from "../text/scenes.js";
import { say } from "../text/words.js";

/**
 * The text as a strip, each token coloured by the weight that the query gives it; of several queries, by the mean.
 *
 * @typedef {import("../state/head.js").DrawnHead} Head
 * @typedef {import("./marks.js").Surface} Surface
 *
 * @typedef {object} Chip a token's place
 * @property {number} at index of the token
 * @property {"query" | "key"} of
 * @property {string} word
 * @property {number} x
 * @property {number} y
 * @property {number} w
 */

const TOP = 28;
const HIGH = 22; // px of a chip
const LINE = 27;
const PAD = 5;
const GAP = 3;
const ROOM = 2200; // px² of a chip and its surroundings: how many tokens are shown goes with the width
const MOST_WORDS = 3; // in the title

/**
 * @param {Head} of
 * @param {Surface} surface
 * @param {{ held: Pick<Head, "item" | "head" | "query" | "key">, panned: import("../state/selection.js").Panned, asking: readonly number[],
 *   look: { each: boolean, log: boolean, colormap: string } }} how held: element that windows are placed around; asking: queries besides the selected one
 * @returns {import("./marks.js").Scene & { hit: (x: number, y: number) => { query?: number, key?: number } | null }}
 */
export function textScene(of, surface, { held, panned, asking, look }) {
  const { palette } = surface;
  const { step, tokens, keyTokens } = of;
  const query = asking.length ? held.query : of.query; // with several queries, the token under the pointer is not one of them
  const queries = [query, ...asking.filter((at) => at < of.queries && at !== query)];
  const weights = meanOf(of, queries);
  const scale = scaleOf([weights], true, look.each, look.log);
  const ramp = palette.colormap(look.colormap);
  const isOne = tokens === keyTokens;
  const most = Math.max(20, Math.floor((surface.width * 440) / ROOM));
  const [rows, cols] = [2, 3].map((axis) =>
    shownSpan(
      step.axes,
      step.shape,
      [held.item, held.head, held.query, isOne ? held.query : held.key],
      axis,
      isOne ? most : Math.ceil(most / 2),
      startAlong(step.axes[axis], panned),
    ),
  );
  const above = isOne ? null : chipsOf(tokens, rows, "query", surface, TOP);
  const asked = chipsOf(
    keyTokens,
    cols,
    isOne ? "query" : "key",
    surface,
    above ? above.bottom + LINE / 2 : TOP,
  );
  const chips = [...(above?.chips ?? []), ...asked.chips];
  const legend = asked.bottom + 8;
  // For one text, the caption names the window of the keys only; the queries have the same.
  const rowsInCaption = isOne ? { ...cols, from: 0, count: cols.of } : rows;
  const caption = captionOf(
    { sliced: null, groups: null, rows: rowsInCaption, cols },
    surface,
    surface.width,
  );
  const marks = chips.flatMap(({ at, of: side, word, x, y, w }) => {
    const isAsked = isOne || side === "key";
    const colour = ramp[scale.index(weights[at])];
    const asks = side === "query" && queries.includes(at);
    return [
      ...(isAsked ? [rect({ x, y, w, h: HIGH, radius: 4, fill: unpackColour(colour) })] : []),
      ...(asks ? [rect({ x, y, w, h: HIGH, radius: 4, stroke: palette.axis.T, line: 2 })] : []),
      text({
        ...{ x: x + PAD, y: y + 15.5, text: word, bold: asks },
        fill: isAsked ? legibleOn(colour) : palette.ink,
      }),
    ];
  });
  const named = queries.slice(0, MOST_WORDS).map((at) => shortenWord(tokens[at], 12));
  const title = say(SCENES, surface).asks(queries.length > MOST_WORDS ? [...named, "…"] : named);
  return {
    width: surface.width,
    height: Math.ceil(legend + 44 + caption.length * 18), // with a line for a note below
    marks: [
      text({ x: 0, y: 13, text: title, fill: palette.ink }),
      ...marks,
      ...legendMarks(surface, scale, ramp, {
        x: 0,
        y: legend,
        width: Math.min(180, surface.width / 3),
        room: surface.width,
      }),
      ...caption.map((line, i) => text({ x: 0, y: legend + 32 + i * 18, text: line, fill: palette.muted })),
    ],
    hit(x, y) {
      const chip = chips.find(
        (each) => x >= each.x && x < each.x + each.w + GAP && y >= each.y && y < each.y + LINE,
      );
      return chip ? { [chip.of]: chip.at } : null;
    },
  };
}

/** The mean of the rows of some queries. @param {Head} of @param {readonly number[]} queries */
function meanOf(of, queries) {
  if (queries.length === 1) return rowOf(of, queries[0]);
  const mean = new Float32Array(of.keys);
  for (const query of queries)
    rowOf(of, query).forEach((weight, key) => (mean[key] += weight / queries.length));
  return mean;
}

/**
 * Places words one after another, in lines.
 * @param {readonly string[]} tokens @param {import("./slices.js").Span} shown @param {Chip["of"]} of @param {Surface} surface @param {number} top
 * @returns {{ chips: Chip[], bottom: number }}
 */
function chipsOf(tokens, shown, of, { width, measure }, top) {
  /** @type {Chip[]} */
  const chips = [];
  let [x, y] = [0, top];
  for (let at = shown.from; at < shown.from + shown.count; at++) {
    const word = shortenWord(tokens[at], 20);
    const w = Math.ceil(measure(word, undefined, true)) + 2 * PAD;
    if (x > 0 && x + w > width) [x, y] = [0, y + LINE];
    chips.push({ at, of, word, x, y, w });
    x += w + GAP;
  }
  return { chips, bottom: y + LINE };
}
