import { compute } from "../../kit/state/picture.js";

/**
 * A chain of shape operations, typed by the reader, from one tensor of the page to another.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../../core/chain.js").ShapeCall} ShapeCall
 * @typedef {import("../../core/chain.js").ChainLink} ChainLink
 * @typedef {import("../../core/chain.js").LaidOut} LaidOut
 * @typedef {import("../../core/types.js").Fault} Fault
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("../../kit/state/picture.js").Picture} Picture
 *
 * @typedef {object} Exercise
 * @property {Step} start
 * @property {Step} goal
 * @property {ShapeCall[]} solution  the layer's own calls
 *
 * @typedef {"right" | "shape" | "misplaced" | "refused" | "begun"} Outcome  begun: no call has been typed yet
 *
 * @typedef {object} Verdict
 * @property {Outcome} outcome
 * @property {LaidOut[]} links       the tensor itself, then the result of each call
 * @property {import("../../kit/text/refusals.js").Message | null} refused error of the call after the last link, or null
 * @property {LaidOut} goal
 * @property {number} misplaced      number of elements that differ from the goal; 0 if the shapes differ
 * @property {number} moved          bytes that the calls copied
 */

/** Starts and goals. @type {readonly (readonly [start: string, goal: string])[]} */
const PAIRS = [
  ["q", "q_heads"],
  ["k", "k_t"],
  ["k", "k_groups"],
  ["context", "concat"],
];

/** The layer's calls for a shape operation; null for other operations. @type {Readonly<Record<string, (step: Step) => ShapeCall[]>>} */
const CALLS_OF = {
  view: ({ shape }) => [{ name: "view", given: shape }],
  transpose: ({ attributes }) => [{ name: "transpose", given: /** @type {number[]} */ (attributes.dims) }],
  contiguous: () => [{ name: "contiguous" }],
  expand: ({ shape, attributes }) => [
    { name: "unsqueeze", given: [/** @type {number} */ (attributes.dim)] },
    { name: "expand", given: shape },
  ],
};

/**
 * The exercises of this layer: its own steps lead from start to goal, and the start is contiguous.
 * @param {Pick<Picture, "step">} picture @returns {Exercise[]}
 */
export const exercisesOf = (picture) =>
  PAIRS.flatMap(([from, to]) => {
    const [start, goal] = [picture.step(from), picture.step(to)];
    const solution = start && goal && wayBetween(picture, start, goal);
    return solution && start.contiguous && start.offset === 0 ? [{ start, goal, solution }] : [];
  });

/**
 * The shape operations from start to goal; null if other operations lie between.
 * @param {Pick<Picture, "step">} picture @param {Step} start @param {Step} goal @returns {ShapeCall[] | null}
 */
function wayBetween(picture, start, goal) {
  if (goal.id === start.id) return [];
  const before = picture.step(goal.inputs[0]);
  const calls = CALLS_OF[goal.op]?.(goal);
  if (!before || !calls) return null;
  const way = wayBetween(picture, start, before);
  return way && [...way, ...calls];
}

/** Names of sizes. @param {Pick<Picture, "steps">} picture @returns {Readonly<Record<string, number>>} */
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
export function judgeCalls(core, { start, solution }, calls) {
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

/** Wrong paths of the walk that end in one of the exercises' goals. @type {readonly Fault[]} */
const FAULTS = ["view_without_transpose", "merge_without_transpose"];

/**
 * The known wrong path with the same numbers in the same places; null if there is none.
 * @param {import("../../core/index.js").Core} own the picture's own numbers @param {Core} core @param {Picture} picture @param {Exercise} exercise @param {LaidOut} last
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
 * Wraps a link as a step, together with the steps whose memory it may share, so that functions that draw steps can draw it.
 * @param {Picture} picture @param {Exercise} exercise @param {readonly LaidOut[]} links @param {number} at index of the link
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

/**
 * Parses chains such as .view(1, 12, 8, 8).transpose(1, 2).
 *
 * @typedef {import("../../core/chain.js").ShapeCall & { said: string }} TypedCall  said: text of the call
 * @typedef {{ why: "call" | "argument" | "syntax" | "keyword", given: string }} Trouble
 * @typedef {{ calls: TypedCall[], trouble: Trouble | null }} Typed  the valid calls before the first error
 */

/** @type {readonly import("../../core/chain.js").ShapeCall["name"][]} */
export const CALLS = ["view", "reshape", "transpose", "permute", "contiguous", "unsqueeze", "expand"];

const LEAD = /^\s*[A-Za-z_]\w*(?=\s*[.\n]|\s*$)/; // name of the tensor
const CALL = /^\s*\.\s*([A-Za-z_]\w*)\s*\(([^()]*|\s*\([^()]*\)\s*)\)/;
const REST = 40; // characters of unparsed text that a message quotes

/**
 * @param {string} text
 * @param {Readonly<Record<string, number>>} sizes  by name: B, T, H, d_k
 * @returns {Typed}
 */
export function parseChain(text, sizes) {
  let left = text.replace(/#[^\n]*|\\\n/g, " ").replace(LEAD, "");
  /** @type {TypedCall[]} */
  const calls = [];
  while (left.trim()) {
    const match = CALL.exec(left);
    if (!match) return { calls, trouble: { why: "syntax", given: left.trim().slice(0, REST) } };
    const [all, name, inside] = match;
    const known = CALLS.find((each) => each === name);
    if (!known) return { calls, trouble: { why: "call", given: name } };
    const given = numbersIn(inside, sizes);
    if ("why" in given) return { calls, trouble: given };
    calls.push({ name: known, given: given.numbers, said: all.trim().replace(/\s+/g, " ") });
    left = left.slice(all.length);
  }
  return { calls, trouble: null };
}

/**
 * @param {string} inside text in a call's parentheses, or in a tuple or list
 * @param {Readonly<Record<string, number>>} sizes
 * @returns {{ numbers: number[] } | Trouble}
 */
function numbersIn(inside, sizes) {
  const bare = inside.trim().replace(/^[([](.*)[)\]]$/s, "$1");
  const parts = bare.replace(/,\s*$/, "").split(",");
  if (parts.length === 1 && !parts[0].trim()) return { numbers: [] };
  /** @type {number[]} */
  const numbers = [];
  for (const part of parts) {
    if (part.includes("=")) return { why: "keyword", given: part.trim() };
    const value = product(part, sizes);
    if (value === null) return { why: "argument", given: part.trim() };
    numbers.push(value);
  }
  return { numbers };
}

/** The value of a product of sizes and whole numbers, such as "H * d_k" or "-1". @param {string} text @param {Readonly<Record<string, number>>} sizes */
function product(text, sizes) {
  let value = 1;
  for (const factor of text.split("*").map((each) => each.trim())) {
    if (/^[-+]?\d{1,9}$/.test(factor)) value *= Number(factor);
    else if (Object.hasOwn(sizes, factor)) value *= sizes[factor];
    else return null;
  }
  return Number.isSafeInteger(value) ? value : null;
}
