import { costed, oneOf } from "./question.js";

/** @import { Question } from "./question.js" */

/** The block around attention: parameters, encoder and decoder. @satisfies {readonly Question[]} */
export const BLOCK = /** @type {Question[]} */ ([
  {
    id: "attention_parameters",
    level: 2,
    about: "d_model",
    kind: "choice",
    facts({ core, turn }) {
      const [name, layers, dModel, heads] = oneOf(turn, MODELS);
      const { parameters } = core.cost({ dModel, numHeads: heads, bias: true }, { Tq: 1 });
      return {
        given: { name, layers, dModel, heads },
        answer: layers * parameters,
        wrong: { one: parameters, feed_forward: 2 * layers * parameters, each: layers * parameters * heads },
      };
    },
  },
  {
    id: "cross_batch",
    level: 2,
    about: "T_k",
    kind: "shape",
    facts({ core, turn }) {
      const [B, queries, keys, dModel, heads] = oneOf(turn, TRANSLATIONS);
      const { shape } = costed(core, { dModel, numHeads: heads }, { B, Tq: queries, Tk: keys }, "weights");
      return {
        given: { B, queries, keys, dModel, heads },
        answer: shape,
        wrong: {
          swapped: [B, heads, keys, queries],
          output: [B, queries, dModel],
          no_heads: [B, queries, keys],
          no_batch: [heads, queries, keys],
        },
      };
    },
  },
]);

/** Name, layers, d_model, heads. @type {readonly (readonly [string, number, number, number])[]} */
const MODELS = [
  ["BERT-base", 12, 768, 12],
  ["BERT-large", 24, 1024, 16],
  ["GPT-2", 12, 768, 12],
];

/** Sentences, queries, keys, d_model, heads. @type {readonly (readonly [number, number, number, number, number])[]} */
const TRANSLATIONS = [
  [4, 15, 20, 256, 8],
  [2, 7, 5, 512, 8],
  [3, 5, 9, 16, 2],
];
