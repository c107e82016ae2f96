/** Words of the lab of the softmax, in French. */

/** @type {import("../lab-list.js").Title} */
export const softmaxTitle = {
  name: "Softmax",
  question: "Pourquoi divise-t-on les scores par √d_k ?",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").SOFTMAX>} */
export const labSoftmax = {
  width: "d_k",
  scale: "scores :",
  scales: [
    [true, "÷ √d_k"],
    [false, "tels quels"],
  ],
  temperature: "température",
  head: "tête",
  how: "Requêtes et clés ont ici des composantes de variance 1 : les mots de la phrase à travers des poids tirés au hasard, quatre têtes. Un score est une somme de d_k produits : il s’étale donc comme √d_k.",
  picture: {
    row: (word, head) => `La ligne de « ${word} » dans la tête ${head}`,
    scores: "entrée du softmax",
    weights: "sortie du softmax",
    histogram: (count) => `Les ${count} scores qui entrent dans le softmax`,
    entropy: "Entropie d’une ligne, nats : moyenne",
    passed: "Gradient qui passe : ligne médiane",
    reached: "Gradient qui atteint une requête : ligne médiane",
    scaled: "÷ √d_k",
    unscaled: "sans",
    lines: "fin : la moyenne",
  },
  row: ({ word, entropy, most, passed }) =>
    `« ${word} » a ${entropy} nats sur ${most} au plus, et transmet ${passed} d’un gradient.`,
  all: ({ entropy, median, mean }) =>
    `Sur toutes les lignes : ${entropy} nats en moyenne ; d’un gradient la ligne médiane transmet ${median}, la moyenne est ${mean}.`,
  passes:
    "Ce qui passe est la norme de Frobenius de la jacobienne de la ligne, diag(a) − a aᵀ : 0 là où une clé a tout le poids, puisque aucun petit changement d’un score n’y change plus rien. Le gradient qui atteint une requête est celui des scores multiplié par les clés et, avec l’échelle, divisé encore une fois par √d_k : sans l’échelle, il croît d’abord avec la largeur, puis disparaît.",
  median: {
    alike: (/** @type {{ width: number, scaled: string, unscaled: string }} */ { width, scaled, unscaled }) =>
      `Avec d_k ${width}, l’échelle ne change guère la ligne médiane : ${scaled} d’un gradient passe avec elle, ${unscaled} sans. Choisissez une tête plus large.`,
    apart: (/** @type {{ width: number, scaled: string, unscaled: string }} */ { width, scaled, unscaled }) =>
      `Avec d_k ${width}, la ligne médiane transmet ${scaled} d’un gradient avec l’échelle et ${unscaled} sans. La médiane tombe plus vite que la moyenne : quelques lignes encore indécises soutiennent la moyenne, et la plupart reçoivent peu.`,
  },
  temper:
    "Une température divise encore une fois les scores : au-dessus de 1 la ligne s’aplatit, au-dessous elle se creuse. √d_k est la température qui garde les têtes larges aussi indécises que les étroites.",
  one: "Un mot tout seul : sa ligne vaut 1 quel que soit son score. Écrivez-en un second.",
  figure:
    "La ligne choisie en scores et en poids, l’histogramme de tous les scores et, selon la largeur d’une tête, l’entropie d’une ligne, le gradient qui passe et celui qui atteint une requête.",
  table: [
    "d_k",
    "entropie ÷ √d_k",
    "médiane ÷ √d_k",
    "moyenne ÷ √d_k",
    "à une requête ÷ √d_k",
    "entropie sans",
    "médiane sans",
    "moyenne sans",
    "à une requête sans",
  ],
};
