import { wordsOf } from "../../kit/text/steps.js";

/**
 * The layer as a metro map: positions of stations and lines, without colours or words.
 *
 * @typedef {import("../../core/types.js").Step} Step
 *
 * @typedef {object} Station
 * @property {Step} step
 * @property {number} x
 * @property {number} y
 * @property {"above" | "below" | "none"} label  names on the main line stand above, on the lanes below
 * @property {Step} named  step whose name and shape label its column
 *
 * @typedef {object} Line
 * @property {string} from
 * @property {string} to
 * @property {string} d     SVG path data
 *
 * @typedef {object} Track
 * @property {Station[]} stations
 * @property {Line[]} lines
 * @property {number} pitch   px between stages
 * @property {number} width
 * @property {number} height
 */

const LANES = /** @type {Record<string, number>} */ ({ q: 34, k: 76, v: 118 });
const MAIN = LANES.k;
const HEIGHT = 164;
const MARGIN = 52; // px: half a label on either side

/**
 * @param {readonly Step[][]} stages
 * @param {number} width
 * @returns {Track}
 */
export function trackLayout(stages, width) {
  const columns = columnsOf(stages);
  const pitch = (width - 2 * MARGIN) / Math.max(1, ...columns.values());
  /** @type {Map<string, Station>} */
  const stations = new Map();
  for (const stage of stages)
    for (const step of stage) {
      const x = MARGIN + (columns.get(step.id) ?? 0) * pitch;
      stations.set(step.id, {
        step,
        x,
        y: step.lane ? LANES[step.lane] : MAIN,
        ...labelOf(step, stage, columns),
      });
    }
  const lines = [...stations.values()].flatMap(({ step, x, y }) =>
    step.inputs.flatMap((id) => {
      const start = stations.get(id);
      return start ? [{ from: id, to: step.id, d: line(start, { x, y }, pitch) }] : [];
    }),
  );
  return { stations: [...stations.values()], lines, pitch, width, height: HEIGHT };
}

/**
 * The column of each step. Steps of a stage that depend on each other have separate columns. In a stage with a step of the main line, steps of lanes
 * stand one column before that step, unless they depend on it.
 * @param {readonly Step[][]} stages
 */
function columnsOf(stages) {
  /** @type {Map<string, number>} */
  const columns = new Map();
  let next = 0;
  for (const stage of stages) {
    const main = stage.some((step) => step.lane === null);
    for (const step of stage) {
      const before = step.inputs
        .filter((id) => stage.some((each) => each.id === id))
        .map((id) => columns.get(id) ?? 0);
      const level = Math.max(next - 1, ...before);
      columns.set(step.id, main && step.lane && !before.length ? next - 0.5 : Math.floor(level + 1));
    }
    next = Math.max(...stage.map((step) => columns.get(step.id) ?? 0)) + 1;
  }
  return columns;
}

/**
 * One label per column, at its lowest lane.
 * @param {Step} step @param {Step[]} stage @param {Map<string, number>} columns @returns {Pick<Station, "label" | "named">}
 */
function labelOf(step, stage, columns) {
  if (step.lane === null) return { label: "above", named: step };
  const named = stage.findLast((other) => columns.get(other.id) === columns.get(step.id)) ?? step;
  return { label: named === step ? "below" : "none", named };
}

/**
 * A line straight along its lane, with one bend where it leaves or joins another lane. Near the main line it is flat, so that it crosses no label.
 * @param {{ x: number, y: number }} a @param {{ x: number, y: number }} b @param {number} pitch
 */
function line(a, b, pitch) {
  if (a.y === b.y) return `M${a.x} ${a.y}H${b.x}`;
  const bend = Math.min(pitch, b.x - a.x);
  const leaves = a.y === MAIN;
  const from = leaves ? a.x : b.x - bend;
  const middle = from + bend * (leaves ? 0.75 : 0.25);
  return `M${a.x} ${a.y}H${from}C${middle} ${a.y} ${middle} ${b.y} ${from + bend} ${b.y}H${b.x}`;
}

/**
 * The step and all steps that it depends on: the travelled part of the track.
 * @param {string} id
 * @param {readonly Step[]} steps
 * @returns {Set<string>}
 */
export function upstream(id, steps) {
  const reached = new Set([id]);
  for (const step of [...steps].reverse())
    if (reached.has(step.id)) step.inputs.forEach((input) => reached.add(input));
  return reached;
}

/**
 * Labels of the map: the name of every column, and as many shapes as fit, with priority for the current step's.
 *
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

/** @param {Track} track @param {string} current @param {import("../../kit/text/words.js").Localized} [speaker] @returns {Map<Station, Label>} */
export function labelsOf({ stations, pitch }, current, speaker) {
  const labels = new Map(stations.map((station) => [station, stationLabel(station, speaker)]));
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
function stationLabel({ step, y, label, named }, speaker) {
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
