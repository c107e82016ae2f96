/** Words of a step's arithmetic, in French. */
export const arithmetic = {
  again: "Encore",
  products: "produits",
  productsAndBias: "produits, et le biais",
  powers: "exp(score − max)",
  sum: "somme",
  divided: (/** @type {string} */ sum) => `chacune divisée par ${sum}`,
  shows: {
    product:
      "Une ligne rencontre une colonne : chaque paire de nombres est multipliée, et les produits s’additionnent.",
    softmax: "Une ligne de scores devient des exponentielles, leur somme, et la part de chacune.",
    mix: "Des rangées de valeurs pâlissent selon leurs poids, et s’additionnent en une rangée.",
    join: "Les morceaux de toutes les têtes glissent en une seule rangée.",
  },
};
