import { effort, interleave } from "../interleave.js";
import { GPT2_SMALL, randomCheckpoint } from "../random-checkpoint.js";
import { medianRatio } from "../statistics.js";

/** @import { Context } from "./index.js" */

const TOKENS = 32;
const PIECES = [5, 6, 7, 8, 9];
const HEAD = { layer: 5, head: 3 };

/**
 * What heads of a GPT-2 small with random weights write: the fastest times of the contributions of all parts to some pieces, and of the lists of a head;
 * and the speed of runs with a patched head, as a share of that of plain runs.
 * @param {Context} context
 */
export async function writes({ assets, quick, say }) {
  say("writing a checkpoint");
  const { openCheckpoint } = await assets.models();
  const file = new Blob([...randomCheckpoint(GPT2_SMALL, "F32").parts]);
  const config = new Blob([JSON.stringify(GPT2_SMALL)]);
  const model = await openCheckpoint(
    { "config.json": config, "model.safetensors": file },
    { keep: true, workers: 1 },
  );
  const ids = Array.from({ length: TOKENS }, (_, i) => (i * 97) % 1000);
  const run = await model.run({ ids });
  const from = await model.run({ ids: ids.map((id, i) => (i === 3 ? id + 1 : id)) });
  const { pieces } = await model.circuit(HEAD.layer, HEAD.head);
  const patch = /** @type {const} */ ({ ...HEAD, from, what: "output" });
  const all = [
    { name: "contributions", run: () => run.contributionsOf(PIECES) },
    { name: "lists", run: () => pieces(PIECES[0]) },
    { name: "plain", run: () => model.run({ ids }) },
    { name: "patched", run: () => model.run({ ids }, { patch }) },
  ];
  const [contributions, lists, plain, patched] = await interleave(all, effort(quick), say);
  model.dispose();
  return {
    contributions: Math.min(...contributions),
    lists: Math.min(...lists),
    speed: medianRatio(plain, patched),
  };
}
