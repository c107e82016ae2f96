/** Words of the lab of a layer's sizes, in French. */

/** @type {import("../lab-list.js").Title} */
export const layerTitle = {
  name: "Couche",
  question:
    "De d_k, de d_v, des biais et d’un produit unique, de quoi une couche a-t-elle besoin, et que coûte chacun ?",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").LAYER>} */
export const labLayer = {
  turns: "La couche",
  dK: "d_k",
  dV: "d_v",
  bias: "biais :",
  biases: [
    [false, "aucun"],
    [true, "quatre"],
  ],
  fused: "Q, K, V",
  products: [
    [false, "trois produits"],
    [true, "un produit"],
  ],
  again: "Revenir à la couche affichée",
  walk: "Parcourir celle-ci",
  hindrance: {
    given:
      "Ces poids ont été donnés, et avec eux d_k, d_v et les biais : ce que l’on peut changer est le nombre de produits qui font Q, K et V.",
    cross:
      "Clés et valeurs viennent d’une seconde phrase : un seul produit ne peut donc pas faire les trois.",
    latent: "Clés et valeurs sont faites d’un latent : un seul produit ne peut pas faire les trois.",
  },
  refused: (message) => `Le cœur de calcul n’accepte pas une telle couche : ${message}.`,
  layer: "cette couche",
  plain: "simple",
  mixed: "× poids",
  whole: (shape) => `qkv ${shape}`,
  figure:
    "Les matrices de la couche et ce qu’elles font, les composantes à l’échelle, et ce qu’elle coûte à côté de la couche simple",
  hint: "Les largeurs sont des composantes, à l’échelle. Pointez une matrice, un tenseur ou une barre pour les lire ; Entrée, puis les flèches, pour les parcourir.",
  matrix: (name, shape, parameters) => `${name}, ${shape} : ${parameters} paramètres`,
  input: (name, shape) => `${name}, ${shape} : la phrase, telle qu’elle entre`,
  tensor: (name, shape, { view, flops, moved }) =>
    `${name}, ${shape} : ${view ? "une vue, rien ne bouge" : `une copie, faite par ${flops} FLOP ; ${moved} o sont lus et écrits`}`,
  said: ({ dK, dV, dModel, heads, parameters, flops, moved, held }) =>
    `${heads} ${heads === 1 ? "tête" : "têtes"} de d_k = ${dK} et d_v = ${dV} à d_model = ${dModel} prennent, comparées à la couche simple, ${parameters} fois les paramètres, ${flops} fois le calcul, ${moved} fois le trafic mémoire et ${held} fois la mémoire.`,
  plainIs: "Simple veut dire d_k = d_v = d_model / têtes, sans biais, trois produits.",
  sizes:
    "W_O ramène H · d_v colonnes à d_model : ni l’une ni l’autre n’a donc à le diviser. d_k dit avec quelle finesse une requête distingue les clés, d_v combien une tête peut dire.",
  fusedHeading: "Un produit ou trois",
  same: (equal, numbers) =>
    equal === numbers
      ? `Avec les mêmes poids, les deux ont été calculées : les ${numbers} nombres de la sortie sont tous les mêmes au dernier bit près. Ce qui diffère : x est lu une fois, et q, k et v sont des vues d’une même mémoire.`
      : `Avec les mêmes poids, les deux ont été calculées : ${equal} des ${numbers} nombres de la sortie sont les mêmes au dernier bit près.`,
  biasHeading: "Ce que fait chaque biais",
  drawn:
    "Ils partent de 0 ; ici ils ont été tirés entre −½ et ½, pour qu’il y ait quelque chose à voir. Sans l’un d’eux, la sortie bouge au plus de :",
  given: "Sans l’un d’eux, la sortie bouge au plus de :",
  names: { bQ: "b_Q", bK: "b_K", bV: "b_V", bO: "b_O" },
  nothing: "arrondi",
  keys: "b_K ajoute la même chose à chaque score d’une ligne, et le softmax l’enlève : cette couche n’en a pas besoin.",
  folded: (folded) =>
    `Les poids d’une ligne ont 1 pour somme, donc b_V ajoute la même chose à chaque token : avec b_O augmenté d’autant, et sans b_V, la sortie est la même à ${folded} près, ce qui est de l’arrondi.`,
  none: "Activez les biais, et voyez lequel des quatre manque à la sortie.",
  corner: "de la couche",
  columns: ["cette couche", "simple", "×"],
  shapeOf: (id) => `forme de ${id}`,
};
