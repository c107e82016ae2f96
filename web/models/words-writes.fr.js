/** @type {import("../kit/text/words.js").Translated<typeof import("./words-writes.js").MODEL_WRITES>} */
export const modelWrites = {
  who: (piece) => ["Qui a écrit ", piece, " ?"],
  pieces: "Le morceau expliqué",
  sum: ({ value, remainder }) =>
    `Son logit est à ${value} au-dessus de la moyenne de tous les morceaux : la somme de ce que chaque partie ajoute, l’échelle des normes suivantes étant fixée. Arrondi : ${remainder}.`,
  toMask:
    "Appuyez sur un morceau du texte et masquez-le : ce que chaque partie ajoute au morceau masqué apparaît ici.",
  computing: "Addition en cours",
  parts: "Les parties du modèle, et ce que chacune ajoute",
  part: "partie",
  adds: "ajoute au logit",
  at: (query) => `« ${query} » regarde`,
  without: "sans elle",
  embedding: "plongement",
  network: (layer) => `feed-forward ${layer}`,
  biases: "biais",
  others: (count) => `les ${count} autres`,
  together: "ensemble",
  by: "têtes classées selon",
  ways: { writes: "ce qu’elles ajoutent", absence: "ce qui se perd sans elles" },
  rank: "Éteindre chaque tête à son tour",
  ranking: (done, total) => `${done} têtes sur ${total}`,
  whole: (share) => `Avec toutes les têtes : ${share}.`,
  why: "Les deux ordres diffèrent : sans une tête, les parties suivantes lisent un autre flux, et d’autres peuvent la remplacer.",
  lens: "S’il devait répondre maintenant",
  lensWhat:
    "Les morceaux les plus probables, lus dans le flux après chaque couche par la norme finale et la matrice de sortie.",
  lensMasked:
    "Les morceaux les plus probables, lus dans le flux après chaque couche par la tête de sortie du modèle.",
  start: "plongement",
  after: (layer) => `après la couche ${layer}`,
  likeliest: "morceaux les plus probables",
  look: (head) => `${head} : où elle regarde`,
  corner: "partie",
  columns: [
    "ajoute au logit, au-dessus de la moyenne",
    "ajoute au logit",
    "ajoute à la moyenne",
    "probabilité sans elle",
  ],
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-writes.js").MODEL_SCORE>} */
export const modelScore = {
  score: ({ query, key, score }) => `Le score de « ${query} » pour « ${key} » est ${score}.`,
  how: (remainder) =>
    `C’est le produit d’une requête et d’une clé, et chaque partie du flux contribue aux deux, l’échelle des normalisations étant fixée. Arrondi : ${remainder}.`,
  position: (value) => `La distance ajoute ${value}.`,
  softcap: (cap) => `Le modèle le limite ensuite à ${cap}.`,
  by: "parties de",
  sides: {
    key: ({ key }) => `la clé de « ${key} »`,
    query: ({ query }) => `la requête de « ${query} »`,
    pairs: () => "les deux, par paires",
  },
  sums: {
    key: "La requête entière, fois chaque partie de la clé",
    query: "Chaque partie de la requête, fois la clé entière",
    pairs: "Une partie de la requête, fois une partie de la clé",
  },
  others: "les autres",
  adds: "ajoute au score",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-writes.js").MODEL_PATCHES>} */
export const modelPatches = {
  title: "Remplacer par une autre phrase",
  what: "Des nombres de la seconde phrase sont mis dans la première, et le reste est calculé à partir de là. Ce qui revient montre où passe la différence.",
  second: "Seconde phrase",
  pairs: "ou prendre",
  pair: (first, second) => `« ${first} », avec « ${second} »`,
  parts: "remplacer",
  ways: { output: "les sorties", pattern: "les motifs", values: "les valeurs", stream: "le flux" },
  start: "Remplacer chacun à son tour",
  progress: (done, total) => `${done} remplacements sur ${total}`,
  grid: (first, second) =>
    `La part du chemin de « ${first} » à « ${second} » que chaque partie ramène : 1 pour tout, 0 pour rien. Appuyez sur une case pour voir la réponse avec cette partie.`,
  same: (piece) =>
    `Les deux phrases répondent « ${piece} » : la part de la différence de sa log-probabilité que chaque partie ramène. Appuyez sur une case pour voir la réponse avec cette partie.`,
  layer: (layer) => `couche ${layer}`,
  stream: (layer, piece) => `le flux avant la couche ${layer} à « ${piece} »`,
  atAsking:
    "Les phrases n’ont pas le même nombre de morceaux : seules les sorties aux morceaux qui interrogent sont remplacées.",
  picked: (part) => `Avec ${part} de la seconde phrase :`,
  corner: "couche",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-writes.js").MODEL_CIRCUIT>} */
export const modelCircuit = {
  title: (head) => `${head}, d’après ses poids`,
  reading: "Lecture de ses poids",
  copying: (score) =>
    `Score de copie ${score} : de −1 à 1, à quel point les valeurs propres de W_V W_O sont positives. Près de 1, la tête renforce ce qu’elle regarde.`,
  reads: "Ce qu’elle lit de ce qu’écrivent les têtes précédentes, sur 1 :",
  ways: { k: "par ses clés", q: "par ses requêtes", v: "par ses valeurs" },
  first: "Aucune tête ne précède la première couche.",
  lists: (piece) => `Morceaux pour « ${piece} »`,
  looksFor: (piece) => `« ${piece} » cherche`,
  raises: (piece) => `regarder « ${piece} » renforce`,
  how: "D’après les poids seuls : le plongement à la place du flux, sans positions ni biais.",
  howPlaced:
    "D’après les poids seuls : le plongement à la place du flux, sans biais. Les positions comptent dans ce qui est cherché.",
  positions: "positions",
  unplaced: "omises",
  places: (query, key) => `celles de la requête ${query} et de la clé ${key}`,
  distance: (distance) =>
    `une clé ${Math.abs(distance)} ${Math.abs(distance) === 1 ? "token" : "tokens"} ${distance < 0 ? "après" : "avant"} la requête`,
};
