/** Words about weights over an image, in French. */

/** @type {import("./words.js").Translated<typeof import("./over-image.js").OVER_IMAGE>} */
export const overImage = {
  /** @param {{ row: number, column: number }} place */
  place: ({ row, column }) => `ligne ${row}, colonne ${column}`,
  views: { picture: "sur l’image", map: "carte", reverse: "qui regarde ici" },
  opacity: "opacité des poids",
  /** @param {unknown} token @param {string} even */
  looks: (token, even) => ["Où ", token, ` regarde. À parts égales, chaque token recevrait ${even}.`],
  /** @param {unknown} token */
  looked: (token) => [
    "Combien chaque carreau regarde ",
    token,
    ". Ces poids n’ont pas forcément 1 pour somme.",
  ],
  ask: "Pressez un carreau pour qu’il demande.",
  askHere: "Pressez un carreau pour voir qui le regarde.",
  /** @param {{ patches: string, others: string }} sums */
  sums: ({ patches, others }) => `${patches} sur les carreaux, ${others} sur d’autres tokens.`,
  others: "Tokens qui ne sont pas des carreaux",
  /** @param {{ head: string, view: string }} what */
  figure: ({ head, view }) => `${head}, ${view}. Entrée, puis les flèches, parcourt la grille.`,
  /** @param {{ token: string, most: { place: string, share: string }[] }} what */
  gives: ({ token, most }) =>
    `${token} donne ${most.map(({ place, share }) => `${share} à ${place}`).join("; ")}.`,
  /** @param {{ token: string, most: { place: string, share: string }[] }} what */
  gets: ({ token, most }) =>
    `${token} reçoit ${most.map(({ place, share }) => `${share} de ${place}`).join("; ")}.`,
  row: "ligne",
  column: "colonne",
  token: "token",
  weight: "poids",
};
