/** Words of the lab of costs, in French. */

/** @type {import("../lab-list.js").Title} */
export const costTitle = {
  name: "Coût",
  question: "Avoir beaucoup de têtes est-il gratuit, et qu’en devient-il pour un long texte ?",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").COST>} */
export const labCost = {
  length: "tokens T",
  heads: "têtes",
  width: "d_model",
  beside: "à côté :",
  besides: [
    ["one", "une tête"],
    ["full", "têtes entières"],
  ],
  sizes: "Tailles connues",
  layer: (heads) => (heads === 1 ? "1 tête" : `${heads} têtes`),
  one: "1 tête",
  full: (heads) => (heads === 1 ? "1 entière" : `${heads} entières`),
  crossing: (at, shown) =>
    shown
      ? `T = ${at} : l’attention dépasse les projections`
      : `l’attention dépasse les projections à T = ${at} →`,
  now: (now) => `T = ${now}`,
  about: (heads, dK, beside) =>
    beside === "one"
      ? `${heads} têtes de ${dK} composantes contre une tête aussi large qu’elles toutes : les mêmes matrices, découpées autrement.`
      : `${heads} têtes de ${dK} composantes contre ${heads} têtes, chacune aussi large que le modèle.`,
  said: ({ T, heads, beside, parameters, flops, moved, held }) =>
    `À ${T} tokens, ${heads === 1 ? "1 tête prend" : `${heads} têtes prennent`}, par rapport à ${beside}, ${parameters} fois les paramètres, ${flops} fois le calcul, ${moved} fois le trafic mémoire et ${held} fois la mémoire.`,
  meets: (at, dModel, isTwice) =>
    `QKᵀ et A V ensemble demandent autant de calcul que les quatre projections à partir de T = ${at}. Avec un d_model de ${dModel}, c’est ${isTwice ? "2 · d_model" : "là où le cœur de calcul le trouve"}, quel que soit le nombre de têtes.`,
  lesson:
    "« Le multi-tête est gratuit » est vrai des paramètres et presque vrai du calcul. Ce n’est pas vrai de la mémoire : chaque tête écrit, met à l’échelle et lit sa propre carte T × T, sauf si un seul noyau fusionné fait le tout sans garder de carte, comme FlashAttention.",
  hint: "Pointez une barre pour lire ses parties ; Entrée, puis les flèches, pour les parcourir.",
  figure: "Ce que coûte la couche, partie par partie",
  corner: "coût",
  total: "total",
};
