/** Words of two sentences beside each other, in French. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-pair.js").MODEL_PAIR>} */
export const modelPair = {
  title: "Deux phrases côte à côte",
  what: "Changez un mot, et voyez quelles têtes regardent ailleurs.",
  second: "Deuxième phrase",
  compare: "Comparer",
  end: "Retirer la deuxième phrase",
  comparing: "Lecture de la deuxième phrase",
  stale: "On voit encore les phrases précédentes",
  pieces: "Tokens des deux phrases ; ceux qui diffèrent sont marqués",
  quoted: (piece) => `« ${piece} »`,
  aloneFirst: (pieces) => `Sans correspondant dans la deuxième phrase : ${pieces}`,
  aloneSecond: (pieces) => `Sans correspondant dans la première phrase : ${pieces}`,
  caption:
    "Deuxième moins première : le cœur calcule chaque poids pour les deux phrases, puis les soustrait.",
  masked: "Les cases grises sont masquées.",
  summary: ({ layers, heads, tokens }) =>
    `Différence des cartes de ${layers} couches de ${heads} têtes sur ${tokens} tokens alignés. Appuyez sur Entrée, puis avancez avec les flèches.`,
  ranking: "Les têtes qui bougent le plus",
  measure: (queries) =>
    `La part du poids d’une requête qui va à d’autres clés dans la deuxième phrase, moyenne sur ${queries} ${queries === 1 ? "requête" : "requêtes"}.`,
  causal: "Les requêtes avant le premier token changé lisent les mêmes tokens et ne comptent pas.",
  one: (head) => `${head} : deuxième moins première`,
  oneSummary: (head, figure) =>
    `Différence des poids d’attention de ${head}, une ligne par requête. ${figure} de son poids se déplace.`,
  corner: "tête",
  columns: ["part du poids qui se déplace"],
  query: "requête",
};
