/** Words about the picture that a model reads, in French. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-picture.js").MODEL_PICTURE>} */
export const modelPicture = {
  picture: "image",
  choose: "Choisir une image",
  hint: "ou déposez-en ou collez-en une ; elle reste sur cette machine",
  nothingYet: "Choisissez, déposez ou collez une image : ce que chaque tête y regarde apparaît ici.",
  tokens: "Tokens avant les patchs ; pressez-en un pour qu’il demande",
  where: (query, figure) =>
    `Où regarde ${query}. À parts égales, ce serait ${figure} par token. Pressez un patch pour qu’il demande.`,
  paint: "Peindre ce patch en noir",
  unpaint: "Montrer de nouveau ce patch",
  classes: "Classes ; pressez-en une pour demander quelles têtes comptent pour elle",
  noClasses: "Les poids n’ont pas de classifieur : rien n’est prédit.",
  summary: (head, query, key, figure) =>
    `L’image avec les poids de ${head} par-dessus, et en petit pour chaque tête. ${query} donne ${figure} à ${key}. Pressez Entrée, puis parcourez les patchs avec les flèches.`,
  layer: (layer) => `couche ${layer}`,
  corner: "classe",
  columns: ["probabilité"],
};
