import { SCENES } from "../text/scenes.js";
import { say } from "../text/words.js";
import { factorsOfScore, isRootOf, scoreOf } from "../state/score.js";
import { decimals, formatNumber } from "./legend.js";
import { path, rect, text } from "./marks.js";
import { shortenWord } from "./tensor-labels.js";

/**
 * The score of a query and a key, product by product: bars that add up to the score, and the following steps to the weight.
 *
 * @typedef {import("../state/head.js").DrawnHead} Head
 * @typedef {import("./marks.js").Mark} Mark
 * @typedef {import("./marks.js").Surface} Surface
 */

const LINE = { least: 17, most: 26, all: 300 }; // px per feature, and of all together if they have the room
const MOST = 24; // features in view
const COLUMN = 62; // px for a number
const TOP = 44;
const BAR = 9;

/**
 * @param {Head} of a picture with a layer
 * @param {Surface} surface
 * @param {number} feature that must be in view
 * @returns {import("./marks.js").Scene}
 */
export function productsScene(of, surface, feature) {
  const { palette } = surface;
  const said = say(SCENES, surface);
  const factors = /** @type {NonNullable<ReturnType<typeof factorsOfScore>>} */ (factorsOfScore(of));
  const { products } = of.picture.run.meeting(of.head, of.query, of.key);
  const count = Math.min(MOST, products.data.length);
  const first = Math.min(Math.floor(feature / count) * count, products.data.length - count);
  const bars = { x: 3 * COLUMN, w: Math.max(60, surface.width - 4 * COLUMN) };
  const sums = running(products.data);
  const reach = [...sums, 0];
  const [low, high] = [Math.min(...reach), Math.max(...reach)];
  const place = (/** @type {number} */ value) => bars.x + (bars.w * (value - low)) / (high - low || 1);
  const line = Math.max(LINE.least, Math.min(LINE.most, LINE.all / count));
  const y = (/** @type {number} */ row) => TOP + (row + 0.5) * line;
  const [query, key] = [of.tokens[of.query], of.keyTokens[of.key]].map((word) => shortenWord(word));
  const right = { fill: palette.muted, align: /** @type {const} */ ("end") };
  const rows = Array.from({ length: count }, (_, row) => first + row);
  const end = TOP + count * line + 8;
  const made = scoreOf(of);
  return {
    width: surface.width,
    height: Math.ceil(end + 24 + made.length * 20 + 6),
    marks: [
      text({
        x: 0,
        y: 13,
        text: said.products({ query, key }),
        fill: palette.ink,
      }),
      ...["q", "k", "q · k"].map((name, i) =>
        text({ ...right, x: (i + 1) * COLUMN - 12, y: TOP - 8, text: name }),
      ),
      text({ x: bars.x, y: TOP - 8, text: said.added, fill: palette.muted }),
      path({ d: `M${place(0)} ${TOP}V${end - 4}`, stroke: palette.muted, line: 0.75 }),
      ...rows.flatMap((c, row) => [
        ...[factors.query[c], factors.key[c], products.data[c]].map((value, i) =>
          text({
            x: (i + 1) * COLUMN - 12,
            y: y(row) + 4,
            text: decimals(value, 2),
            fill: i < 2 ? palette.muted : palette.ink,
            align: "end",
          }),
        ),
        ...barMarks(place(c ? sums[c - 1] : 0), place(sums[c]), y(row), surface),
      ]),
      text({
        x: 0,
        y: end + 10,
        text: shownOf(first, count, products.data.length, surface),
        fill: palette.muted,
      }),
      ...made.map((each, i) =>
        lineMark(
          each,
          i ? made[i - 1].value : null,
          { y: end + 32 + i * 20, width: products.data.length, query },
          surface,
        ),
      ),
    ],
  };
}

/**
 * A product's bar starts at the sum of the previous ones. Positive products point right; negative ones point left and are hollow.
 * @param {number} from @param {number} to @param {number} y @param {Surface} surface @returns {Mark[]}
 */
function barMarks(from, to, y, { palette }) {
  const adds = to >= from;
  const box = { x: Math.min(from, to), y: y - BAR / 2, w: Math.max(1, Math.abs(to - from)), h: BAR };
  return [
    rect(
      adds
        ? { ...box, fill: palette.axis.d }
        : { ...box, fill: palette.paper, stroke: palette.axis.d, line: 1.25 },
    ),
  ];
}

/**
 * A step's number, and its computation from the previous one.
 * @param {{ step: import("../../core/types.js").Step, value: number }} made @param {number | null} before
 * @param {{ y: number, width: number, query: string }} at  position, and the width of the head @param {Surface} surface
 */
function lineMark({ step: { id, op, attributes }, value }, before, { y, width, query }, surface) {
  const { palette } = surface;
  const said = say(SCENES, surface);
  const { factor } = attributes;
  const from = formatNumber(before ?? 0, 4);
  const how =
    before === null
      ? said.sumOf
      : typeof factor === "number"
        ? `${from} × ${formatNumber(factor)}${isRootOf(factor, width) ? said.root(width) : ""}`
        : op === "softmax"
          ? said.softmax(query)
          : said.done({ op, from });
  return text({ x: 0, y, text: `${id} = ${formatNumber(value, 4)} (${how})`, fill: palette.ink, mono: true });
}

/** Cumulative sums. @param {Float32Array} products */
function running(products) {
  let sum = 0;
  return Array.from(products, (product) => (sum += product));
}

/** @param {number} first @param {number} count @param {number} of @param {import("./marks.js").Surface} surface */
const shownOf = (first, count, of, surface) =>
  count < of ? say(SCENES, surface).features({ from: first, to: first + count - 1, of }) : "";
