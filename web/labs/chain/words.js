import { words } from "../../kit/text/words.js";

/** Words of the lab of shape operations. */
export const CHAIN = words("labChain", {
  exercise: "make",
  /** @param {string} goal @param {string} start */
  made: (goal, start) => `${goal} of ${start}`,
  /** @param {{ from: string, shape: string, to: string, goal: string }} way */
  task: ({ from, shape, to, goal }) =>
    `From ${from}, ${shape}, to ${to}, ${goal}: every number where the layer has it.`,
  /** @param {string} from */
  field: (from) => `Calls on ${from}, as PyTorch has them`,
  show: "one way that works",
  colour: "colour",
  byHead: "head",
  byToken: "token",
  none: "No two tensors of this layer are connected by shape operations alone.",
  /** @param {string} name */
  figure: (name) =>
    `The numbers of ${name}, coloured by token or head. Enter, then the arrow keys, walks the cells.`,
  tape: "The memory that it lies in, element by element.",
  struck: "not what belongs there",
  columns: ["call", "shape", "strides", "memory"],
  /** @param {string} bytes */
  copied: (bytes) => `copied, ${bytes} B`,
  seen: "a view, 0 B",
  itself: "as it was made",
  /**
   * Errors of a chain, by kind. `sizes` lists the known names of sizes, `calls` the known calls.
   * @type {Readonly<Record<import("./state.js").Trouble["why"], (given: string, sizes: string, calls: string) => string>>}
   */
  troubles: {
    call: (given, _sizes, calls) => `.${given}() is none of the calls that are known here: ${calls}.`,
    argument: (given, sizes) =>
      `“${given}” is no number here. What would work: whole numbers, -1, or sizes by name: ${sizes}.`,
    keyword: (given) => `“${given}”: leave the keyword out, the numbers alone will do.`,
    syntax: (given) => `“${given}” is no call. What would work: .view(B, T, H, d_k).transpose(1, 2)`,
  },
  outcome: {
    begun: "No call yet: type one, and see what it makes of the numbers.",
    /** @param {{ to: string, moved: string }} done */
    right: ({ to, moved }) =>
      `That is ${to}: the shape, and every number in its place. Bytes moved: ${moved}.`,
    /** @param {{ shape: string, goal: string }} shapes */
    shape: ({ shape, goal }) => `The shape is ${shape}; ${goal} is wanted.`,
    /** @param {{ n: string, of: string }} share */
    misplaced: ({ n, of }) =>
      `The shape is right, and nothing fails, but ${n} of ${of} numbers are not what belongs there.`,
    /** @param {string} why */
    refused: (why) => `Refused: ${why}.`,
  },
  /** @param {unknown} name @returns {unknown[]} */
  fault: (name) => ["Every cell matches a known wrong path: ", name, "."],
  /** @param {{ index: string, sum: string, offset: number, value: string, from: string }} cell */
  cell: ({ index, sum, offset, value, from }) =>
    `[${index}] → ${sum} = ${offset} → ${value}, which was ${from}.`,
  corner: "row",
});
