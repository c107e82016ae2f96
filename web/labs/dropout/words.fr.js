/** Words of the lab of dropout, in French. */

/** @type {import("../lab-list.js").Title} */
export const dropoutTitle = {
  name: "Dropout",
  question: "Que fait le dropout aux poids d’attention, et lesquels sont rendus ?",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").DROPOUT>} */
export const labDropout = {
  p: "p",
  roll: "Tirer",
  average: (rolls) => `Moyenne de ${rolls} tirages`,
  head: "tête",
  picture: {
    weights: "poids, tels qu’ils sont rendus",
    dropped: (seed) => `tirage ${seed}`,
    mean: (rolls) => (rolls === 1 ? "moyenne d’un tirage" : `moyenne de ${rolls} tirages`),
    none: "moyenne de nombreux tirages",
    sums: "sommes",
  },
  said: ({ gone, of, p, factor }) =>
    `Ce tirage abandonne ${gone} poids sur ${of}, chacun avec la probabilité ${p} ; ceux qui restent sont multipliés par 1 ÷ (1 − p) = ${factor}, pour que la moyenne sur les tirages reste ce qu’elle était.`,
  sums: (least, most) =>
    `Les lignes de cette tête ont ensuite pour somme ${least} à ${most}, là où celles d’une attention ont 1 : ce ne sont plus les parts d’un tout.`,
  off: "Avec p = 0, rien n’est abandonné : les poids sont tels qu’ils étaient.",
  returned:
    "Ce que la couche rend comme son attention est la carte de gauche, d’avant le dropout. Un code qui rend celle du milieu a la même sortie, si bien que rien n’échoue ; ses images ont des lignes de somme quelconque, et changent à chaque appel.",
  averaged: (rolls) =>
    `Après ${rolls} tirages, la moyenne est de nouveau proche des poids : chaque tirage est du bruit, et ils sont justes en moyenne. Au moment du test, le dropout est éteint.`,
  how: "Un trait marque un poids abandonné.",
  figure: "Les poids, un tirage du dropout avec les sommes de ses lignes, et la moyenne de nombreux tirages",
  corner: "requête",
};
