import { Block, Matrix } from "../../../web/core/transformer.js";
import {
  FEATURE,
  HEAD,
  INK,
  MUTED,
  TOKEN,
  cell,
  disc,
  label,
  outline,
  stroke,
  tint,
} from "../motifs/ink.mjs";
import { WIDTH } from "./width.mjs";

const [BLOCKS, D_MODEL, HEADS, TOKENS] = [8, 64, 8, 12];
/** Places of the norms in a block: before each part, or after each sum. */
export const ORDERS = /** @type {const} */ (["pre", "post"]);

/**
 * How large a word's row is before the first block and after each: the root of its mean square, the mean over words. The blocks are drawn at random, as before training.
 * @param {import("../../../web/core/index.js").Core} core @param {"pre" | "post"} order
 */
export function sizesOf(core, order) {
  /** @type {import("../../../web/core/types.js").TensorOutput} */
  let x = core.embed(
    Array.from({ length: TOKENS }, (_, i) => `word ${i}`),
    { dModel: D_MODEL, seed: 1 },
  );
  const sizes = [sizeOf(x.data)];
  for (let i = 0; i < BLOCKS; i++) {
    const block = blockOf(core, order, i + 1);
    const pass = block.begin(x);
    while (pass.advance(Infinity));
    x = pass.results().output;
    pass.dispose();
    block.dispose();
    sizes.push(sizeOf(x.data));
  }
  return sizes;
}

/** @param {Float32Array} data */
const sizeOf = (data) => Math.sqrt(data.reduce((sum, each) => sum + each * each, 0) / data.length);

/** A block with random matrices. @param {import("../../../web/core/index.js").Core} core @param {"pre" | "post"} order @param {number} seed */
function blockOf(core, order, seed) {
  const attention = { dModel: D_MODEL, numHeads: HEADS };
  const block = new Block(core, {
    ...{ attention, order, norm: "layer", activation: "gelu", eps: 1e-5, gated: false, causal: false },
    ...{ dFeedForward: 4 * D_MODEL, attentionNorm: true, network: true },
    ...{ maxDistance: 0, keysMeetDistances: false },
  });
  const own = drawParameters(core, { ...attention, seed });
  // A layer four times as wide has matrices of the network's shapes.
  const wide = drawParameters(core, { ...attention, dK: (4 * D_MODEL) / HEADS, seed: seed + BLOCKS });
  const { wQ, wK, wV, wO } = own;
  const matrices = { wQ, wK, wV, wO, wUp: wide.wQ, wDown: wide.wO };
  for (const [name, values] of Object.entries(matrices)) {
    const matrix = packMatrix(
      core,
      /** @type {import("../../../web/core/types.js").TensorOutput} */ (values),
    );
    block.setMatrix(name, matrix);
    matrix.dispose(); // frees only this handle: the block shares the memory
  }
  for (const norm of ["attentionNorm", "mlpNorm"]) {
    block.setVector(`${norm}.gain`, new Float32Array(D_MODEL).fill(1));
    block.setVector(`${norm}.shift`, new Float32Array(D_MODEL));
  }
  block.setVector("bUp", new Float32Array(4 * D_MODEL));
  block.setVector("bDown", new Float32Array(D_MODEL));
  return block;
}

/** Random parameters of a layer. @param {import("../../../web/core/index.js").Core} core @param {import("../../../web/core/types.js").LayerOptions} options */
function drawParameters(core, options) {
  const layer = core.createLayer(options);
  const all = layer.weights();
  layer.dispose();
  return all;
}

/** @param {import("../../../web/core/index.js").Core} core @param {import("../../../web/core/types.js").TensorOutput} tensor (rows, columns) */
function packMatrix(core, { data, shape: [rows, columns] }) {
  const matrix = new Matrix(core, {
    ...{ bytes: new Uint8Array(data.buffer, data.byteOffset, data.byteLength), type: "F32" },
    ...{
      rows,
      columns,
      allColumns: columns,
      isInOut: true,
      first: 0,
      group: columns,
      period: columns,
      factor: 1,
    },
  });
  while (matrix.pack(Infinity));
  return matrix;
}

const HIGH = 128; // px of one order
const BARS = 276; // px, left edge
const STREAM = 88; // px, from the top of an order
const BRANCH = 40;

/** A block with its norms before the parts, and one with its norms after the sums; and how large a word's row gets in each. @param {import("../../../web/core/index.js").Core} core @param {import("./words.mjs").DrawingWords} words @returns {import("../chapter-pictures.mjs").Drawing} */
export function norms(core, { norms: words }) {
  const all = ORDERS.map((order) => sizesOf(core, order));
  const most = Math.max(...all.flat());
  const marks = all.flatMap((sizes, i) => {
    const top = i * HIGH;
    const pitch = (WIDTH - BARS) / sizes.length;
    return [
      ...orderMarks(ORDERS[i], top, words),
      ...sizes.map((size, block) => {
        const high = (56 * size) / most;
        return cell(
          BARS + block * pitch,
          top + STREAM + 1 - high,
          pitch - 3,
          high,
          block ? TOKEN : tint(0.4, TOKEN),
        );
      }),
      label(WIDTH - 3, top + STREAM - 6 - (56 * sizes[BLOCKS]) / most, sizes[BLOCKS].toFixed(2), {
        align: "end",
        fill: INK,
        bold: true,
      }),
      label(BARS, top + STREAM + 18, "0", { align: "start" }),
      label(WIDTH - 3, top + STREAM + 18, words.blocks(BLOCKS), { align: "end" }),
    ];
  });
  const [pre, post] = all.map((sizes) => sizes[BLOCKS].toFixed(2));
  return {
    height: 2 * HIGH - 14,
    marks,
    alt: words.alt(BLOCKS, all[0][0].toFixed(2), pre, post),
  };
}

/** The stream of a block with its two parts. @param {"pre" | "post"} order @param {number} top @param {import("./words.mjs").DrawingWords["norms"]} words @returns {import("../motifs/ink.mjs").Mark[]} */
function orderMarks(order, top, words) {
  const isPre = order === "pre";
  const stream = top + STREAM;
  const part = (/** @type {number} */ x, /** @type {string} */ name, /** @type {string} */ colour) => {
    const y = top + BRANCH;
    const sum = x + 92;
    return [
      stroke(
        `M${x} ${stream}C${x} ${y} ${x} ${y} ${x + 14} ${y}H${sum - 14}C${sum} ${y} ${sum} ${y} ${sum} ${stream - 8}`,
        colour,
        1.75,
      ),
      ...(isPre ? box(x + 13, y, 20, "N", MUTED) : []),
      ...box(x + (isPre ? 37 : 20), y, isPre ? 46 : 56, name, colour),
      { ...disc(sum, stream, 7, "var(--card)"), stroke: INK, line: 1.5 },
      stroke(`M${sum - 4} ${stream}h8M${sum} ${stream - 4}v8`, INK, 1.5),
      ...(isPre ? [] : box(sum + 11, stream, 20, "N", MUTED)),
    ];
  };
  return [
    label(0, top + 14, words[order], {
      align: "start",
      fill: INK,
      bold: true,
    }),
    stroke(`M0 ${stream}H262`, INK, 2.5),
    ...part(2, words.attention, HEAD),
    ...part(136, words.network, FEATURE),
  ];
}

/** A box with a name, around the middle of its left side. @param {number} x @param {number} y @param {number} wide @param {string} name @param {string} colour @returns {import("../motifs/ink.mjs").Mark[]} */
const box = (x, y, wide, name, colour) => [
  cell(x, y - 11, wide, 22, tint(0, colour)),
  outline(x, y - 11, wide, 22, colour),
  label(x + wide / 2, y + 5, name, { fill: INK }),
];
