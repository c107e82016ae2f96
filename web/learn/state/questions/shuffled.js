/**
 * The output of a layer without positions for a sentence and for its words in another order.
 * @param {import("../../../core/index.js").Core} core
 * @param {{ tokens: readonly string[], dModel: number, numHeads: number, seed: number, turn: number }} of
 * @returns {{ moved: boolean, off: number }} whether a word has moved, and the largest difference of a word's row, relative to the output
 */
export function shuffledOutput(core, { tokens, dModel, numHeads, seed, turn }) {
  const order = tokens.map((_, i) => (i + 1 + turn) % tokens.length);
  const layer = core.createLayer({ dModel, numHeads, seed, init: "random" });
  const [straight, shuffled] = [tokens, order.map((at) => tokens[at])].map((words) => {
    const run = layer.forward({ query: core.embed(words, { dModel, seed, positions: false }) });
    const { output } = run;
    run.dispose();
    return output;
  });
  layer.dispose();
  const { largest } = core.putBack(straight, shuffled, order);
  const most = straight.data.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  return { moved: order.some((at, i) => tokens[at] !== tokens[i]), off: largest / most };
}
