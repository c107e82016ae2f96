/**
 * A layer's matrices, biases and tensors as drawn: each matrix above its result.
 *
 * @typedef {import("../../core/types.js").Config} Config
 * @typedef {import("../../core/types.js").Step} Step
 *
 * @typedef {object} Block   a matrix, a bias, or a tensor
 * @property {string} id
 * @property {string} name
 * @property {string} shape
 * @property {number} rows      number of rows: features or tokens
 * @property {number} cols      number of columns: features
 * @property {{ count: number, of: number, down: boolean } | null} heads  number of heads, query heads per head, and whether heads divide the rows
 *
 * @typedef {object} Column  a matrix above, and its result below
 * @property {Block | null} above
 * @property {Block | null} bias
 * @property {Block} below
 * @property {boolean} joined   whether the column and the previous one are parts of one joint matrix
 */

/** @param {Config} config @param {readonly Step[]} steps from the core, for such a layer @returns {Column[]} */
export function columnsOf(config, steps) {
  const { numHeads, numKvHeads, fused } = config;
  const group = numHeads / numKvHeads;
  const step = (/** @type {string} */ id) => /** @type {Step} */ (steps.find((each) => each.id === id));
  const column = (
    /** @type {string} */ id,
    /** @type {string} */ by,
    /** @type {Block["heads"]} */ heads,
  ) => {
    const below = tensor(step(id), heads);
    const above = matrix(by, Number(widthInto(id, steps)), below.cols, heads);
    return { above, bias: config.bias ? biasOf(by, below.cols, heads) : null, below, joined: false };
  };
  const input = steps.find(({ op }) => op === "input");
  const across = (/** @type {number} */ count, /** @type {number} */ of) => ({ count, of, down: false });
  const output = column("output", "O", null);
  return [
    { above: null, bias: null, below: tensor(/** @type {Step} */ (input), null), joined: false },
    column("q", "Q", across(numHeads, 1)),
    { ...column("k", "K", across(numKvHeads, group)), joined: fused },
    { ...column("v", "V", across(numKvHeads, group)), joined: fused },
    { above: null, bias: null, below: tensor(step("concat"), across(numHeads, 1)), joined: false },
    { ...output, above: output.above && { ...output.above, heads: { count: numHeads, of: 1, down: true } } },
  ];
}

/** All blocks, in the order in which the layer uses them. @param {readonly Column[]} columns @returns {Block[]} */
export const blocksOf = (columns) =>
  columns.flatMap(({ above, bias, below }) => [above, bias, below].filter((block) => block !== null));

/** Number of features that the tensor's step reads. @param {string} id @param {readonly Step[]} steps */
function widthInto(id, steps) {
  let step = steps.find((each) => each.id === id);
  while (step && step.op === "slice") step = steps.find((each) => each.id === step?.inputs[0]);
  return steps.find((each) => each.id === step?.inputs[0])?.shape.at(-1);
}

/** @param {Step} step @param {Block["heads"]} heads @returns {Block} */
const tensor = ({ id, shape }, heads) => ({
  ...{ id, name: id, shape: shape.join("×"), heads },
  ...{ rows: Number(shape.at(-2)), cols: Number(shape.at(-1)) },
});

/** @param {string} by @param {number} rows @param {number} cols @param {Block["heads"]} heads @returns {Block} */
const matrix = (by, rows, cols, heads) => ({
  id: `w${by}`,
  name: `W_${by}`,
  shape: `${rows}×${cols}`,
  rows,
  cols,
  heads,
});

/** @param {string} by @param {number} cols @param {Block["heads"]} heads @returns {Block} */
const biasOf = (by, cols, heads) => ({
  id: `b${by}`,
  name: `b_${by}`,
  shape: `${cols}`,
  rows: 1,
  cols,
  heads,
});
