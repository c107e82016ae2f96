/** Words about the folder that is remembered, in French. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-folder.js").KEPT_FOLDER>} */
export const keptFolder = {
  keep: (name) => `Retenir le dossier ${name} pour la prochaine visite`,
  what: "Le navigateur retient où est le dossier ; ses fichiers y restent, et le navigateur demande avant de les lire.",
  kept: (name) => `Le dossier ${name} est retenu.`,
  again: (name) => `Le rouvrir : ${name}`,
  forget: "L’oublier",
  refused: "Le navigateur ne peut pas lire le dossier. Ouvrez-le avec le bouton ci-dessus.",
};
