/** Words of attention over an image, in French. */
export const patches = {
  all: "Chaque tête",
  mapSaid:
    "Une ligne est le token qui regarde, une colonne celui qu’il regarde. Les flèches parcourent les cases.",
  pressing: "un carreau pressé",
  presses: { ask: "demande", paint: "devient noir" },
  painting: "Pressez des carreaux, ou glissez dessus, pour les noircir.",
  /** @param {string} place */
  paint: (place) => `Noircir ${place}`,
  /** @param {string} place */
  unpaint: (place) => `Montrer de nouveau ${place}`,
  whole: "Montrer toute l’image",
  /** @param {{ name: string, share: string }} most */
  calls: ({ name, share }) => `Pour le modèle : ${name}, avec une probabilité de ${share}.`,
  classes: "Probabilité de chaque classe",
  class: "classe",
  probability: "probabilité",
  queries: "Requêtes",
  together: "à la place d’une tête",
  ways: { one: "cette tête", mean: "moyenne des têtes", rollout: "rollout" },
  titles: {
    /** @param {number | null} layer */
    mean: (layer) => (layer === null ? "Moyenne des têtes" : `Couche ${layer}, moyenne des têtes`),
    /** @param {number | null} layer */
    rollout: (layer) => `Rollout, couches 0 à ${layer}`,
  },
  caveats: {
    mean: "Une moyenne cache ce que fait chaque tête : celle qui regarde ailleurs peut y disparaître.",
    rollout:
      "Le rollout multiplie les cartes moyennes des couches, pour moitié flux résiduel : il prend les poids pour une influence et laisse de côté les valeurs, W_O et les réseaux entre les couches.",
  },
  /** @param {{ heads: number }} what */
  heads: ({ heads }) =>
    heads === 1
      ? "Les poids d’une tête sur l’image. Le nom de la tête est un bouton."
      : `Les poids de ${heads} têtes sur l’image. Les noms des têtes sont des boutons.`,
  /** @param {{ from: number, to: number, of: number }} rows @param {{ from: number, to: number }} columns */
  window: (rows, columns) =>
    `Les tokens ${rows.from} à ${rows.to} regardent ${columns.from} à ${columns.to}, sur ${rows.of}.`,
  press: "Pressez une tête pour la voir en grand.",
  picture: "L’attention sur l’image",
};
