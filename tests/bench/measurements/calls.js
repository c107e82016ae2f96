import { effort, interleave } from "../interleave.js";
import { sharedCore } from "../runtimes/headscope.js";
import { median } from "../statistics.js";

/** @import { Context } from "./index.js" */

const WORDS = "the animal didn't cross the street because it was too tired .".split(" ");
const PAGE = { dModel: 64, numHeads: 8 };

/**
 * A traced forward pass at the default size of the page, and an empty call from JavaScript to wasm.
 * @param {Context} context
 */
export async function calls({ assets, quick, say }) {
  const core = await sharedCore(assets);
  const page = core.createLayer(PAGE);
  const tiny = core.createLayer({ dModel: 1, numHeads: 1 });
  const query = core.embed(WORDS, PAGE);
  const one = { data: Float32Array.of(1), shape: [1, 1, 1] };
  const all = [
    { name: "fast", run: () => finish(page.forward({ query, trace: false }), "attention") },
    { name: "traced", run: () => finish(page.forward({ query }), "output") },
    { name: "traced, steps read", run: () => finish(page.forward({ query }), "steps") },
    { name: "1 x 1 x 1", run: () => finish(tiny.forward({ query: one, trace: false }), "output") },
  ];
  const samples = await interleave(all, effort(quick), say);
  return all.map(({ name }, i) => ({ name, milliseconds: median(samples[i]) }));
}

/**
 * @param {import("../../../web/core/index.js").Run} run
 * @param {"output" | "attention" | "steps"} wanted read beside the output
 */
function finish(run, wanted) {
  const read = [run.output, run[wanted]];
  run.dispose();
  return read;
}
