/** Words of the table of a class, in French. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").CLASS>} */
export const teach = {
  label: "Fichiers de progression de vos étudiants",
  stays: "Choisissez-en plusieurs à la fois, ou déposez-les ici. Les fichiers restent dans ce navigateur.",
  student: "étudiant",
  whole: "total",
  everybody: "la classe",
  caption: (students) =>
    `${students} ${students === 1 ? "étudiant" : "étudiants"} : questions justes au premier essai, sur celles du chapitre`,
  done: "toutes les questions ont une réponse",
  open: (open) => (open === 1 ? "1 ouverte" : `${open} ouvertes`),
  missed: "Le plus souvent fausses",
  missedBy: (wrong, answered) => `fausse pour ${wrong} sur ${answered}`,
  clear: "Retirer les fichiers",
  foreign: (file) =>
    `${file} ne contient pas de progression ; les étudiants l’écrivent dans Cours avec « Enregistrer mes réponses pour un enseignant ».`,
  unread: (file) => `${file} n’a pas pu être lu.`,
};
