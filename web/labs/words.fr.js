/** Words around the labs, and names of cost bars, in French. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").LABS_SAY>} */
export const labs = {
  heading: "Labos",
  about: "Changez une chose, et voyez ce qu’elle fait.",
  all: (n) => `Les ${n} labos`,
  fewer: "Moins de labos",
  loading: "Chargement du cœur de calcul…",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").MEASURES>} */
export const labMeasures = {
  parts: { projections: "projections", scores: "QKᵀ", softmax: "échelle, softmax", values: "A V, concat" },
  measures: {
    parameters: { name: "Paramètres", unit: "" },
    flops: { name: "Calcul", unit: "FLOP" },
    moved: { name: "Trafic mémoire", unit: "o" },
    held: { name: "Mémoire occupée", unit: "o" },
  },
  ratio: (ratio) => `× ${ratio}`,
  cell: (bar, part, value, share) => `${bar} : ${part} ${value}, ${share} de la barre`,
};
