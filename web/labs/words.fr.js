/** What the labs are called, in French, and the question that each answers. */

/** @type {typeof import("./words.js").LAB_WORDS} */
export const labWords = {
  mask: {
    name: "Masque",
    question: "Qui peut regarder qui, et que devient un mot qui ne peut regarder personne ?",
  },
  softmax: { name: "Softmax", question: "Pourquoi divise-t-on les scores par √d_k ?" },
  gradients: {
    name: "Gradients",
    question: "De quels nombres une perte dépend-elle, et bouge-t-elle comme le dit son gradient ?",
  },
  dropout: {
    name: "Dropout",
    question: "Que fait le dropout aux poids d’attention, et lesquels sont rendus ?",
  },
  batch: {
    name: "Lot",
    question: "Deux phrases de longueurs différentes dans un même lot : qui peut regarder quoi ?",
  },
  layer: {
    name: "Couche",
    question:
      "De d_k, de d_v, des biais et d’un produit unique, de quoi une couche a-t-elle besoin, et que coûte chacun ?",
  },
  cost: {
    name: "Coût",
    question: "Avoir beaucoup de têtes est-il gratuit, et qu’en devient-il pour un long texte ?",
  },
  order: { name: "Ordre", question: "L’attention connaît-elle l’ordre des mots ?" },
  roles: {
    name: "Rôles",
    question: "Qui demande, à qui demande-t-on : et si les deux étaient la même chose ?",
  },
  build: {
    name: "Bâtir",
    question:
      "Pouvez-vous écrire les poids d’une tête qui trouve ce que vous voulez, et que ne peut pas faire une seule tête ?",
  },
  chain: {
    name: "Chaîne",
    question: "Quels appels mettent ces nombres dans cette forme, chacun à sa place ?",
  },
  network: {
    name: "Réseau",
    question: "En réseau de tenseurs : sur quel indice somme chaque produit, et lesquels restent ?",
  },
};

/** @type {typeof import("./words.js").LABS_SAY} */
export const labs = {
  heading: "Labos",
  about: "Changez une chose, et voyez ce qu’elle fait.",
  loading: "Chargement du cœur de calcul…",
};

/** @type {typeof import("./words.js").MEASURES} */
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
