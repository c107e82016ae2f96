/** Words of the walk, in French. */
export const walk = {
  steps: "Étapes",
  lanes: "Voies",
  heads: "Têtes",
  stepping: "Parcours",
  previous: "Étape précédente",
  next: "Étape suivante",
  play: "Lecture",
  pause: "Pause",
  at: (/** @type {{ at: number, of: number, name: string }} */ { at, of, name }) =>
    `Étape ${at} sur ${of} · ${name}`,
  heard: (
    /** @type {{ at: number, of: number, title: string, id: string, sizes: readonly string[] }} */ {
      at,
      of,
      title,
      id,
      sizes,
    },
  ) => `Étape ${at} sur ${of} : ${title}. ${id} : ${sizes.join(", ")}.`,
  value: (/** @type {{ means: string, element: string, value: string }} */ { means, element, value }) =>
    `${means} : ${element} vaut ${value}.`,
  attends: (/** @type {{ query: string, key: string, head: string }} */ { query, key, head }) =>
    `« ${query} » regarde « ${key} » dans la ${head}`,
  token: (/** @type {{ thing: string, word: string }} */ { thing, word }) => `${thing} « ${word} »`,
  one: (/** @type {{ thing: string, at: number }} */ { thing, at }) => `${thing} ${at}`,
  picture: (/** @type {{ title: string, shape: readonly number[] }} */ { title, shape }) =>
    `${title}, ${shape.join(" par ")}. Entrée, puis les flèches, pour parcourir les cases ; avec Maj elles font défiler.`,
  further: "↓ la suite plus bas",
  work: "Voir le calcul",
  unwork: "Revenir à l’image",
  exact: "En code et en mémoire",
  strides: "pas",
  offset: "décalage",
  storage: "stockage",
  view: "vue",
  copy: "copie",
  of: (/** @type {string} */ id) => ` de ${id}`,
  not: "non ",
  contiguous: "contigu",
  cost: "coût",
  costs: (
    /** @type {{ elements: string, flops: readonly unknown[], bytes: string }} */ { elements, flops, bytes },
  ) => [elements, " éléments · ", ...flops, " · ", bytes, " octets"],
  FLOPs: "FLOP",
  wrong: "Essayez de travers :",
  costsWhat: "Ce que cela coûte",
  attention: "attention :",
  colours: "Étendue des couleurs de l’attention",
  toOne: "0 à 1",
  toLargest: "au maximum",
};

export const attention = {
  random: "Poids aléatoires : ce que regardent ces têtes ne veut encore rien dire.",
  own: "Ces poids ont été fournis : la page ne sait pas d’où ils viennent.",
  trained:
    "Ces poids ont été appris pour les mots d’une seule grammaire : la ligne d’un mot à trouver regarde là où est sa réponse ; les autres lignes, personne ne les lit.",
  checkpoint: "Ce sont les poids du modèle ouvert, et l’entrée réelle de la couche pour le texte.",
  language: "Poids appris dans la World English Bible et WordNet ; un morceau ne voit pas les suivants.",
  role: (
    /** @type {{ name: string, edge: string, figure: string, sentences: number }} */ {
      name,
      edge,
      figure,
      sentences,
    },
  ) => `${name} : ${figure} de son poids va ${edge}, sur ${sentences} phrases.`,
  window: (/** @type {number} */ after) =>
    `Dans cette couche, un mot se voit lui-même et les ${after} mots qui le suivent.`,
  more: (/** @type {number} */ n) => ` (et ${n} de plus)`,
  most: (
    /** @type {{ token: unknown, strongest: readonly { key: unknown, head: string, weight: string }[] }} */ {
      token,
      strongest,
    },
  ) => [
    token,
    " regarde surtout ",
    strongest.map(({ key, head, weight }, i) => [i ? ", et " : "", key, ` dans la ${head} (${weight})`]),
    ".",
  ],
  constructed: "À quoi renvoie un mot, aucune de ces têtes ne le sait : cela s’apprend.",
};

export const code = {
  language: "Langage",
  program: "Programme",
  copy: (/** @type {string} */ language) => `Copier tout le programme ${language}`,
  download: (/** @type {{ file: string, size: string }} */ { file, size }) =>
    `Télécharger ${file} ${size} : les nombres de la page, pour le programme`,
  name: (/** @type {{ text: string, id: string, shape: readonly number[] }} */ { text, id, shape }) =>
    `${text} : ${id}, ${shape.join(" par ")}`,
};

export const origin = {
  title: "D’où vient ce nombre",
  close: "✕ fermer",
  what: "Ce qui a servi à le calculer reste entouré à chaque étape d’avant. De plusieurs nombres, on en suit un : d’une somme, celui de son plus grand produit.",
  among: (/** @type {string} */ n) => `${n} nombres, dont `,
};

export const cost = {
  sizes: "Tailles",
  totals: "Totaux",
  stepwise: "Étape par étape",
  here: "cette couche",
  shapes: (/** @type {string} */ name) =>
    `${name}, d’après ses seules formes : rien de cette taille n’est exécuté ici.`,
  writes: (
    /** @type {{ given: readonly string[], copies: number, steps: number }} */ { given, copies, steps },
  ) =>
    `${given.join(", ")} ${given.length === 1 ? "est donné" : "sont donnés"}. Des ${steps} autres étapes, ${copies} écrivent en mémoire ; le reste ne fait que la regarder. Le nombre de paramètres ne dépend pas du nombre de têtes : chacune reçoit sa part des mêmes matrices.`,
  parameters: "paramètres",
  FLOPs: "FLOP",
  moved: "octets déplacés",
  held: "octets occupés",
  configured: "telle que réglée",
  oneFull: "une tête de pleine largeur",
  allFull: "autant de têtes de pleine largeur",
  step: "étape",
  shape: "forme",
  storage: "stockage",
  bytes: "octets",
  view: "vue",
  copy: "copie",
};

export const formulas = {
  "{x}": "une copie de {a}",
  "{a}": "une copie de {a}",
  "{sink}": "le puits de la tête, un score appris",
  "{x} | {fill}": "{x}, ou {fill} où c’est bloqué",
  "exp {x} / Σ exp {a}": "softmax({x}) sur {a}",
  "{x} · 1/(1 − {p}) | 0": "{x} · 1/(1 − {p}), ou 0 où c’est abandonné",
  input: "le vecteur du mot et celui de la position, côte à côte",
  given: "donné à la couche",
  same: "le même nombre que {a}",
  unknown: (/** @type {string} */ op) => `par ${op}, que cette page ne connaît pas`,
  products: (/** @type {number} */ n) => `… (${n} produits)`,
};
