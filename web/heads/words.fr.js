/** Words of the heads' page, in French. */
export const heads = {
  all: "Toutes les têtes",
  heads: "Têtes",
  titled: (/** @type {{ head: string, what: string }} */ { head, what }) => `${head} : ${what}`,
  scale: "doser les têtes",
  rows: "Une ligne est le mot qui regarde, une colonne le mot regardé ; la somme d’une ligne est 1.",
  compare: "comparer",
  picking: "appuyez sur les têtes à comparer",
  pick: "Maj-clic choisit des têtes à comparer.",
  bars: (/** @type {unknown} */ token) => ["Barres : ce qu’une tête ajoute à la sortie de ", token, "."],
  drag: "Les curseurs dosent une tête, de coupée à 2× ; un double clic remet 1×.",
  maps: (/** @type {{ heads: number, queries: number, keys: number }} */ { heads: of, queries, keys }) =>
    `Attention de ${of} têtes, ${queries} par ${keys}. Entrée, puis les flèches, pour parcourir les cases ; Page préc. et Page suiv. changent de tête.`,
  sliders: "Dosage des têtes",
  slider: (/** @type {string} */ head) => `Dosage de la ${head}`,
  sliderAt: (/** @type {{ scale: number, share: string }} */ { scale, share }) =>
    `${scale === 0 ? "coupée" : `${scale} fois`} ; ajoute ${share} de la sortie`,
  picture: "L’attention de chaque tête",
  looks: (/** @type {unknown} */ token) => ["« ", token, " » regarde"],
  more: (/** @type {{ rest: number, least: number | null }} */ { rest, least }) =>
    `et ${rest} de plus${least === null ? "" : `, chacun sous ${least}`}`,
  entropy: (/** @type {{ entropy: string, rows: number }} */ { entropy, rows }) =>
    `Entropie ${entropy} nats, où 0 regarde une seule clé ; moyennes sur ${rows} lignes.`,
  query: "requête",
  askMore: "Maj+clic ajoute un token : la moyenne.",
  does: {
    previous: (/** @type {string} */ v) => `${v} de son poids sur le token précédent.`,
    next: (/** @type {string} */ v) => `${v} de son poids sur le token suivant.`,
    first: (/** @type {string} */ v) => `${v} de son poids sur le premier token.`,
    diagonal: (/** @type {string} */ v) =>
      `${v} de son poids sur la diagonale, la clé à la même place que la requête.`,
    sameWord: (
      /** @type {string} */ v,
      /** @type {{ rows: number, elsewhere: string }} */ { rows, elsewhere },
    ) =>
      `${v} de son poids sur le même mot, dans les ${rows} lignes dont le mot se trouve aussi ailleurs (là : ${elsewhere}).`,
    broad: "Elle regarde tout à peu près également.",
    near: (/** @type {string} */ v) => `En moyenne, elle regarde à ${v} tokens de distance.`,
    none: "Elle n’a aucun rôle net.",
    role: (/** @type {{ figure: string, edge: string, sentences: number }} */ { figure, edge, sentences }) =>
      `${figure} de son poids va ${edge}, mesuré sur ${sentences} phrases hors entraînement.`,
    nothing: "Elle ne regarde rien.",
  },
  large: (/** @type {string} */ head) => `${head}, en grand ↓`,
  spoken: "Ce que fait chaque tête",
  circuits: "Où elle regarde, ce qu’elle écrit",
  notes: (/** @type {number} */ n) => ` (et ${n} de plus)`,
  layer: (/** @type {unknown} */ choice, /** @type {number} */ of) => ["couche ", choice, ` sur ${of}`],
};

export const measures = {
  previous: "poids sur le token précédent",
  next: "poids sur le token suivant",
  first: "poids sur le premier token",
  diagonal: "poids sur soi-même (diagonale)",
  sameWord: "poids sur le même mot, lui compris",
  elsewhere: "poids sur le même mot ailleurs",
  near: "poids à 2 tokens au plus",
  entropy: "entropie : 0 regarde une seule clé",
  distance: "distance de ce qu’elle regarde",
  nats: "nats",
  tokens: "tokens",
};

export const asked = {
  order: "ordre :",
  orders: "Ordre des têtes",
  byHead: "tête",
  byEffect: "effet de son retrait",
  adds: (/** @type {unknown} */ token) => ["Ce que chaque tête ajoute à la sortie de ", token],
  share: "part de la sortie",
  without: "sans elle, la sortie bouge de",
  mute: "coupée",
  off: "tête coupée",
  solo: "solo",
  muteOne: (/** @type {string} */ head) => `${head} coupée`,
  soloOne: (/** @type {string} */ head) => `Solo de la ${head}`,
  addsTo: (/** @type {string} */ token) => `ajoute à ${token}`,
  column: "tête",
  scaled: "dosage",
  moves: "mouvement de la sortie sans elle",
  stayed: (/** @type {string} */ refusal) => `${refusal} ; les têtes restent comme elles étaient.`,
  moved: (/** @type {{ whole: unknown, token: unknown, most: string }} */ { whole, token, most }) => [
    "La sortie a bougé de ",
    whole,
    " de sa norme, le plus pour ",
    token,
    ` (${most}).`,
  ],
  back: "Remettre toutes les têtes à 1",
  sums: "Les parts sont celles de la sortie y de ce mot telle qu’elle est, c · y / ‖y‖² pour la contribution c d’une tête : en tout 1. Le mouvement de la sortie, ‖Δy‖ / ‖y‖, porte sur tous les mots.",
  need: "De combien de têtes la couche a-t-elle besoin ?",
  needs: (/** @type {{ least: string, order: string }} */ { least, order }) =>
    `De combien la sortie bouge à mesure que partent les têtes. La moins utile d’abord : ${least}. Dans l’ordre des têtes : ${order}.`,
  cut: "La retirer",
  noneOff: "Coupez une tête : la couche plus petite qui fait la même chose sans elle apparaît ici.",
  allOff: "Toutes les têtes coupées, il ne reste plus de couche : il en faut une.",
  cutOut: (
    /** @type {{ heads: readonly string[], before: number, after: number, apart: unknown }} */ {
      heads: gone,
      before,
      after,
      apart,
    },
  ) => {
    const one = gone.length === 1;
    return [
      `Sans ${one ? "la tête" : "les têtes"} ${gone.join(", ")}, la couche a ${after} paramètres au lieu de ${before} : W_Q, W_K et W_V ont perdu ${one ? "ses" : "leurs"} colonnes, W_O ${one ? "ses" : "leurs"} lignes. Sa sortie est celle de la couche où ${one ? "elle est coupée" : "elles sont coupées"}, `,
      apart,
      ".",
    ];
  },
  same: "au bit près",
  nearly: (/** @type {string} */ share) => `à ${share} de la norme près`,
  before: "avant",
  after: "après",
  mistake: "L’erreur classique :",
  mistaken: (
    /** @type {{ head: string, before: string, after: unknown, even: boolean, still: unknown }} */ {
      head,
      before,
      after,
      even,
      still,
    },
  ) => [
    ` mettre à 0 la W_Q et la W_K de la ${head} ne la retire pas. Son attention `,
    even ? "était déjà uniforme (entropie " : `devient uniforme (entropie de ${before} à `,
    after,
    " nats), et elle ajoute encore la moyenne de ses valeurs : ",
    still,
    " de la longueur de la sortie. Une tête coupée ajoute 0.",
  ],
  measured: "ce qu’elle fait, mesuré",
  meanOf: "moyenne de",
  figure: "valeur",
  counted: "lignes comptées",
  noQuery: "aucune requête de ce genre",
  queries: (/** @type {string} */ name) => `${name}, requêtes`,
  alike: "À quel point deux têtes se ressemblent-elles ?",
  alikeLabel: (/** @type {number} */ of) => `Poids en commun de ${of} têtes, deux à deux`,
  alikeShare: "La part de leur poids que deux têtes mettent sur les mêmes clés.",
  alikePair: (/** @type {{ one: number, other: number, shared: unknown }} */ { one, other, shared }) => [
    `Les têtes ${one} et ${other} mettent `,
    shared,
    " de leur poids sur les mêmes clés.",
  ],
  alikeMost: (/** @type {{ pair: unknown, shared: string }} */ { pair, shared }) => [
    "Les plus semblables sont les ",
    pair,
    ` (${shared}). Un clic met une paire côte à côte.`,
  ],
  pair: (/** @type {readonly number[]} */ [one, other]) => `têtes ${one} et ${other}`,
  beside: (/** @type {readonly number[]} */ picked) => `Têtes ${picked.join(", ")} côte à côte`,
  besideLabel: (/** @type {readonly number[]} */ picked) =>
    `Cartes des têtes ${picked.join(", ")}, leur moyenne et leur différence`,
  close: "fermer",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-circuits.js").HEAD_CIRCUITS>} */
export const headCircuits = {
  ranks: ({ head, sizes, looks, writes }) =>
    `Pour ${head}, W_Q W_Kᵀ dit où elle regarde, et W_V W_O ce qu’elle écrit : des matrices de ${sizes} et de rang ${looks === writes ? looks : `${looks} et ${writes}`} au plus, lues par leurs facteurs sans jamais être formées.`,
  token: "token",
  looksFor: "cherche",
  writes: "écrit, s’il est regardé",
  copying: "Score de copie de chaque tête",
  copyingWhat:
    "De −1 à 1 : à quel point les valeurs propres de W_V W_O sont positives. Près de 1, une tête réécrit ce qu’elle regarde.",
  tooLarge:
    "Les valeurs propres de W_V W_O sont omises : les têtes sont trop grandes pour les trouver aussitôt.",
  how: {
    cosines:
      "D’après les poids et les lignes que lit la couche, sans masques, positions rotatives, normes des requêtes et des clés, ni biais. « Cherche » : le score avant le softmax. « Écrit » : le cosinus de ce qui est écrit avec la ligne de chaque token qui regarde, de −1 à 1.",
    logits:
      "D’après les poids et les lignes que lit la couche, sans masques, biais ni normes suivantes. « Cherche » : le score avant le softmax. « Écrit » : ce qu’en fait la matrice de sortie, en logits au-dessus de la moyenne de tous les mots.",
  },
  latent:
    "Avec l’attention latente, une tête n’a pas de matrice de clés à elle, et ses circuits n’ont pas de tels facteurs.",
};
