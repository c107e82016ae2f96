import { compute } from "../../kit/state/picture.js";

/**
 * A chain of shape operations that the reader types, from one tensor of the page to another.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../../core/types.js").ShapeCall} ShapeCall
 * @typedef {import("../../core/types.js").ChainLink} ChainLink
 * @typedef {import("../../core/types.js").LaidOut} LaidOut
 * @typedef {import("../../core/types.js").Fault} Fault
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("../../kit/state/picture.js").Picture} Picture
 *
 * @typedef {object} Exercise
 * @property {Step} start
 * @property {Step} goal
 * @property {ShapeCall[]} solution  by which the layer itself gets there
 *
 * @typedef {"right" | "shape" | "misplaced" | "refused" | "begun"} Outcome  begun: no call yet
 *
 * @typedef {object} Verdict
 * @property {Outcome} outcome
 * @property {LaidOut[]} links       the tensor itself, and what each call made of it
 * @property {import("../../kit/text/refusals.js").Message | null} refused why the call after them was refused
 * @property {LaidOut} goal
 * @property {number} misplaced      elements that are not what the goal has there; 0 where the shape is another
 * @property {number} moved          bytes that the calls copied
 */

/** From what to what. @type {readonly (readonly [start: string, goal: string])[]} */
const PAIRS = [
  ["q", "q_heads"],
  ["k", "k_t"],
  ["k", "k_groups"],
  ["context", "concat"],
];

/** The calls by which the layer makes an operation of shapes; null for one that is none. @type {Readonly<Record<string, (step: Step) => ShapeCall[]>>} */
const CALLS_OF = {
  view: ({ shape }) => [{ name: "view", given: shape }],
  transpose: ({ attributes }) => [{ name: "transpose", given: /** @type {number[]} */ (attributes.dims) }],
  contiguous: () => [{ name: "contiguous" }],
  expand: ({ shape, attributes }) => [
    { name: "unsqueeze", given: [/** @type {number} */ (attributes.dim)] },
    { name: "expand", given: shape },
  ],
};

/** Those that this layer has: its own steps lead from the one to the other, and the first lies in memory without gaps. @param {Pick<Picture, "step">} picture @returns {Exercise[]} */
export const exercisesOf = (picture) =>
  PAIRS.flatMap(([from, to]) => {
    const [start, goal] = [picture.step(from), picture.step(to)];
    const solution = start && goal && wayBetween(picture, start, goal);
    return solution && start.contiguous && start.offset === 0 ? [{ start, goal, solution }] : [];
  });

/** By steps that only give another shape; null where other work is done on the way. @param {Pick<Picture, "step">} picture @param {Step} start @param {Step} goal @returns {ShapeCall[] | null} */
function wayBetween(picture, start, goal) {
  if (goal.id === start.id) return [];
  const before = picture.step(goal.inputs[0]);
  const calls = CALLS_OF[goal.op]?.(goal);
  if (!before || !calls) return null;
  const way = wayBetween(picture, start, before);
  return way && [...way, ...calls];
}

/** What a size is called by. @param {Pick<Picture, "steps">} picture @returns {Readonly<Record<string, number>>} */
export function namedSizes({ steps }) {
  /** @type {Record<string, number>} */
  const sizes = {};
  for (const { axes, shape } of steps)
    axes.forEach((axis, i) => {
      if (/^\w+$/.test(axis)) sizes[axis] ??= shape[i];
    });
  return sizes;
}

/** @param {Core} core @param {Exercise} exercise @param {readonly ShapeCall[]} calls @returns {Verdict} */
export function judge(core, { start, solution }, calls) {
  const all = core.followChain(start.shape, calls);
  const links = all.filter((link) => link.error === null);
  const goal = /** @type {LaidOut} */ (core.followChain(start.shape, solution).at(-1));
  const refused = all.flatMap((link) => (link.error === null ? [] : [link.refusal]))[0] ?? null;
  const last = links[links.length - 1];
  const alike = sameShape(last.shape, goal.shape);
  const misplaced = alike ? last.places.filter((place, i) => place !== goal.places[i]).length : 0;
  const moved = links
    .slice(1)
    .filter(({ storage }) => storage === "copy")
    .reduce((bytes, { places }) => bytes + 4 * places.length, 0);
  /** @type {Outcome} */
  let outcome = alike ? (misplaced ? "misplaced" : "right") : "shape";
  if (refused !== null) outcome = "refused";
  else if (!calls.length) outcome = "begun";
  return { outcome, links, refused, goal, misplaced, moved };
}

/** @param {readonly number[]} a @param {readonly number[]} b */
const sameShape = (a, b) => a.length === b.length && a.every((size, i) => size === b[i]);

/** Wrong ways to a goal that have shipped. @type {readonly Fault[]} */
const FAULTS = ["view_without_transpose", "merge_without_transpose"];

/**
 * The known wrong path that leads to the very same numbers in the very same places; null where none does.
 * @param {import("../../core/index.js").Core} own of the picture @param {Core} core @param {Picture} picture @param {Exercise} exercise @param {LaidOut} last
 */
export function knownFault(own, core, picture, { start, goal }, last) {
  for (const fault of FAULTS) {
    const wrong = compute(own, { ...picture.settings, batchTokens: [] }, { fault, own: picture.own });
    try {
      const there = wrong.step(goal.id);
      const way =
        there && !there.error && wayBetween(wrong, /** @type {Step} */ (wrong.step(start.id)), there);
      const end = way && core.followChain(start.shape, way).at(-1);
      if (end && end.error === null && sameShape(end.shape, last.shape))
        if (end.places.every((place, i) => place === last.places[i])) return fault;
    } finally {
      wrong.dispose();
    }
  }
  return null;
}

/**
 * A link as a step of its own beside those that it may share memory with, so that what draws steps draws it.
 * @param {Picture} picture @param {Exercise} exercise @param {readonly LaidOut[]} links @param {number} at which of them
 * @returns {{ picture: Picture, step: Step }}
 */
export function asSteps(picture, { start, goal }, links, at) {
  const values = picture.values(start.id);
  const made = links.slice(1).map((link, i) => {
    const alike = [goal, start].find(({ shape }) => sameShape(shape, link.shape));
    return /** @type {Step} */ ({
      ...{ ...start, inputs: [], weights: [], attributes: {}, op: "view" },
      ...{ id: `call ${i + 1}`, shape: link.shape, strides: link.strides, offset: link.offset },
      ...{ contiguous: link.contiguous, storage: link.storage },
      axes: alike?.axes ?? link.shape.map((_, axis) => `dim_${axis}`),
      buffer: link.buffer ? -link.buffer : start.buffer,
    });
  });
  const own = picture.steps.filter(({ buffer }) => buffer === start.buffer);
  const of = new Map(made.map(({ id }, i) => [id, links[i + 1].places]));
  const steps = [...own, ...made];
  const known = /** @type {Map<string, Float32Array>} */ (new Map());
  const valuesOf = (/** @type {string} */ id) => {
    const places = of.get(id);
    if (!places) return picture.values(id);
    const kept = known.get(id) ?? Float32Array.from(places, (place) => values[place]);
    known.set(id, kept);
    return kept;
  };
  const step = at === 0 ? start : made[at - 1];
  return {
    step,
    picture: { ...picture, steps, step: (id) => steps.find((each) => each.id === id), values: valuesOf },
  };
}
