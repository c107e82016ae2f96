/** Words around a question, in French; questions and lessons are in English. */
const quoteAnswer = (/** @type {string} */ text) => `« ${text.slice(0, 40)} »`;

export const learn = {
  check: "Voilà ma réponse",
  another: "Une autre",
  show: "La montrer dans la figure",
  right: "Juste.",
  again: "Pas encore. Essayez encore une fois.",
  wrong: (/** @type {string} */ answer) => (answer ? `Non : ${answer}.` : "Non."),
  read: (/** @type {readonly string[]} */ numbers) =>
    `Votre réponse a été lue comme ${numbers.join(" ou ")}.`,
  guess: "votre réponse",
  field: "Votre réponse",
  answers: "Réponses",
  loading: "La question se charge…",
  unknown: (/** @type {string} */ id, /** @type {readonly string[]} */ known) =>
    `question « ${id} » n’est aucune de ${known.join(", ")}`,
  lacking: (
    /** @type {{ tokens?: number, heads?: number, features?: number }} */ { tokens, heads, features },
  ) => {
    const least = [
      tokens && `${tokens} tokens`,
      heads && `${heads} têtes`,
      features && `${features} composantes par tête`,
    ].filter(Boolean);
    return least.length
      ? `La figure est trop petite pour cette question ; il faut au moins ${least.join(", ")}.`
      : "Cette figure ne convient pas à la question ; il faut de l’auto-attention, par une couche de la page même.";
  },
};

export const unread = {
  number: (/** @type {string} */ text) =>
    `${text ? `${quoteAnswer(text)} n’est pas un nombre` : "Rien n’est encore écrit"} ; écrivez-en un, comme 464, 0.25, 1/4 ou ln 12`,
  shape: (/** @type {string} */ text) =>
    `${text ? `${quoteAnswer(text)} n’est pas une liste d’entiers` : "Rien n’est encore écrit"} ; écrivez-les dans l’ordre, comme 1, 8, 3, 6`,
  indices: (/** @type {string} */ text) =>
    `${text ? `${quoteAnswer(text)} ne sont pas des entiers` : "Rien n’est encore écrit"} ; écrivez-les avec des virgules, comme 4, 5, 6, en intervalle, 4-6, ou none`,
  choice: () => "Rien n’est encore choisi ; choisissez une des réponses",
  line: () => "Aucune ligne n’est encore choisie ; choisissez-en une",
};
