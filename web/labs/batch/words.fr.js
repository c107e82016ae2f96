/** Words of the lab of batches, in French. */

/** @type {import("../lab-list.js").Title} */
export const batchTitle = {
  name: "Lot",
  question: "Deux phrases de longueurs différentes dans un même lot : qui peut regarder quoi ?",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").BATCH>} */
export const labBatch = {
  second: "la seconde phrase",
  sentences: "phrases dans le lot :",
  counts: (words) => [
    [1, "1"],
    [2, "2"],
    ["T", `autant que de mots, ${words}`],
  ],
  mask: "forme du masque de remplissage :",
  masks: [
    ["axes", "(B, 1, 1, T_k)"],
    ["square", "(B, T_k)"],
  ],
  head: "tête",
  given: (shape) => `masque (${shape.join(", ")})`,
  map: (sentence, head) => `phrase ${sentence + 1}, poids de la tête ${head}`,
  moved: "écart de la sortie",
  movedShort: "écart",
  item: (sentence) => `phrase ${sentence + 1}`,
  scores: (sentences, queries) =>
    `${sentences} ${sentences === 1 ? "ligne" : "lignes"} pour ${queries} requêtes`,
  how: "Les hachures sont ce que le masque bloque. Un trait est une case que le bon masque a autrement : du remplissage qui est vu, ou un mot caché.",
  howRefused:
    "Les hachures sont du remplissage. Un trait est une requête pour laquelle le masque n’a pas de ligne.",
  right: ({ rows, onPadding }) =>
    `Juste. Chaque mot regarde les mots de sa propre phrase, et le plus grand poids sur du remplissage est ${onPadding}, sur les ${rows} lignes de mots. Ce que contiennent les lignes du remplissage, personne ne le lit.`,
  luck: (reason) =>
    `Juste, par chance. ${reason}. Qui teste avec une phrase ne trouve rien à redire à un masque passé comme (B, T_k).`,
  refused: "Refusé, ce qui est la façon aimable d’avoir tort : personne n’entraîne dessus.",
  silent: "Faux en silence.",
  square: ({ seePadding, missWords, wrong, rows, sentences }) =>
    `Rien n’est refusé : B et T_q valent tous deux ${sentences}, et la ligne i du masque, le remplissage de la phrase i, est prise pour la requête i de chaque phrase. Sur ${rows} lignes de mots, ${seePadding} regardent du remplissage et ${missWords} manquent des mots qui sont à elles ; ${wrong} lignes de la sortie sont fausses.`,
  most: ({ word, sentence, off }) =>
    `La plus fausse est la ligne de « ${word} » dans la phrase ${sentence + 1} : son écart est de ${off} de sa propre longueur.`,
  noPadding:
    "Aucune phrase n’est ici plus courte qu’une autre : il n’y a pas de remplissage à cacher, quelle que soit la forme du masque.",
  others: (sentences) => `Les ${sentences - 2} autres phrases sont de nouveau ces deux-là, tour à tour.`,
  strides: "Comment le masque est lu",
  table: ["passé comme", "forme", "pas sur (B, H, T_q, T_k)"],
  none: "refusé",
  why: "Les tailles s’alignent depuis la dernière. (B, 1, 1, T_k) met les phrases là où les scores ont les leurs. (B, T_k) n’a que deux axes, et son B se trouve là où les scores ont T_q : un pas de 0 sur B veut dire que toutes les phrases lisent les mêmes nombres.",
  cell: ({ sentence, word, key, weight, how }) =>
    `Phrase ${sentence + 1} : « ${word} » regarde « ${key} » avec ${weight}${how}.`,
  cellHow: {
    padding: ", qui est du remplissage et devrait être caché",
    word: ", masqué alors que c’est un mot qu’il peut voir",
    masked: ", masqué",
  },
  noRow: ({ query, word }) => `Pour la requête ${query}, « ${word} », le masque n’a pas de ligne.`,
  row: ({ query, word, sentence }) =>
    `La requête ${query}, « ${word} », recevrait la ligne ${sentence} du masque : le remplissage de la phrase ${sentence + 1}.`,
  hindrance: {
    cross:
      "Ici, les mots d’une phrase interrogent ceux d’une autre. Ce labo remplit des phrases dont les mots s’interrogent entre eux : revenez à une phrase.",
    given:
      "Les vecteurs de cette couche lui ont été donnés : on ne peut pas en faire des mots d’une autre phrase.",
    many: (words, most) =>
      `Un lot de ${words} phrases de ${words} mots est plus que ce labo ne calcule (${most} mots au plus) : raccourcissez la phrase, ou prenez 1 ou 2 phrases.`,
  },
  figure: (sentences) =>
    `Le masque de remplissage tel qu’il est passé, les poids de ${sentences === 1 ? "la phrase" : "deux phrases du lot"}, et l’écart de chaque ligne de sortie à la bonne. Entrée, puis les flèches, pour parcourir les cases ; Page préc. et Page suiv. changent de tête.`,
  asMask: "phrase",
  corner: "requête",
};
