/** Labels of the buttons that open the layer of a head in the walk or among all heads, in French. */

/** @type {typeof import("./words-into.js").INTO_LAYER} */
export const intoLayer = {
  walk: "La parcourir",
  heads: "Examiner cette tête",
  back: "Retour à toutes les têtes",
  title: ({ layer, model, text }) => `Couche ${layer} de ${model} sur « ${text} »`,
};
