import { groupDigits } from "../kit/text/grouped.js";

/** Words of the opening, in French. The words of the sentence stay in English, since the model learned them. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").OPENED>} */
export const opening = {
  about: "Une tête d’attention change d’avis",
  asks: (word) => ["Que désigne ", word, " ici ?"],
  invites: "Changez le dernier mot : une tête d’attention choisit un autre nom.",
  lets: (word) => `Montrer où regarde « ${word} »`,
  turns: ({ from, to }) => `Le dernier mot est « ${from} » : le changer en « ${to} »`,
  others: ({ count, share }) => `Les ${count} autres mots : ${share}. Ensemble : 1.`,
  answers: "Choisissez un mot ou une case.",
  cell: ({ from, to, share }) => `« ${from} » donne à « ${to} » ${share} de son attention.`,
  map: "Les lignes regardent les colonnes",
  learned: ({ word, sentences }) => [
    "Cette tête a appris à trouver le mot que désigne ",
    word,
    `. Personne ne lui a dit comment : elle a lu ${groupDigits(sentences, "fr")} phrases à trous.`,
  ],
  gives: ([first, second]) => [
    "Avec ",
    first.ending,
    ", elle donne à ",
    first.to,
    " ",
    first.weight,
    " ; avec ",
    second.ending,
    ", à ",
    second.to,
    " ",
    second.weight,
    ".",
  ],
  walk: "Comment choisit-il ?",
  own: "Votre propre phrase",
  computed: "Tout est calculé dans votre navigateur par un cœur en C++.",
  train: (page) => [" Regarder la tête apprendre : ", page, "."],
  learn: (page) => [" Depuis le début : ", page, "."],
  pages: { train: "Entraîner", learn: "Cours" },
  looks: ({ from, to, weight, ending }) =>
    `Avec « ${ending} », « ${from} » regarde surtout « ${to} », ${weight} de son poids.`,
  picture: ({ sentence, head, looks }) => `${sentence}. ${head} : ${looks}`,
  mapped: ({ head, words }) => `${head} : l’attention de ${words} mots à ${words} mots.`,
};
