/** Labels of the buttons “Walk through it” and “Inspect this head” in Models, and of the view that they open, in French. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-into.js").INTO_LAYER>} */
export const intoLayer = {
  walk: "La parcourir",
  heads: "Examiner cette tête",
  back: "Retour à toutes les têtes",
  title: ({ layer, model, text }) => `Couche ${layer} de ${model} sur « ${text} »`,
};
