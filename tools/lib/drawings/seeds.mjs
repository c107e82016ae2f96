import { median, readResults } from "../one-head.mjs";
import { HEAD, INK, LINE, MUTED, TOKEN, disc, label, stroke } from "../motifs/ink.mjs";
import { WIDTH } from "./width.mjs";

const GUTTER = 72; // px, for the numbers of heads
const RIGHT = 8;
const ROW = 17; // px of a number of heads
const TITLE = 20;
const APART = 14; // px between tasks
/** Tasks of the page Train. */
const TASKS = /** @type {const} */ (["translation", "reference", "induction"]);

/** When models of ten seeds had 95 % right, by task and number of heads: a dot for each seed, a line at the median. @param {unknown} _ @param {import("./words.mjs").DrawingWords} words @returns {import("../chapter-pictures.mjs").Drawing} */
export function seeds(_, { seeds: words, comma, semicolon }) {
  const all = readResults();
  const most = Math.max(...all.map(({ steps }) => steps));
  const x = (/** @type {number} */ step) => GUTTER + ((WIDTH - GUTTER - RIGHT) * step) / most;
  /** @type {import("../motifs/ink.mjs").Mark[]} */
  const marks = [];
  /** @type {string[]} */
  const said = [];
  let y = 0;
  for (const task of TASKS) {
    const rows = all.filter((entry) => entry.task === task);
    marks.push(label(0, y + 13, words[task], { align: "start", fill: INK, bold: true }));
    y += TITLE;
    for (const { heads, steps, runs } of rows) {
      const middle = y + ROW / 2;
      const found = runs.map(({ solved }) => solved ?? Infinity);
      marks.push(
        label(0, middle + 4, words.heads(heads), { align: "start" }),
        stroke(`M${GUTTER} ${middle}H${x(steps)}`, LINE, 1),
        ...dots(found, steps, x, middle, heads === 1 ? TOKEN : HEAD),
        stroke(`M${x(median(found))} ${middle - 7}v14`, INK, 2),
      );
      y += ROW;
    }
    said.push(
      `${words[task]} ${rows.map(({ heads, runs }) => words.with(median(runs.map(({ solved }) => solved ?? Infinity)), heads)).join(comma)}`,
    );
    y += APART;
  }
  return {
    height: y + 6,
    marks: [
      ...marks,
      ...[0, most / 2, most].map((step) =>
        label(x(step), y + 2, step === most ? words.steps(step) : String(step), {
          align: step === most ? "end" : "middle",
          fill: MUTED,
        }),
      ),
    ],
    alt: words.alt(said.join(semicolon)),
  };
}

/**
 * Dots of the seeds, stacked where several are at one step. Seeds that never got there are rings behind the last step.
 * @param {readonly number[]} found steps @param {number} last step @param {(step: number) => number} x @param {number} y @param {string} colour
 */
function dots(found, last, x, y, colour) {
  return found.map((step, i) => {
    const same = found.slice(0, i).filter((other) => other === step).length;
    const at = Number.isFinite(step) ? x(step) : x(last) + 14;
    const dot = disc(at + (same % 2 ? 1 : -1) * Math.ceil(same / 2) * 4.2, y, 3.2, colour);
    return Number.isFinite(step) ? dot : { ...dot, fill: "none", stroke: colour, line: 1.5 };
  });
}
