import { EVERY, best, distinct, least, where } from "./heads.js";

/** @import { Core } from "../../web/core/core.js" */
/** @import { Model } from "../../web/core/model.js" */

const STEPS = 600;
const RIGHT = 0.95; // accuracy of each kind of blank that counts as learned
const SENTENCES = 512; // sentences for each number of the table
const DEMONSTRATION = "the animal did not cross the street because it was too";

/** @param {Model} model @param {import("../../web/core/types.js").Removal} [removal] */
const accuracyOf = (model, removal) => {
  const { kinds } = model.evaluate({ ...removal, sentences: SENTENCES });
  return { this: kinds.this.accuracy, was: kinds.was.accuracy, it: kinds.it.accuracy };
};

/** The heads that do the four jobs of the task. @param {Model} model */
function jobsOf(model) {
  const { kinds } = model.evaluate({ sentences: SENTENCES });
  return {
    this: best(kinds.this.weights),
    was: best(kinds.was.weights),
    it: best(kinds.it.least),
    tells: best(kinds.it.tells.slice(0, 1)),
  };
}

/** Number of heads that can be removed one by one, the least important first, while every kind of blank stays learned. @param {Model} model */
function spare(model) {
  const scale = model.evaluate({ sentences: 64 }).kinds.it.weights.map((row) => row.map(() => 1));
  for (let gone = 0; ; gone++) {
    const left = where(scale, (on) => on === 1);
    const without = left.map(([layer, head]) => {
      const headScale = scale.map((row, l) => row.map((on, h) => (l === layer && h === head ? 0 : on)));
      return { layer, head, right: least(Object.values(accuracyOf(model, { headScale }))) };
    });
    const next = without.sort((a, b) => b.right - a.right)[0];
    if (!next || next.right < RIGHT) return gone;
    scale[next.layer][next.head] = 0;
  }
}

/** @param {Core & import("../../web/core/index.js").Core} core @param {number} seed @returns {Record<string, number>} by what is said of it */
export function studyReference(core, seed) {
  const model = core.createModel({ seed });
  const before = jobsOf(model);
  let solved = Infinity;
  while (model.step < STEPS) {
    model.train(EVERY);
    const right = Object.values(accuracyOf(model)).every((accuracy) => accuracy >= RIGHT);
    if (right && solved === Infinity) solved = model.step;
  }
  const [after, whole] = [jobsOf(model), accuracyOf(model)];
  const said = ["tired", "wide"].map((end, i) => {
    const { blanks, attention } = model.predict(`${DEMONSTRATION} ${end}`);
    const [{ position, noun, words }] = blanks;
    const { data, shape } = attention[1];
    const [, heads, queries, keys] = shape;
    const onNoun = (/** @type {number} */ head) => data[(head * queries + position) * keys + (noun ?? 0)];
    return {
      weights: Array.from({ length: heads }, (_, head) => onNoun(head)),
      probability: words[0].word === ["animal", "street"][i] ? words[0].probability : 0,
    };
  });
  const both = said[0].weights.map((weight, head) => Math.min(weight, said[1].weights[head]));
  const tells = accuracyOf(model, { cut: [{ layer: 0, from: "it", to: "tells" }] });
  const noun = accuracyOf(model, { cut: [{ layer: 1, from: "it", to: "noun" }] });
  const specialists = Object.values(after);
  const only = [0, 1].map((layer) =>
    Array.from({ length: model.config.numHeads }, (_, head) =>
      Number(specialists.some((each) => each.layer === layer && each.head === head)),
    ),
  );
  const kept = accuracyOf(model, { headScale: only });
  const row = {
    "steps until every kind is at 95 %": solved,
    "right at the end, the worst kind": least(Object.values(whole)),
    "this/these on its noun, before": before.this.weight,
    "this/these on its noun, after": after.this.weight,
    "was/were on its subject, before": before.was.weight,
    "was/were on its subject, after": after.was.weight,
    "it on its noun, the worse of both answers, before": before.it.weight,
    "it on its noun, the worse of both answers, after": after.it.weight,
    "it on the word that tells, layer 1, before": before.tells.weight,
    "it on the word that tells, layer 1, after": after.tells.weight,
    "different heads for the four jobs": distinct(specialists),
    "demonstration: one head's lesser weight on the right noun": best([both]).weight,
    "demonstration: the lesser probability": least(said.map(({ probability }) => probability)),
    "without the edge to the word that tells: it": tells.it,
    "without the edge to its noun: it": noun.it,
    "without an edge: the others": least([tells.this, tells.was, noun.this, noun.was]),
    "heads that can go": spare(model),
    "the specialists alone: this/these": kept.this,
    "the specialists alone: was/were": kept.was,
    "the specialists alone: it": kept.it,
    "ms a step": 0,
  };
  const begun = performance.now();
  const again = core.createModel({ seed });
  again.train(100);
  row["ms a step"] = (performance.now() - begun) / 100;
  again.dispose();
  model.dispose();
  return row;
}
