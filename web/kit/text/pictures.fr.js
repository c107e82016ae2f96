import { groupDigits } from "./grouped.js";

/** Words in and around pictures, in French. */

/** @typedef {import("./axes.js").Thing} Thing */

const rules = new Intl.PluralRules("fr");

/** @param {number} n */
const count = (n) => groupDigits(n, "fr");

/** @param {number} n @param {string} noun */
const plural = (n, noun) => `${count(n)} ${noun}${rules.select(n) === "one" ? "" : "s"}`;

const PLURALS = {
  sentence: "phrases",
  token: "tokens",
  query: "requêtes",
  key: "clés",
  head: "têtes",
  kvHead: "têtes KV",
  feature: "composantes",
};

export const axes = {
  sentence: "phrase",
  token: "token",
  query: "requête",
  key: "clé",
  head: "tête",
  kvHead: "tête KV",
  feature: "composante",
  dimension: (/** @type {string} */ at) => `indice de dim ${at}`,
  one: (/** @type {{ thing: Thing, from: number, of: number }} */ { thing, from, of }) =>
    `${axes[thing]} ${from} sur ${of}`,
  several: (/** @type {{ thing: Thing, from: number, to: number, of: number }} */ { thing, from, to, of }) =>
    `${PLURALS[thing]} ${from} à ${to} sur ${of}`,
  sized: (/** @type {{ thing: Thing, n: number }} */ { thing, n }) =>
    `${count(n)} ${rules.select(n) === "one" ? axes[thing] : PLURALS[thing]}`,
  showing: (/** @type {string} */ parts) => `visible : ${parts}`,
  notation: (/** @type {string} */ letters) => `Notation indicielle : ${letters}`,
};

export const drawn = {
  before: "Avant",
  after: "Après",
  head: "tête",
  kvHead: "tête KV",
  sink: "puits",
  each: "chaque tête ramenée à son propre maximum",
  all: "une échelle pour toutes les têtes",
  query: "qui voit ↑",
  key: "voit qui →",
};

export const memory = {
  title: "Mémoire",
  label: "La mémoire, élément par élément. Entrée, puis les flèches, pour la parcourir.",
  point: "Pointez une case pour voir où elle se trouve.",
  colour: "couleur :",
  colours: "Couleur des cases",
  byHead: "tête",
  byToken: "token",
  from: "lu dans",
  by: "lu par",
  behind: (/** @type {string} */ id) => `La mémoire derrière ${id}`,
  beside: (
    /** @type {{ thing: string, by: string, forward: boolean, same: boolean }} */ {
      thing,
      by,
      forward,
      same,
    },
  ) => {
    const next = thing === axes.token ? "suivant" : "suivante";
    const previous = thing === axes.token ? "précédent" : "précédente";
    return `${thing} ${forward ? next : previous} ${by}${same ? " : même endroit" : ""}`;
  },
  one: (
    /** @type {{ names: readonly string[], floats: number, from: number | null, to: number }} */ {
      names,
      floats,
      from,
      to,
    },
  ) =>
    `un seul tampon, ${count(floats)} flottants · ${list(names)} le ${names.length > 1 ? "regardent" : "regarde"}${
      from === null ? "" : ` · visible : ${count(from)}–${count(to)}`
    }`,
  over: (/** @type {import("./memory.js").Copied} */ { old, floats, column, oldBlock }) =>
    `le tampon de ${old}, ses ${count(floats)} flottants${column > 1 ? ` (${count(column)} par colonne)` : ""} : un bloc par ${oldBlock}`,
  under: (
    /** @type {import("./memory.js").Copied} */ { fresh, newBlock, pieces, run, places, together, every },
    /** @type {boolean} */ selected,
  ) => {
    const moved = `${plural(pieces, "morceau").replace(/us$/, "ux")} de ${plural(run, "flottant")}`;
    const paths = `de ${plural(places, "endroit")} vers ${together === 1 ? "un seul" : count(together)}`;
    const rest = every > 1 ? ` · pour les autres, un bloc sur ${every} est dessiné` : "";
    const block = `le nouveau tampon de ${fresh} : un bloc par ${newBlock} ·`;
    return selected ? [block, ` : ${moved}, ${paths}${rest}`] : [`${block} ${moved}${rest}`, ""];
  },
};

/** a, b et c @param {readonly string[]} names */
const list = (names) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} et ${names[names.length - 1]}` : names[0];

export const compared = {
  right: "Correct",
  wrong: "Faux",
  refused: "Refusé",
  nothing: "rien n’a été calculé",
  label: (/** @type {string} */ title) =>
    `${title} : le code correct et le faux côte à côte. Entrée, puis les flèches, pour parcourir les cases ; Page préc. et Page suiv. changent de tête.`,
  read: (/** @type {{ element: string, right: string, wrong: string }} */ { element, right, wrong }) =>
    `${element} : correct ${right}, faux ${wrong}`,
  struck: (/** @type {number} */ percent) => `mal placé, ou écart de plus de ${percent} % du maximum`,
  memory: (/** @type {{ name: string, n: number }} */ { name, n }) =>
    `${name} en mémoire : une ligne par mot, ${n} nombres`,
  inColumns: (/** @type {{ head: string, from: number, to: number }} */ { head, from, to }) =>
    from === to
      ? `${head} : colonne ${from} de chaque ligne`
      : `${head} : colonnes ${from} à ${to} de chaque ligne`,
  stretch: (/** @type {{ head: string, from: number, to: number }} */ { head, from, to }) =>
    from === to ? `${head} : nombre ${from}` : `${head} : nombres ${from} à ${to}`,
  scattered: (/** @type {{ head: string, n: number }} */ { head, n }) => `${head} : ${n} nombres`,
  itsRow: (/** @type {number} */ row) => `sa ligne ${row}`,
  strip: (/** @type {number} */ n) => `la même chose en mémoire, ${n} nombres`,
  ofEvery: (/** @type {{ head: string, n: number }} */ { head, n }) =>
    n === 1 ? `${head} contient un nombre de chaque mot.` : `${head} contient ${n} nombres de chaque mot.`,
  ofSome: (/** @type {{ head: string, parts: readonly string[] }} */ { head, parts }) =>
    `${head} contient ${list(parts)}.`,
  allOf: (/** @type {string} */ word) => `tout « ${word} »`,
  halfOf: (/** @type {string} */ word) => `la moitié de « ${word} »`,
  someOf: (/** @type {number} */ n, /** @type {string} */ word) =>
    `${n === 1 ? "un nombre" : `${n} nombres`} de « ${word} »`,
  moreWords: (/** @type {number} */ n) => (n === 1 ? "un autre mot" : `${n} autres mots`),
  numbersOf: (/** @type {{ from: number, to: number, word: string }} */ { from, to, word }) =>
    from === to ? `le nombre ${from} de « ${word} »` : `les nombres ${from} à ${to} de « ${word} »`,
  rowIs: (/** @type {number} */ row, /** @type {readonly string[]} */ parts) =>
    `Sa ligne ${row}, ce sont ${list(parts)}.`,
  byToken: "par token :",
  more: (/** @type {number} */ n) => `et ${n} de plus, dans les mêmes couleurs`,
  most: (/** @type {unknown} */ place, /** @type {string} */ head) => [
    "C’est le plus visible à ",
    place,
    `, dans la ${head}.`,
  ],
  leave: "✕ quitter la fausse route",
  rightOne: "correct",
  wrongOne: "faux",
  raised: "erreur levée",
  none: "aucune",
  yes: "oui",
  misplaced: "mal placés",
  part: (/** @type {{ n: string, of: string }} */ { n, of }) => `${n} sur ${of}`,
  sees: (/** @type {string} */ head) => `tokens vus par la ${head}`,
  row: (/** @type {string} */ token) => `somme de la ligne de « ${token} »`,
  rows: (/** @type {string} */ head) => `sommes des lignes, ${head}`,
  columns: "sommes de ses colonnes",
  allRows: "sommes des lignes, toutes les têtes",
  attends: (/** @type {string} */ head) => `la ${head} regarde`,
  entropy: (/** @type {unknown} */ entropy, /** @type {unknown} */ nats) => ["son ", entropy, ", en ", nats],
  entropyWord: "entropie",
  nats: "nats",
  span: (/** @type {string} */ least, /** @type {string} */ most) => `${least} à ${most}`,
  meanEntropy: "entropie moyenne d’une ligne, en nats",
  without: "sans",
  curve: (/** @type {readonly { width: number, scaled: string, unscaled: string }[]} */ points) =>
    `Entropie moyenne en nats, avec et sans mise à l’échelle, selon d_k. ${points
      .map(({ width, scaled, unscaled }) => `pour ${width} : ${scaled} et ${unscaled}`)
      .join(" ; ")}`,
};

export const scenes = {
  query: "requête",
  queries: "requêtes",
  keys: "clés",
  sum: "somme",
  blend: (/** @type {string} */ token) => `${token}, un mélange`,
  headSum: (/** @type {string} */ token) => `${token}, somme des têtes`,
  identity: "W_O = identité",
  pressStrip: "pressez une bande : tête coupée",
  inSum: (/** @type {string} */ head) => `${head} dans la somme`,
  row: (/** @type {{ token: string, head: string | null }} */ { token, head }) =>
    `« ${token} »${head === null ? "" : ` dans la ${head}`}`,
  columns: (/** @type {{ from: number, to: number, head: string }} */ { from, to, head }) => [
    `colonnes ${from} à ${to} :`,
    head,
  ],
  rows: (/** @type {{ from: number, to: number, head: string }} */ { from, to, head }) => [
    `lignes ${from} à ${to} :`,
    head,
  ],
  asks: (/** @type {readonly string[]} */ tokens) =>
    tokens.length === 1
      ? `« ${tokens[0]} » regarde`
      : `moyenne de ${tokens.map((each) => `« ${each} »`).join(", ")}`,
  fewest: (/** @type {{ token: string, keys: number, percent: number }} */ { token, keys, percent }) =>
    `« ${token} » : ${percent} % du poids ne demandent que ${keys === 1 ? "1 clé" : `${keys} clés`}`,
  lengths: (
    /** @type {{ q: string, k: string, angle: string, dimensions: number }} */ { q, k, angle, dimensions },
  ) => `|q| ${q}, |k| ${k}, ${angle} entre elles, dans les ${dimensions} dimensions`,
  noAngle: "pas d’angle",
  kept: (/** @type {string} */ percent) => `Le plan garde ${percent} % des carrés des longueurs`,
  scales: "clé : requêtes et clés chacune à son échelle",
  products: (/** @type {{ query: string, key: string }} */ { query, key }) =>
    `q de « ${query} » fois k de « ${key} », composante par composante`,
  added: "cumul",
  addedIn: (/** @type {number} */ head) => `ajouté dans la tête ${head}`,
  slope: (/** @type {string} */ slope) => `−${slope} par token de distance`,
  turned: "paires de composantes, avant → après",
  pairs: (/** @type {{ shown: number, of: number }} */ { shown, of }) => `${shown} sur ${of} visibles`,
  sumOf: "somme de q · k",
  root: (/** @type {number} */ width) => `, soit 1/√${width}`,
  softmax: (/** @type {string} */ query) => `softmax sur la ligne de « ${query} »`,
  done: (/** @type {{ op: string, from: string }} */ { op, from }) => `${op} de ${from}`,
  features: (/** @type {{ from: number, to: number, of: number }} */ { from, to, of }) =>
    `composantes ${from} à ${to} sur ${of} ; les barres continuent`,
  left: "têtes restantes",
  change: "variation de la sortie, ‖Δy‖ / ‖y‖",
  inOrder: "dans l’ordre des têtes",
  leastFirst: "la moins utile d’abord",
  now: (/** @type {{ left: number, moved: string }} */ { left, moved }) => `ici : reste ${left}, ${moved}`,
  shared: "poids en commun",
  weight: "poids",
  difference: "différence",
  mean: "moyenne",
  others: (/** @type {string} */ head) => `${head} − la moyenne des autres`,
  off: "coupée",
};

/** Words about how attention weights are coloured, and about the views of a head, in French. */

/** @type {import("./words.js").Translated<typeof import("./looks.js").LOOKS>} */
export const looks = {
  scale: "échelle :",
  scales: "Si les têtes partagent une échelle",
  oneForAll: "commune",
  oneEach: "une par tête",
  values: "valeurs :",
  logs: "Comment les couleurs suivent les poids",
  linear: "linéaire",
  log: "log",
  colours: "couleurs :",
  Colours: "Couleurs",
  colormaps: { blue: "bleu", viridis: "viridis", cividis: "cividis" },
  tabs: "Vues de la tête",
  views: { map: "carte", arcs: "arcs", text: "texte", products: "q · k", plane: "plan" },
  view: ({ head, view }) => `${head}, ${view}`,
};

/** Habits of heads, in French. */
export const habits = {
  previous: (/** @type {string} */ v) => `token précédent ${v}`,
  next: (/** @type {string} */ v) => `token suivant ${v}`,
  first: (/** @type {string} */ v) => `premier token ${v}`,
  diagonal: (/** @type {string} */ v) => `diagonale ${v}`,
  sameWord: (/** @type {string} */ v) => `même mot ${v}`,
  broad: (/** @type {string} */ v) => `large ${v} nats`,
  near: (/** @type {string} */ v) => `proche ${v} tokens`,
  none: "aucun rôle net",
  nothing: "rien",
  role: (/** @type {string} */ edge, /** @type {string} */ v) => `${edge} ${v}`,
  shorter: [
    ["token ", ""],
    [" tokens", ""],
    [" token", ""],
    [" nats", ""],
    ["aucun rôle net", "sans rôle"],
    ["même mot", "même"],
    ["précédent", "préc."],
    ["suivant", "suiv."],
    ["diagonale", "diag."],
    [" → son ", " → "],
    [" → adjectif décisif", " → adjectif"],
    [/( → .+) [\d.,]+$/, "$1"],
    [/^.+ → /, ""],
  ],
  of: (/** @type {{ head: string, habit: string }} */ { head, habit }) => `${head} : ${habit}`,
};

/** Names of heads, in French. */

/** @type {import("./words.js").Translated<typeof import("./head-names.js").HEAD_NAMES>} */
export const headNames = {
  alone: (head) => `tête ${head}`,
  inLayer: (layer, head) => `couche ${layer}, tête ${head}`,
};
