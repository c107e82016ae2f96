/** Words of the lab of the block around a layer, in French. */

/** @type {import("../lab-list.js").Title} */
export const blockTitle = {
  name: "Bloc",
  question: "Où se trouve la couche, et qu’y a-t-il autour d’elle ?",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").BLOCK>} */
export const labBlock = {
  ending: "le dernier mot",
  layer: "couche :",
  word: "ligne de :",
  names: {
    before: "flux",
    normed: "norme",
    attention: "attention",
    attentionNormed: "norme",
    middle: "flux",
    middleNormed: "norme",
    mlpNormed: "norme",
    router: "routeur",
    up: "W_up",
    gated: "produit",
    down: "W_down",
    downNormed: "norme",
    after: "flux",
    afterNormed: "norme",
  },
  scales: { stream: "flux", norm: "norme", mlp: "MLP" },
  lesson:
    "La couche du parcours est la partie nommée attention. Elle ne remplace rien : sa sortie s’ajoute au flux, une ligne de d_model nombres par mot qui va de x aux logits. Un MLP ajoute à la même ligne.",
  adds: ({ feature, layer, before, attention, middle }) =>
    `Couche ${layer}, composante ${feature} : ${before}, à quoi l’attention ajoute ${attention}, donne ${middle}.`,
  addsMlp: ({ middle, down, after }) => `À ${middle} le MLP ajoute ${down}, ce qui donne ${after}.`,
  addsBoth: ({ feature, layer, before, attention, down, after }) =>
    `Couche ${layer}, composante ${feature} : ${before}, à quoi l’attention ajoute ${attention} et le MLP ${down}, donne ${after}.`,
  norms: (value) => `La norme en fait ${value}.`,
  norm: {
    layer:
      "Une norme (LayerNorm) donne à chaque ligne la moyenne 0 et la variance 1, puis un gain et un décalage appris.",
    rms: "Une norme (RMSNorm) divise chaque ligne par sa moyenne quadratique, puis applique un gain appris.",
  },
  order: {
    pre: "L’attention et le MLP lisent chacun une norme du flux, non le flux lui-même.",
    post: "Les normes viennent après les sommes, dans le flux lui-même.",
    sandwich: "Il y a une norme avant l’attention et avant le MLP, et une après chacun.",
    parallel: "L’attention et le MLP lisent la même ligne du flux, chacun à travers une norme.",
    after: "L’attention et le MLP lisent le flux lui-même ; une norme de ce que chacun calcule s’y ajoute.",
  },
  keysFromWords: "Clés et valeurs sont lues des mots eux-mêmes, x.",
  mlp: ({ width, activation, isReLU }) =>
    `Seule l’attention déplace des nombres d’un mot à l’autre. Le MLP lit une ligne à la fois : W_up la porte à ${width} nombres, ${activation} ${isReLU ? "met à 0 ceux qui sont négatifs" : "rend presque nuls ceux qui sont négatifs"}, W_down la ramène.`,
  gatedMlp: ({ width, activation }) =>
    `Seule l’attention déplace des nombres d’un mot à l’autre. Le MLP lit une ligne à la fois : W_gate et W_up la portent chacune à ${width} nombres, ${activation} de la première est multipliée par la seconde, W_down ramène le produit.`,
  mixed: "experts",
  experts: ({ count, chosen }) =>
    `Seule l’attention déplace des nombres d’un mot à l’autre. Au lieu d’un MLP il y en a ${count}, les experts : un routeur lit la ligne et en choisit quelques-uns, dont les sorties s’ajoutent, chacune fois son poids. Experts de cette ligne : ${chosen}.`,
  checkpoint: "Ces nombres sont ceux du modèle affiché : la ligne de chaque morceau, à travers cette couche.",
  learned: ({ steps, share, blanks }) =>
    `Ce modèle vient d’apprendre, en ${steps} étapes : deux blocs pareils, et les phrases d’Entraîner. Ce que désigne « it » dans ${blanks} phrases qu’il n’a pas lues : ${share} de ses réponses sont correctes.`,
  finder: ({ head, weight }) => `${head} donne au bon nom au moins ${weight} de son poids.`,
  logits: (word, layer) =>
    `Après la couche ${layer}, la matrice de sortie fait de la ligne de « ${word} » un nombre par mot du vocabulaire, ses logits ; un softmax en fait des probabilités :`,
  figure: ({ layer, word, features }) =>
    `Le bloc de la couche ${layer} : la ligne de « ${word} » dans le flux, ce que l’attention ajoute et ce que le MLP ajoute, ${features} nombres chacun. Entrée, puis les flèches, pour parcourir les composantes.`,
  predicts: (piece) =>
    `De la ligne de « ${piece} » après la dernière couche vient un nombre par morceau du vocabulaire, ses logits ; un softmax en fait des probabilités :`,
  table: "composante",
  added: { attention: "l’attention ajoute", mlp: "le MLP ajoute" },
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").PAIR>} */
export const labBlockPair = {
  kind: "modèle",
  kinds: { one: "un bloc", pair: "encodeur et décodeur" },
  reads: "lit :",
  writes: "écrit :",
  names: {
    before: "flux",
    normed: "norme",
    attention: "attention",
    cross: "croisée",
    middle: "flux",
    up: "W_up",
    down: "W_down",
    after: "flux",
    last: "norme",
  },
  encoder: (word) => `Encodeur : ligne de « ${word} »`,
  decoder: (word) => `Décodeur : ligne qui écrit « ${word} »`,
  memory: "clés et valeurs",
  encoderAdds: ({ feature, before, added: [attention, mlp], after }) =>
    `Encodeur, composante ${feature} : ${before}, à quoi l’attention ajoute ${attention} et le MLP ${mlp}, donne ${after}.`,
  decoderAdds: ({ feature, before, added: [attention, cross, mlp], after }) =>
    `Décodeur, composante ${feature} : ${before}, à quoi l’attention ajoute ${attention}, l’attention croisée ${cross} et le MLP ${mlp}, donne ${after}.`,
  lesson:
    "L’encodeur lit tous les mots anglais à la fois. Le décodeur écrit les mots français : chacune de ses lignes lit les mots français qui précèdent, puis interroge l’encodeur. Son bloc a une partie de plus, l’attention croisée : les requêtes sont lues de la ligne du décodeur, les clés et les valeurs de la dernière norme de l’encodeur, une ligne par mot anglais.",
  learned: (steps) => `Ce modèle a appris à traduire, en ${steps} étapes.`,
  logits: (word) =>
    `De la dernière norme du décodeur, sur la ligne qui écrit « ${word} », vient un nombre par mot français, ses logits ; un softmax en fait des probabilités :`,
  figure: ({ english, french, features }) =>
    `Encodeur et décodeur : la ligne de « ${english} » dans le flux de l’encodeur, celle qui écrit « ${french} » dans le flux du décodeur, et ce que chaque partie ajoute, ${features} nombres chacune. Entrée, puis les flèches, pour parcourir les composantes.`,
  column: {
    source: (name) => `encodeur ${name}`,
    target: (name) => `décodeur ${name}`,
  },
};
