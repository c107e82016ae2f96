/** Words of the lab of masks, in French. */

/** @type {import("../lab-list.js").Title} */
export const maskTitle = {
  name: "Masque",
  question: "Qui peut regarder qui, et que devient un mot qui ne peut regarder personne ?",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").MASK>} */
export const labMask = {
  causal: "causal",
  padding: "mots qui sont du remplissage",
  where: "ils se trouvent :",
  sides: [
    ["start", "au début"],
    ["end", "à la fin"],
  ],
  head: "tête",
  corner: "requête",
  clear: "Tout ouvrir",
  block: (word) => `Ne rien laisser voir à « ${word} »`,
  how: "Appuyez sur une case du masque pour la bloquer, de nouveau pour l’ouvrir ; glissez pour peindre. Un point est ce que vous avez bloqué, les hachures tout ce qui l’est.",
  picture: {
    mask: "masque",
    weights: (head) => `poids de la tête ${head}`,
    moved: "mouvement de la ligne de sortie",
    movedShort: "bouge",
    row: (word) => `La ligne de « ${word} », remplie de trois façons`,
    fills: { nan: "−∞, comme softmax de PyTorch", large: "−1e9", zero: "−∞, 0 si vide (ici)" },
  },
  sees: (word, seen, of) =>
    `« ${word} » peut regarder ${seen} ${seen === 1 ? "mot" : "mots"} sur ${of}. Tant qu’il reste un mot, les trois remplissages s’accordent.`,
  blind: (word, each) =>
    `« ${word} » ne peut rien regarder. Avec −∞, son softmax est 0 ÷ 0 : le softmax de PyTorch fait de la ligne des NaN (son scaled_dot_product_attention donne 0 depuis la version 2.5), et un NaN gagne la perte et tous les poids. Avec −1e9, tous les scores sont de nouveau égaux, et il regarde pareillement chaque mot bloqué, ${each} chacun. Ici la ligne vaut 0, et le mot n’ajoute rien.`,
  blindOverQueries: (/** @type {string} */ word) =>
    `« ${word} » ne peut rien regarder. Ici la softmax court sur les requêtes : ses scores bloqués ne prennent rien aux colonnes, sa ligne vaut 0 avec les trois valeurs, et aucun NaN n’avertit.`,
  cast: "Un masque pour toutes",
  castTo: (shape) =>
    `Ce que vous peignez a deux dimensions. Les scores sont (B, H, T_q, T_k) = ${shape} : il est donc relu pour chaque tête. Le long d’un axe de pas 0, la même mémoire est vue encore et encore, et rien n’est copié.`,
  unmasked: "Il n’y a pas de masque : chaque mot voit chaque mot.",
  table: ["masque", "forme", "pas sur (B, H, T_q, T_k)"],
  names: { causal: "causal (T_q, T_k)", padding: "remplissage (B, T_k)", painted: "peint (T_q, T_k)" },
  slice: (batch, head, sentences) => (sentences > 1 ? `${batch}:${head}` : `tête ${head}`),
  leak: "Le dernier mot fuit-il ?",
  leakHow:
    "Le vecteur du dernier mot change de signe, et la couche repasse. Une ligne qui n’a pas le droit de voir ce mot ne doit pas bouger.",
  path: "la couche",
  right: "comme il faut",
  reversed: "masque : true = peut voir",
  sealed: "Aucune ligne ne bouge qui n’en ait le droit : rien ne fuit.",
  all: "Chaque ligne peut voir le dernier mot, toutes peuvent donc bouger. Bloquez-en d’abord une partie.",
  leaks: (rows, count) =>
    count === 1
      ? `La ligne ${rows} bouge sans avoir le droit de voir le dernier mot : il fuit.`
      : `Les lignes ${rows} bougent sans avoir le droit de voir le dernier mot : il fuit dans ${count} d’entre elles.`,
  needsMask: "Il faut un masque à ce chemin : il n’y en a pas pour l’instant.",
  refused: (message) => `Le cœur de calcul n’accepte pas ce chemin ici : ${message}.`,
  figure: (queries, keys) =>
    `Masque de ${queries} requêtes par ${keys} clés, les poids qu’il laisse, et de combien bouge chaque ligne de la sortie. Entrée, puis les flèches, pour parcourir le masque ; Entrée bloque ou ouvre une case.`,
  heads: "Le masque tel que chaque tête le lit",
  paths: "Quel chemin prend la couche",
  most: (most) => `le remplissage va de 0 à ${most}`,
};
