import { grouped } from "../kit/text/grouped.js";

/** Words of the opening, in French. The words of the sentence stay in English, since the model learned them. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").OPENED>} */
export const opening = {
  about: "Une tête d’attention change d’avis",
  asks: (word) => ["Que désigne ", word, " ici ?"],
  invites: "Changez le dernier mot, et regardez une tête d’attention changer d’avis.",
  map: (head) => `${head} : qui regarde (lignes) qui (colonnes)`,
  learned: ({ word, sentences, layers, heads }) => [
    "Cette tête a appris à trouver le mot que désigne ",
    word,
    `. Personne ne lui a dit comment : un petit modèle de ${layers} couches de ${heads} têtes a lu ${grouped(sentences, "fr")} phrases et rempli des blancs.`,
  ],
  gives: ([first, second]) => [
    "La tête donne ",
    first.weight,
    " de son poids à ",
    first.to,
    " quand la phrase finit par ",
    first.ending,
    ", et ",
    second.weight,
    " à ",
    second.to,
    " quand elle finit par ",
    second.ending,
    ".",
  ],
  only: (word) => [" Seule la ligne de ", word, " remplit le blanc ; le modèle ne lit aucune autre ligne."],
  behind:
    "Derrière ce seul nombre, il y a douze étapes : trois projections, un changement de forme, une transposition, un produit, un softmax, et le retour. Chacune est un tenseur, avec une forme et une place en mémoire.",
  walk: "Voir le calcul, étape par étape",
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
