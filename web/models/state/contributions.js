import { readBeforeNorm, sumColumns } from "../../core/contributions.js";
import { memoize } from "./keeper.js";
import { dot } from "./rows.js";

/** @import { Core } from "../../core/core.js" */
/** @import { NormOptions } from "../../core/transformer.js" */
/** @import { Readings } from "../../core/contributions.js" */
/** @import { TensorOutput } from "../../core/types.js" */
/** @import { Blocks } from "./blocks.js" */
/** @import { Checkpoint } from "./checkpoint.js" */
/** @import { Unembedding } from "./unembedding.js" */

/**
 * One position's rows of a pass. Each has the width of its numbers.
 * @typedef {object} StreamRows
 * @property {readonly Float32Array[]} x  the input of each layer
 * @property {readonly Float32Array[]} concat  the outputs of each layer's heads, before W_O
 * @property {readonly Float32Array[]} made  the output of each layer's feed-forward network
 * @property {Float32Array} output  of the last layer
 * @property {Float32Array} finished  after the final norm
 *
 * What parts of the stream add to some numbers; of each number, one value a part.
 * @typedef {object} Shares
 * @property {readonly number[]} embedding
 * @property {readonly Float32Array[]} heads  of each layer, (numbers, H)
 * @property {readonly (readonly number[])[]} networks  of each layer
 * @property {readonly number[]} biases  of W_O, of norms, and of the output
 */

/** Adds up what the parts of a model add to numbers that are read at its end. */
export class Contributions {
  #core;
  #checkpoint;
  #blocks;
  #unembedding;
  /** The mean row and the mean bias of the output matrix. */
  #mean = memoize(() => this.#meanRow());

  /** @param {Core} core @param {Checkpoint} checkpoint @param {{ blocks: Blocks, unembedding: Unembedding }} of */
  constructor(core, checkpoint, { blocks, unembedding }) {
    this.#core = core;
    this.#checkpoint = checkpoint;
    this.#blocks = blocks;
    this.#unembedding = unembedding;
  }

  /**
   * What each part adds to the logits of pieces, and last, to the mean logit of all pieces. logits: of the pass itself, before a soft cap.
   * @param {StreamRows} rows @param {readonly number[]} pieces @param {(role: string) => Promise<NormOptions>} normOf
   * @returns {Promise<Shares & { logits: number[] }>}
   */
  async toLogits(rows, pieces, normOf) {
    const output = this.#unembedding;
    const mean = await this.#mean();
    const { data, shape } = await output.rows(pieces);
    const width = shape[1];
    const directions = new Float32Array((pieces.length + 1) * width);
    directions.set(data);
    directions.set(mean.row, data.length);
    const bias = await output.bias();
    const added = [...pieces.map((id) => bias?.[id] ?? 0), mean.bias];
    const finished = asRow(rows.finished);
    const read = (await output.transform(finished)).data;
    const logits = added.map((each, i) => each + dot(directions.subarray(i * width, (i + 1) * width), read));
    /** @type {Readings} */
    let readings = { rows: { data: directions, shape: [pieces.length + 1, width] }, added };
    readings = join(readings, await output.readBefore(readings.rows, finished));
    if (this.#checkpoint.model.description.finalNorm) {
      const norm = await normOf("finalNorm");
      readings = join(readings, readBeforeNorm(this.#core, readings.rows, norm, asRow(rows.output)));
    }
    return { logits, ...(await this.toReadings(rows, readings)) };
  }

  /**
   * What each part adds to numbers that are read from the stream before layer `end`.
   * @param {Pick<StreamRows, "x" | "concat" | "made">} rows @param {Readings} readings @param {number} [end] @returns {Promise<Shares>}
   */
  async toReadings({ x, concat, made }, readings, end = x.length) {
    /** @type {Float32Array[]} */ const heads = [];
    /** @type {(readonly number[])[]} */ const networks = [];
    let now = readings;
    for (let layer = end - 1; layer >= 0; layer--) {
      const row = { x: asRow(x[layer]), concat: asRow(concat[layer]), made: asRow(made[layer]) };
      const {
        network,
        heads: ofHeads,
        ...before
      } = await this.#blocks.use(layer, 1, (block) => block.shares(row, now.rows));
      heads.unshift(ofHeads.data);
      networks.unshift(network);
      now = join(now, before);
    }
    const { data, shape } = now.rows;
    const width = shape[1];
    const embedding = now.added.map((_, i) => dot(data.subarray(i * width, (i + 1) * width), x[0]));
    return { embedding, heads, networks, biases: now.added };
  }

  async #meanRow() {
    const { dModel, projection, vocabulary } = this.#checkpoint.model.description;
    const sums = new Float64Array(projection?.width ?? dModel);
    await this.#unembedding.eachPart((matrix) => {
      sumColumns(this.#core, matrix).data.forEach((sum, i) => (sums[i] += sum));
    });
    const bias = (await this.#unembedding.bias())?.reduce((sum, each) => sum + each, 0) ?? 0;
    return { row: Float32Array.from(sums, (sum) => sum / vocabulary), bias: bias / vocabulary };
  }
}

/** @param {Float32Array} data @returns {TensorOutput} */
const asRow = (data) => ({ data, shape: [1, 1, data.length] });

/** Readings further back, with what was added on the way. @param {Readings} after @param {Readings} before @returns {Readings} */
const join = (after, before) => ({
  rows: before.rows,
  added: before.added.map((each, i) => each + after.added[i]),
});
