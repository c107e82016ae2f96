import { EVERY, best } from "./heads.js";

/** @import { Core } from "../../web/core/core.js" */
/** @import { Translator } from "../../web/core/translator.js" */

const STEPS = 500;
const RIGHT = 0.97; // share of whole sentences that counts as learned

/** Factors of all heads of one kind of attention. @param {Translator} model @param {(layer: number, head: number) => number} factor */
const scaled = ({ config: { layers, numHeads } }, factor) =>
  Array.from({ length: layers }, (_, layer) =>
    Array.from({ length: numHeads }, (_, head) => factor(layer, head)),
  );

/** How often determiners have the right form, given that they are determiners. @param {Translator} model @param {import("../../web/core/types.js").HeadScales} headScale */
const formWithout = (model, headScale) => model.evaluate({ headScale }).parts.determiner.form;

/** @param {Core} core @param {number} seed @returns {Record<string, number>} by what is said of it */
export function studyTranslation(core, seed) {
  const model = core.createModel({ task: "translation", seed });
  let solved = Infinity;
  let trained = 0; // ms
  while (model.step < STEPS) {
    const begun = performance.now();
    model.train(EVERY);
    trained += performance.now() - begun;
    if (solved === Infinity && model.evaluate().right >= RIGHT) solved = model.step;
  }
  const { right, parts, content, determiners } = model.evaluate();
  const off = scaled(model, () => 0);
  const carrier = best(determiners);
  const without = scaled(model, (layer, head) => Number(layer !== carrier.layer || head !== carrier.head));
  const row = {
    "steps until 97 % of the sentences are right": solved,
    "sentences right at the end": right,
    "cross: the best head's share of content words on their word": best(content).weight,
    "cross: the best head's share of determiners on their word": best(parts.determiner.source).weight,
    "cross: the best head's share of determiners on their noun": best(parts.determiner.agrees).weight,
    "encoder: the best head's share of determiners on their noun": carrier.weight,
    "form of determiners without that head": formWithout(model, { encoder: without }),
    "form of determiners without the encoder's heads": formWithout(model, { encoder: off }),
    "meaning of determiners without the encoder's heads": model.evaluate({ headScale: { encoder: off } })
      .parts.determiner.meaning,
    "form of determiners without the decoder's heads": formWithout(model, { decoder: off }),
    "meaning of nouns without the cross heads": model.evaluate({ headScale: { cross: off } }).parts.noun
      .meaning,
    "ms a step": trained / STEPS,
  };
  model.dispose();
  return row;
}
