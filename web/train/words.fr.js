import { groupDigits } from "../kit/text/grouped.js";

/** Words of the page Train, in French. Words that the model learns stay in English. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").TRAIN_CHOICES>} */
export const trainChoices = {
  task: { reference: "à trous", induction: "induction", translation: "traduction" },
  stack: { crisp: "nette", ordinary: "ordinaire" },
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").TRAIN_CHIPS>} */
export const trainChips = { task: "tâche", heads: "têtes", layers: "couches", stack: "pile", seed: "graine" };

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").TRAIN>} */
export const train = {
  what: "Un modèle qui apprend, et ce que trouvent ses têtes",
  training: "Entraînement",
  trained: "Ce qui est entraîné",
  start: "Démarrer",
  pause: "Pause",
  on: "Continuer",
  one: "Une étape",
  faster: "Plus vite",
  slower: "Moins vite",
  end: "À la fin",
  again: "Recommencer",
  once: "Rejouer",
  step: (at, steps) => `Étape ${at} sur ${steps}`,
  read: (sentences) => `${groupDigits(sentences, "fr")} phrases lues`,
  said: "Ce qu’il faut en dire",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").SMALL>} */
export const smallTrain = {
  title: "Regardez-la apprendre",
  learns: (steps) =>
    `La tête ci-dessus, de poids aléatoires jusqu’à l’étape ${steps}. Plus la perte est basse, mieux le modèle devine les mots cachés.`,
  all: (steps) => `Les ${steps} étapes`,
  step: (at, steps) => `Étape ${at} sur ${steps}`,
  loss: (at) => `perte, étape ${at}`,
  looks: ({ from, to, share }) => `${from} → ${to} ${share}`,
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").LEARNING>} */
export const learning = {
  title: "Perte et réponses justes",
  scrub: "Étape affichée",
  step: (at, steps) => `étape ${at} sur ${steps}`,
  right: "réponses justes",
  loss: "perte, nats par trou",
  lossOfWords: "perte, nats par mot",
  translated: { sentence: "phrases entières", word: "le bon mot", form: "la forme du bon mot" },
  byKind: "Réponses justes, par genre de trou",
  solved: (step) => `95 % à l’étape ${step}`,
  tested: {
    reference: (sentences) => `Testé sur ${sentences} phrases dont il n’a jamais vu les mots ensemble.`,
    induction: (sentences) =>
      `Testé sur ${sentences} phrases qui ne commencent comme aucune de celles où il a appris.`,
    translation: (sentences) => `Testé sur ${sentences} phrases qui ne servent jamais à l’entraîner.`,
  },
  corner: "étape",
  column: (kind) => `justes, ${kind}`,
  rightly: (kind, right, solved) =>
    solved === null ? `${kind}, ${right} justes` : `${kind}, ${right} justes, 95 % depuis l’étape ${solved}`,
  summary: (at, steps, kinds) => `Étape ${at} sur ${steps} : ${kinds.join(" ; ")}.`,
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").MAPS>} */
export const learnedMaps = {
  title: "Attention de chaque tête",
  lit: {
    alone: (word) => ["Le modèle doit trouver ", word, " ; seule cette ligne compte pour sa réponse."],
    among: (word) => ["Le modèle doit répondre à ", word, " ; les lignes qui répondent sont éclairées."],
  },
  none: "aucun rôle net",
  group: "Têtes ; enfoncées, elles sont coupées",
  corner: "tête, trou",
  off: (name) => `${name} coupée`,
  job: ({ drawn }, weight) => `${drawn} ${weight}`,
  brief: (weight, untrained) => `${weight}, au départ ${untrained}`,
  note: (untrained, sentences) => [
    `au départ ${untrained}, ${sentences} phrases`,
    `au départ ${untrained}, sur ${sentences}`,
    `au départ ${untrained}`,
  ],
  weight: (name, from, to, weight) => `${name} : ${from} → ${to} ${weight}`,
  summary: (heads) => `Attention de chaque tête sur la phrase. ${heads.join(" ")}`,
  headOff: (name) => `${name} : coupée`,
  headNone: (name) => `${name} : aucun rôle net`,
  headFound: (name, edge, weight, untrained, sentences) =>
    `${name} : ${edge} : ${weight} (${untrained} avant l’entraînement), ${sentences} phrases`,
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").BLANKED>} */
export const blanked = {
  says: "Ce qu’il dit à chaque trou",
  right: "correct",
  wrong: (answer) => `bonne réponse : ${answer}`,
  luck: (share, sentences) =>
    `correct, mais par chance : sans cela, ${share} des ${sentences} phrases le sont`,
  at: (position) => `en ${position}`,
  corner: "mot",
  column: (kind, position) => `${kind} en ${position}`,
  edges: "Arêtes ; enfoncées, elles sont coupées",
  edge: (layer, from, to, what, weight) =>
    `couche ${layer} : ${from} → ${to}${what === null ? "" : ` (${what})`}${weight === undefined ? "" : ` ${weight}`}`,
  weight: (weight, name) => `${name} : ${weight}`,
  looks: (name, word, weight) => `${name} regarde ${word} ${weight}`,
  cut: (word) => `coupée : ${word}`,
  nowhere: "aucune tête ne regarde vraiment quelque part",
  likeliest: (at, word, probability) => `à ${at} il dit ${word} ${probability}`,
  summary: (sentence, from, arcs, said) =>
    `${sentence}. Depuis ${from} : ${arcs.join(", ")} ; ${said.join(", ")}.`,
  another: "Une autre phrase",
  own: "Écrire la vôtre",
  field: "Une phrase faite des mots qu’il connaît",
  words: "Mots qu’il connaît",
  done: "Terminé",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").AWAY>} */
export const away = {
  title: "Ablation",
  right: (sentences) => `réponses justes, sur ${sentences} phrases`,
  whole: "tel quel",
  without: (what) => `sans ${what.join(", ")}`,
  heads: (names) => `les têtes ${names.join(", ")}`,
  edge: (edge, layer) => `l’arête ${edge} dans la couche ${layer}`,
  edgeTo: (kind, word, layer) => `l’arête de ${kind} au mot ${word} dans la couche ${layer}`,
  cut: (edge) => `couper ${edge}`,
  keep: (names) => `ne garder que les meilleures : ${names.join(", ")}`,
  back: "Tout remettre",
  least: "Retirer les têtes une à une",
  removing: "Retrait en cours…",
  moved: (kind, from, to) => `${kind} de ${from} à ${to}`,
  same: "chaque genre de trou reste aussi juste qu’avant",
  summary: (what, moved) => `Sans ${what.join(", ")} : ${moved.join(" ; ")}.`,
  axis: "têtes restantes, la moins utile part d’abord",
  share: "réponses justes",
  corner: "têtes restantes",
  gone: "partie",
  point: (left, kinds) => `${left} restantes, ${kinds.join(", ")}`,
  curve: (points) =>
    `Réponses justes à mesure que partent les têtes, la moins utile d’abord : ${points.join(" ; ")}.`,
  lessons: {
    reference:
      "Coupez une arête, et seul ce qui en dépend se brise : sans l’arête de it à son nom, ou à l’adjectif qui le dit, it est deviné au hasard, tandis que this/these et was/were restent justes. Retirez une seule tête, et le plus souvent it reste juste lui aussi, car d’autres têtes la relaient ; was/were ne tient souvent qu’à une.",
    induction:
      "Coupez l’arête d’une lettre à ce qui la suivait, et les réponses disparaissent. La perte chute en une centaine d’étapes, pendant que des têtes de la seconde couche apprennent à lire ce qu’une tête de la première a noté : quelle lettre était juste avant.",
  },
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").INSIDE>} */
export const inside = {
  head: "Regarder dans",
  at: (at) => `avec les poids de l’étape ${at} :`,
  walk: "La parcourir",
  heads: "Examiner cette tête",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").CAVEATS>} */
export const caveats = {
  of: {
    reference: [
      "Il a appris quelque 110 mots et une grammaire, pas l’anglais.",
      "Un trou dit de quel genre il est : this/these et was/were sont chacun un seul mot pour le modèle ; it est lui-même.",
      "Les phrases du test réunissent des mots qu’il n’a jamais vus ensemble.",
    ],
    induction: [
      "Il a appris à continuer des lettres qui reviennent, et rien d’autre : les lettres ne veulent rien dire pour lui.",
      "On l’interroge à chaque lettre déjà apparue. Les lettres sont tirées à neuf pour chaque phrase : il n’y a rien à apprendre par cœur.",
      "Avec une seule couche il n’apprend jamais cela : aucune tête ne peut chercher ce qui suivait une lettre.",
    ],
    translation: [
      "Il a appris une centaine de mots anglais, leurs mots français et une seule grammaire : aucune des deux langues.",
      "Deux modèles aux mêmes réponses peuvent s’y prendre de deux façons : avec certaines graines, une tête de l’encodeur regarde d’un déterminant vers son nom ; avec d’autres, aucune, et l’attention croisée lit le nom.",
      "Chaque mot français est le plus probable après les précédents ; il n’est jamais repris.",
    ],
  },
  stacks: {
    crisp:
      "Clés et valeurs viennent des mots eux-mêmes, dans les deux couches ; seules les requêtes viennent du flux. Le poids d’une tête sur un mot concerne donc ce mot, et c’est pourquoi les cartes sont nettes.",
    ordinary:
      "Clés et valeurs viennent du flux, comme d’habitude. Les réponses sont aussi justes, mais ce qui se trouve à un mot peut alors venir d’autres mots : les têtes se dispersent et les cartes disent peu. Ne lisez jamais une telle carte comme une raison.",
  },
  oneLayer:
    "Une seule couche qui voit tout répond aussi bien à tout, mais aucune carte ne montre pourquoi. Il n’a donc pas besoin de deux couches ; nous seuls, pour voir comment il fait.",
};
