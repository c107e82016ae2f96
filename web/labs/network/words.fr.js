/** Words of the lab of the tensor network, in French. */

/** @type {import("../lab-list.js").Title} */
export const networkTitle = {
  name: "Réseau",
  question: "En réseau de tenseurs : sur quel indice somme chaque produit, et lesquels restent ?",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").NETWORK>} */
export const labNetwork = {
  ready: "Calculer :",
  back: "Un pas en arrière",
  again: "Recommencer",
  figure: (nodes) =>
    `La couche comme réseau de tenseurs de ${nodes} nœuds. Entrée, puis les flèches, pour aller d’un nœud à l’autre ; Entrée de nouveau calcule le nœud, si tout ce qu’il lit est là.`,
  legend:
    "Une boîte est un tenseur, chaque patte un de ses indices, de la couleur de son axe. Cliquez un nœud en longs tirets, ou une de ses pattes épaisses, pour contracter ce qu’il lit : on somme sur les pattes épaisses, et elles disparaissent alors. Les nœuds ronds ne joignent aucune patte. Une vue n’est pas un nœud : l’indice n de q se lit ensuite comme deux, h et d.",
  shared:
    "Un indice en tirets compte toujours la même mémoire : un groupe de têtes de requêtes lit une seule tête de clés.",
  given: ({ name, shape }) => `${name} ${shape} est donné.`,
  joined: ({ name, from, over, size, shape, flops }) =>
    `${name} joint ${from} le long de ${over} : chaque nombre est une somme de ${size} produits. Il reste ${shape}, pour ${flops} FLOP.`,
  bias: (bias) => `${bias} s’y ajoute.`,
  taken: ({ name, from, op, shape, flops }) =>
    `${name} est ${from} après ${op}, nombre par nombre ou ligne par ligne : aucune patte n’est jointe. Il reste ${shape}, pour ${flops} FLOP.`,
  waits: (names) => `Il manque encore ${names}.`,
  whole: "La couche n’est plus qu’un nœud : il ne reste que les indices de la sortie.",
  notation: "Notation indicielle et einsum",
  columns: ["indice", "axe", "taille", "ici"],
  here: { summed: "sommé", stays: "reste" },
  corner: "nœud",
  all: ["einsum", "lit", "somme sur", "forme", "FLOP"],
};
