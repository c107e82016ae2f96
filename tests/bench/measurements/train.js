import { effort, interleave } from "../interleave.js";
import { sharedCore } from "../runtimes/headscope.js";
import { median } from "../statistics.js";

/** @import { Context } from "./index.js" */

const BATCH = 16; // sentences a step
const STEPS = 10; // in one run, so that batches of all lengths occur
const EXAMPLES = 200;

/**
 * A training step with the default settings of the page, and the evaluation that the page runs every 25
 * steps.
 * @param {Context} context
 */
export async function train({ assets, quick, say }) {
  const core = await sharedCore(assets);
  const model = core.createModel({ seed: 1 });
  const all = [
    { name: "train", run: () => model.train(STEPS) },
    { name: "evaluate", run: () => model.evaluate({ sentences: 64 }) },
  ];
  const [steps, evaluations] = await interleave(all, effort(quick), say);
  const flops = productsOf(model);
  model.dispose();
  return {
    milliseconds: median(steps) / STEPS,
    fastest: Math.min(...steps) / STEPS,
    evaluation: median(evaluations),
    flops,
  };
}

/**
 * Additions and multiplications of the products of a step, forward and backward: keys and values of every
 * word, queries and outputs of the blanks only, and the unembedding. A product that is added counts as two
 * operations, and as two times two in the backward pass.
 * @param {import("../../../web/core/model.js").Model} model
 */
function productsOf(model) {
  const { dModel, layers } = model.config;
  let [words, blanks] = [0, 0];
  for (let seed = 0; seed < EXAMPLES; seed++) {
    const example = model.example({ seed });
    words += (example.tokens.length * BATCH) / EXAMPLES;
    blanks += (example.blanks.length * BATCH) / EXAMPLES;
  }
  return 6 * (layers * (2 * words + 2 * blanks) * dModel ** 2 + blanks * dModel * model.words.length);
}
