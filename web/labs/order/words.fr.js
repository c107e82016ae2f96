/** Words of the lab of the order of words, in French. */

/** @type {import("../lab-list.js").Title} */
export const orderTitle = {
  name: "Ordre",
  question: "L’attention connaît-elle l’ordre des mots ?",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").ORDER>} */
export const labOrder = {
  positions: "positions :",
  ways: [
    [false, "sans"],
    [true, "avec"],
  ],
  again: "Mélanger encore",
  straight: "Sortie, les mots dans l’ordre",
  shuffled: "Sortie, les mots mélangés",
  apart: "remise en place : écart",
  apartShort: "écart",
  largest: "Plus grand écart, une fois chaque ligne remise en place",
  follows:
    "Les lignes suivent les mots. Une fois remises en place, il ne reste que de l’arrondi : une somme faite dans un autre ordre finit par d’autres dernières décimales. Pour cette couche, une phrase est un sac de mots.",
  stays:
    "Les lignes ne suivent pas les mots. Le vecteur de chaque mot dit où il se trouve : à une autre place, il demande autre chose et se trouve autrement.",
  masked:
    "Les lignes ne suivent pas les mots, bien qu’aucun vecteur ne dise où se trouve son mot. Le masque causal, lui, le dit : un mot voit ceux qui le précèdent, et à une autre place ce sont d’autres.",
  lesson:
    "Rien dans un produit scalaire ni dans un softmax ne connaît l’ordre. Qui le veut doit l’ajouter : aux vecteurs, comme ici ; aux scores ; ou par un masque.",
  one: "Un seul mot n’a pas d’autre ordre. Écrivez-en quelques autres.",
  given:
    "Les vecteurs de cette couche lui ont été donnés : on ne peut pas en faire les mots d’autres places.",
  row: (word, from, to, apart) =>
    `« ${word} » est passé de la place ${from} à ${to} ; sa ligne, remise en place, s’écarte de ${apart} au plus.`,
  figure: (tokens) =>
    `Les ${tokens} lignes de la sortie, les mots dans l’ordre, puis mélangés ; des traits joignent les lignes d’un mot. Entrée, puis haut et bas, pour parcourir les mots.`,
  table: "mot",
  columns: ["place", "mélangé vers", "écart, remis en place"],
};
