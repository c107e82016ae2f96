import { wordsOf } from "../../kit/text/steps.js";

/**
 * Labels of the map: the name of every column, and as many shapes as fit, with priority for the current step's.
 *
 * @typedef {import("./track.js").Station} Station
 *
 * @typedef {object} Label  label of a station
 * @property {string[]} lane   text above: the lane's name at its start, and the step's own name if it differs from the column's
 * @property {number} over    baseline of the text in `lane`
 * @property {boolean} sized   whether the shape follows the text in `lane`
 * @property {number} name     baseline of the column's name, for the station that carries it
 * @property {number} shape    baseline of the shape
 * @property {boolean} shaped  whether there is room for the shape
 *
 * @typedef {{ x: number, y: number, half: number, of?: Station }} Box  a line of text centred on x, with baseline y
 */

const WIDE = { name: 7.2, shape: 7.6 }; // px per character
const GAP = 6; // px between texts
const ROW = 12; // px; closer baselines overlap
const RING = 8; // px
export const FOCUS = 11.5; // px, outer radius of the ring around the focused station; texts keep clear of it
const OVER = { text: 16, shape: 14, name: 29 }; // px: baselines above a station
const BESIDE = 0.5; // share of the pitch after which a line from another lane is level

/** @param {import("./track.js").Track} track @param {string} current @param {import("../../kit/text/words.js").Localized} [speaker] @returns {Map<Station, Label>} */
export function labelsOf({ stations, pitch }, current, speaker) {
  const labels = new Map(stations.map((station) => [station, labelOf(station, speaker)]));
  /** @type {Box[]} */
  const taken = [];
  for (const [station, { lane, name }] of labels) {
    const { x, y, step, label } = station;
    taken.push({ x, y: y + ROW / 2, half: RING, of: station });
    if (lane.length) taken.push({ x, y: y - OVER.text, half: halfOf(lane.join(" "), "name"), of: station });
    if (label !== "none")
      taken.push({ x, y: name, half: halfOf(wordsOf(step, speaker).name, "name"), of: station });
  }
  const inTurn = [...stations].sort((a, b) => Number(b.step.id === current) - Number(a.step.id === current));
  for (const station of inTurn) {
    const label = /** @type {Label} */ (labels.get(station));
    const { x, y, step, named } = station;
    const shape = step.shape.join("×");
    const place = (/** @type {number} */ baseline, /** @type {number} */ half) => {
      const box = { x, y: baseline, half, of: station };
      const free =
        half < pitch * BESIDE && taken.every((other) => other.of === station || areApart(box, other));
      if (free) taken.push(box);
      return free;
    };
    if (station.label !== "none") label.shaped = place(label.shape, halfOf(shape, "shape"));
    else if (shape !== named.shape.join("×"))
      label.sized = place(y - OVER.text, halfOf([...label.lane, shape].join(" "), "shape"));
  }
  return labels;
}

/** @param {Station} station @param {import("../../kit/text/words.js").Localized} [speaker] @returns {Label} */
function labelOf({ step, y, label, named }, speaker) {
  const own = wordsOf(step, speaker).name;
  const starts = step.lane && step.op === "linear" ? [step.lane.toUpperCase()] : [];
  const [name, shape] = label === "above" ? [y - OVER.name, y - OVER.shape] : [y + 22, y + 37];
  return {
    lane: own === wordsOf(named, speaker).name ? starts : [...starts, own],
    over: y - OVER.text,
    sized: false,
    name,
    shape,
    shaped: false,
  };
}

/** Half the width of a text; full-width letters count as two. @param {string} words @param {keyof typeof WIDE} kind */
const halfOf = (words, kind) => ((words.length + (words.match(FULL)?.length ?? 0) * 0.8) * WIDE[kind]) / 2;

const FULL = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** @param {Box} a @param {Box} b */
const areApart = (a, b) => Math.abs(a.y - b.y) >= ROW || Math.abs(a.x - b.x) >= a.half + b.half + GAP;
