import { einsumOf } from "../../kit/text/einsum.js";

/**
 * A layer as a tensor network, derived from its tape: computations are nodes and indices are legs. A product sums an index that all its operands have
 * and its result lacks. Views and copies are no nodes: they only change how the next node reads its legs.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {{ letter: string, axis: string, size: number, isShared: boolean, isSummed: boolean }} Leg  shared: whether the operand has the
 *   same memory at every index
 * @typedef {{ from: string, legs: Leg[], row: number }} Operand  from: the node of the tensor; row: track along which it arrives
 *
 * @typedef {object} NetworkNode
 * @property {string} id           id of the step, or names of the parameters
 * @property {Step | null} step    null for parameters
 * @property {"tensor" | "contraction" | "function"} kind  a function is applied to numbers or rows and sums no index
 * @property {Operand[]} operands
 * @property {Leg[]} legs          legs of the result
 * @property {string[]} biases     biases added to the result
 * @property {number} depth        length of the longest path to the node
 * @property {number} row          track: 0 for queries, 1 for keys, 2 for values, a fraction where two tracks meet
 *
 * @typedef {"gone" | "standing" | "ready" | "waiting"} Standing  gone: merged into another node; standing: a tensor; ready: can be contracted; waiting: its inputs are not contracted
 * @typedef {{ letter: string, axis: string }} Index
 */

const ROWS = { q: 0, k: 1, v: 2 };
const MIDDLE = 1;

/**
 * @param {readonly Step[]} steps
 * @param {import("../../core/core.js").Operations} operations
 * @returns {NetworkNode[]} in topological order
 */
export function networkOf(steps, operations) {
  const moves = (/** @type {Step} */ { op, inputs }) => {
    const { formulas } = operations[op];
    return inputs.length === 1 && (!formulas.length || formulas.join() === "{x}");
  };
  /** @type {Map<string, NetworkNode>} by the id of each step whose tensor it is */
  const by = new Map();
  const nodes = /** @type {NetworkNode[]} */ ([]);
  for (const step of steps) {
    if (moves(step)) {
      by.set(step.id, /** @type {NetworkNode} */ (by.get(step.inputs[0])));
      continue;
    }
    const made = nodeOf(step, steps, by);
    by.set(step.id, made);
    nodes.push(...parametersOf(made), made);
  }
  return nodes;
}

/** @param {Step} step @param {readonly Step[]} steps @param {ReadonlyMap<string, NetworkNode>} by @returns {NetworkNode} */
function nodeOf(step, steps, by) {
  const read = step.inputs.map((id) => /** @type {Step} */ (steps.find((each) => each.id === id)));
  const sources = step.inputs.map((id) => /** @type {NetworkNode} */ (by.get(id)));
  const letters = lettersOf(step, steps);
  const tensors = [...letters.slice(0, -1).map((_, i) => read[i] ?? null), step];
  const legs = legsOf(letters, tensors);
  const rows = sources.map(({ row }, i) => rowOf(read[i]) ?? row);
  const row = rowOf(step) ?? (rows.length ? rows.reduce((sum, each) => sum + each, 0) / rows.length : MIDDLE);
  const operands = legs.slice(0, -1).map((legs, i) => ({
    ...{ from: sources[i]?.id ?? parametersNamed(step), legs },
    row: step.lane ? row : (rows[i] ?? row),
  }));
  const joins = legs.flat().some(({ isSummed }) => isSummed);
  return {
    ...{ id: step.id, step, operands, legs: legs[operands.length], row },
    kind: !operands.length ? "tensor" : joins ? "contraction" : "function",
    biases: step.weights.filter((name) => !isMatrix(name)),
    depth: Math.max(-1, ...sources.map(({ depth }) => depth)) + 1,
  };
}

/** @param {Step} step */
const rowOf = ({ lane }) => (lane ? ROWS[lane] : undefined);

/**
 * A step's index notation, split by operand; the result is last. A step without inputs uses the letters of its first reader.
 * @param {Step} step @param {readonly Step[]} steps @returns {Index[][]}
 */
function lettersOf(step, steps) {
  const notation = einsumOf(step, steps);
  if (!notation) {
    const reader = /** @type {Step} */ (steps.find(({ inputs }) => inputs.includes(step.id)));
    return [lettersOf(reader, steps)[reader.inputs.indexOf(step.id)]];
  }
  const parts = [/** @type {Index[]} */ ([])];
  for (const { letter, axis } of notation)
    if (axis === null) parts.push([]);
    else parts[parts.length - 1].push({ letter, axis });
  return parts;
}

/** @param {readonly Index[][]} letters @param {readonly (Step | null)[]} tensors  null for parameters, which share all indices @returns {Leg[][]} */
function legsOf(letters, tensors) {
  const [sizes, shared] = [new Map(), new Set()];
  letters.forEach((of, i) => {
    const tensor = tensors[i];
    for (const { letter, axis } of tensor ? of : []) {
      const at = /** @type {Step} */ (tensor).axes.indexOf(axis);
      sizes.set(letter, tensor?.shape[at]);
      if (tensor?.strides[at] === 0) shared.add(`${i}${letter}`);
    }
  });
  const read = letters.slice(0, -1);
  const result = letters[read.length];
  const has = (/** @type {readonly Index[]} */ of, /** @type {string} */ letter) =>
    of.some((index) => index.letter === letter);
  return letters.map((of, i) =>
    of.map(({ letter, axis }) => ({
      ...{ letter, axis, size: sizes.get(letter), isShared: shared.has(`${i}${letter}`) },
      isSummed: read.length > 1 && !has(result, letter) && read.every((each) => has(each, letter)),
    })),
  );
}

/** The node of the parameter matrices that a product reads (one node for all of them), or none. @param {NetworkNode} node @returns {NetworkNode[]} */
function parametersOf({ step, operands, depth, row }) {
  const own = operands.find(({ from }) => step && from === parametersNamed(step));
  if (!step || !own) return [];
  const base = { step: null, kind: /** @type {const} */ ("tensor"), operands: [], biases: [] };
  return [{ ...base, id: own.from, legs: own.legs, depth, row }];
}

/** @param {Step} step */
const parametersNamed = ({ weights }) => weights.filter(isMatrix).join(" ");

/** @param {string} name name as in setWeights() */
const isMatrix = (name) => name.startsWith("w");

/**
 * Keeps the contractions that this network has, in order, without those whose inputs are not contracted.
 * @param {readonly NetworkNode[]} nodes @param {readonly string[]} done
 */
export function workedOut(nodes, done) {
  const made = new Set(nodes.filter(({ kind }) => kind === "tensor").map(({ id }) => id));
  return done.filter((id) => {
    const node = nodes.find((each) => each.id === id);
    const can = node?.operands.every(({ from }) => made.has(from)) ?? false;
    if (can) made.add(id);
    return can;
  });
}

/** @param {readonly NetworkNode[]} nodes @param {readonly string[]} done  the contracted nodes @returns {Map<string, Standing>} */
export function standings(nodes, done) {
  const isMade = (/** @type {string} */ id) =>
    done.includes(id) || nodes.find((node) => node.id === id)?.kind === "tensor";
  return new Map(
    nodes.map(({ id, operands }) => {
      const readers = nodes.filter((each) => each.operands.some(({ from }) => from === id));
      if (isMade(id))
        return [id, readers.length && readers.every((each) => isMade(each.id)) ? "gone" : "standing"];
      return [id, operands.every(({ from }) => isMade(from)) ? "ready" : "waiting"];
    }),
  );
}

/** The summed indices. @param {Pick<NetworkNode, "operands">} node @returns {Leg[]} */
export const summedIn = ({ operands }) => operands[0]?.legs.filter(({ isSummed }) => isSummed) ?? [];

/** All indices of inputs and result, without repetition. @param {NetworkNode} node @returns {Leg[]} */
export const indicesIn = ({ operands, legs }) => [
  ...new Map(
    [...legs, ...operands.flatMap((operand) => operand.legs)].map((leg) => [leg.letter, leg]),
  ).values(),
];
