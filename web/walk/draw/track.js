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
