/** Words of the lab of the block around a layer, in French. */

/** @type {import("../lab-list.js").Title} */
export const blockTitle = {
  name: "Bloc",
  question: "Où se trouve la couche, et qu’y a-t-il autour d’elle ?",
};

/** @type {typeof import("./words.js").BLOCK} */
export const labBlock = {
  ending: "le dernier mot",
  layer: "couche :",
  word: "ligne de :",
  names: {
    before: "flux",
    normed: "norme",
    attention: "attention",
    middle: "flux",
    mlpNormed: "norme",
    up: "W_up",
    relu: "ReLU",
    down: "W_down",
    after: "flux",
  },
  scales: { stream: "flux", norm: "norme", mlp: "MLP" },
  lesson:
    "La couche du parcours est la partie nommée attention. Elle ne remplace rien : sa sortie s’ajoute au flux, une ligne de d_model nombres par mot qui va de x aux logits. Un MLP ajoute à la même ligne.",
  adds: ({ feature, layer, before, attention, middle }) =>
    `Couche ${layer}, composante ${feature} : ${before}, à quoi l’attention ajoute ${attention}, donne ${middle}.`,
  addsMlp: ({ middle, down, after }) => `À ${middle} le MLP ajoute ${down}, ce qui donne ${after}.`,
  parts:
    "Une norme (LayerNorm) donne à chaque ligne la moyenne 0 et la variance 1, puis un gain et un décalage appris. Seule l’attention déplace des nombres d’un mot à l’autre ; clés et valeurs sont lues des mots eux-mêmes, x. Le MLP lit une ligne à la fois : W_up la rend quatre fois plus large, ReLU met à 0 ce qui est négatif, W_down la ramène.",
  learned: ({ steps, share, blanks }) =>
    `Ce modèle vient d’apprendre, en ${steps} étapes : deux blocs pareils, et les phrases d’Entraîner. Ce que désigne « it » dans ${blanks} phrases qu’il n’a pas lues : ${share} de ses réponses sont correctes.`,
  finder: ({ head, weight }) => `${head} donne au bon nom au moins ${weight} de son poids.`,
  logits: (word, layer) =>
    `Après la couche ${layer}, la matrice de sortie fait de la ligne de « ${word} » un nombre par mot du vocabulaire, ses logits ; un softmax en fait des probabilités :`,
  figure: ({ layer, word, features }) =>
    `Le bloc de la couche ${layer} : la ligne de « ${word} » dans le flux, ce que l’attention ajoute et ce que le MLP ajoute, ${features} nombres chacun. Entrée, puis les flèches, pour parcourir les composantes.`,
  table: "composante",
  columns: ["flux", "norme", "l’attention ajoute", "flux", "norme", "le MLP ajoute", "flux"],
};
