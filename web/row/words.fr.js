const NUMERALS = "zéro un deux trois quatre cinq six sept huit neuf dix onze douze".split(" ");

/** @param {number} count */
const numeral = (count) => NUMERALS[count] ?? String(count);

/** Words of the middle scene, in French. @type {import("../kit/text/words.js").Translated<typeof import("./words.js").ROW>} */
export const row = {
  title: (word) => ["Comment ", word, " choisit-il ?"],
  titles: { words: "Comment choisit chaque mot ?", heads: "Comment choisit chaque tête ?" },
  invites: "Une tête, trois gestes. Choisissez un mot ou une barre.",
  lets: (word) => `Laisser « ${word} » interroger`,
  opens: ({ word, score, share }) => `${word} : ${score} devient ${share}. Ouvrir le produit`,
  close: "Fermer",
  turns: ({ from, to }) => `Le dernier mot est « ${from} » : le changer en « ${to} »`,
  ask: "Demander",
  asks: (word, width) => [
    word,
    ` interroge avec une requête de ${width} nombres ; chaque mot répond par une clé. Meilleur accord, barre plus haute.`,
  ],
  askedBy: (change) => `requête · clé${change}`,
  share: "Partager",
  shares: "e puissance chaque score : aucune part sous 0. Divisé par leur somme : 1 en tout.",
  sharedBy: ({ score, share }) => `e^${score} ÷ Σ e^score = ${share}`,
  mix: "Mélanger",
  mixes: ({ width, count }) =>
    `Chaque valeur, ${width} nombres de plus, fois sa part ; les ${numeral(count)} additionnées.`,
  mixedBy: "Σ part × valeur",
  hidden: "masqué",
  values: "valeurs",
  total: (sum) => `total ${sum}`,
  carries: ({ word, first, share, others }) => [
    "Ainsi ",
    word,
    " porte surtout ce que ",
    first,
    ` a transmis (${share})`,
    ...others.map((each, i) => [i === 0 ? ", et un peu de " : " et de ", each]),
    ".",
  ],
  blends: ({ word, first, share, others }) => [
    "Ainsi ",
    word,
    " porte un mélange : la plus grande part vient de ",
    first,
    ` (${share})`,
    ...others.map((each, i) => [i === 0 ? ", puis de " : " et de ", each]),
    ".",
  ],
  above: "au-dessus de 0",
  below: "au-dessous",
  allWords: (count) => `Maintenant les ${numeral(count)} mots`,
  allHeads: (count) => `Les ${numeral(count)} têtes`,
  oneWord: "Revenir à un mot",
  steps: "En formes, mémoire et code",
  inSteps: "Maintenant pas à pas",
  own: "Votre propre phrase",
  ownLabel: "Votre phrase",
  read: "Lire",
  from: ({ head, step, steps }) =>
    step === null ? `${head}.` : `${head}, après ${step} des ${steps} pas d’entraînement.`,
  learns: "Regarder l’apprentissage",
  map: (head) =>
    `${head} : chaque mot interroge à son tour. Une ligne est le mot qui interroge, une colonne le mot qu’il regarde.`,
  heads: (count) =>
    `Les ${numeral(count)} têtes de cette couche, côte à côte : chacune a ses requêtes, ses clés et ses valeurs. Choisissez-en une pour voir ses gestes.`,
  looker: "qui interroge ↓",
  reads: {
    trained: "Le petit modèle connaît tous ces mots, et les lit avec la même tête.",
    language: (unknown) =>
      `Le petit modèle ne connaît pas ${unknown} ; le modèle de langue lit donc la phrase.`,
  },
  picture: ({ head, word, list }) =>
    `${head} : ce que « ${word} » demande, partage et mélange. Parts : ${list}.`,
};
