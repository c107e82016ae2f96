import { groupDigits } from "../kit/text/grouped.js";

/** Words of the views of many sentences, in French. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").STUDY_MEASURES>} */
export const studyMeasures = {
  axes: {
    previous: "poids sur le token précédent",
    first: "poids sur le premier token",
    same: "poids sur le token lui-même",
    next: "poids sur le token suivant",
    twoBefore: "poids sur l’avant-dernier token",
    sameWord: "poids sur les morceaux précédents du même mot",
    samePiece: "poids sur le même morceau, plus tôt",
    induction: "poids sur ce qui suivait le même morceau, plus tôt",
    inductionPair: "poids sur ce qui suivait les deux mêmes morceaux, plus tôt",
    separators: "poids sur la ponctuation et les séparateurs",
    colons: "poids sur les deux-points",
    sentenceStart: "poids sur le début de la phrase",
    lastNoun: "poids sur le dernier mot semblable à un nom",
    mask: "poids sur le token de masque",
    entropy: "entropie, nats",
    distance: "distance, tokens",
    far: "poids au-delà de 10 tokens",
    smallValues: "poids sur les tokens à petits vecteurs de valeur",
    valueNorm: "poids × norme des vecteurs de valeur",
    functionWords: "poids sur les mots-outils",
    lossWithout: "hausse de la perte sans la tête, nats par token",
  },
  names: {
    previous: "token précédent",
    first: "premier token",
    same: "lui-même",
    next: "token suivant",
    twoBefore: "deux avant",
    sameWord: "même mot",
    samePiece: "même morceau",
    induction: "induction",
    inductionPair: "induction après deux",
    separators: "séparateurs",
    colons: "deux-points",
    sentenceStart: "début de la phrase",
    lastNoun: "dernier nom",
    mask: "masque",
    entropy: "entropie",
    distance: "distance",
    far: "tokens éloignés",
    smallValues: "petites valeurs",
    valueNorm: "norme des valeurs",
    functionWords: "mots-outils",
    lossWithout: "perte sans la tête",
  },
  partly: (name) => `en partie ${name}`,
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").STUDY_SOURCE>} */
export const studySource = {
  text: "texte",
  progress: "Phrases mesurées",
  kinds: {
    default: "500 phrases que le petit modèle n’a pas apprises",
    text: "le vôtre",
    file: "un fichier",
  },
  own: "Votre texte",
  choose: "choisir un fichier",
  drop: "ou le déposer ici : .txt, .csv, .jsonl, ou un résultat, study.npz",
  column: "colonne",
  cut: "découpé en",
  cuts: { sentences: "phrases", lines: "lignes" },
  how: {
    sentences: "Une phrase finit à . ! ? ou … avant une espace, et à la fin d’une ligne.",
    lines: "Chaque ligne qui n’est pas vide est une phrase.",
  },
  start: "Mesurer toutes les têtes",
  stop: "Arrêter",
  on: "Continuer",
  done: ({ done, total }) =>
    total === null
      ? `${groupDigits(done, "fr")} phrases`
      : `${groupDigits(done, "fr")} phrases sur ${groupDigits(total, "fr")}`,
  speed: (count) => `${count} par seconde`,
  left: (time) => `encore ${time} environ`,
  seconds: (seconds) => `${seconds} s`,
  minutes: (minutes) => `${minutes} min`,
  hours: (hours) => `${hours} h`,
  losses: "et de combien la perte monte sans chaque tête",
  times: (times) => `(environ ${groupDigits(times, "fr")} fois plus long)`,
  takes: (time, count) => `(environ ${time} pour ${groupDigits(count, "fr")} phrases)`,
  private: "Tout est calculé sur cette machine ; le texte n’est pas envoyé, et aucun lien ne le contient.",
  of: (model, text) => `${model}, ${text}`,
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").STUDY_POINTS>} */
export const studyPoints = {
  title: (count) => `Les ${groupDigits(count, "fr")} têtes`,
  about:
    "un point est une tête ; sa croix est l’intervalle à 95 % sur les phrases ; en tirets : une attention également répartie",
  up: "Axe vertical",
  across: "Axe horizontal",
  varies: "variation d’une phrase à l’autre",
  deviation: (axis) => `écart type : ${axis}`,
  summary: ({ x, y, count }) =>
    `${count} têtes comme points. Horizontalement : ${x}. Verticalement : ${y}. Appuyez sur Entrée, puis allez avec les flèches, ou de tête en tête avec Page précédente et Page suivante ; avec Maj, les flèches gauche et droite encadrent les têtes autour.`,
  press: "Appuyez sur un point pour voir ses phrases ; glissez pour en encadrer plusieurs.",
  interval: (mean, half) => `${mean} ± ${half}`,
  readout: (from, to) => `horizontalement ${from}, verticalement ${to}`,
  colon: " :",
  then: " ; puis ",
  framed: (count) => `${count} ${count === 1 ? "tête encadrée" : "têtes encadrées"} :`,
  release: "Relâcher",
  layer: (layer) => `couche ${layer}`,
  without: (count) =>
    `${count} ${count === 1 ? "tête n’a" : "têtes n’ont"} pas de telle requête ou clé, et pas de point.`,
  keep: "Garder, pour comparer avec un autre modèle ou texte",
  corner: "couche, tête",
  half: "± (95 %)",
  picture: (title) => `Têtes de ${title}`,
  even: (share) => `également ${share}`,
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").STUDY_HEAD>} */
export const studyHead = {
  parts: {
    strongest: "les plus fortes",
    tenths: "une par dixième",
    looks: "ce qu’elle regarde",
    all: "toutes les mesures",
  },
  part: "Vue de la tête",
  by: "selon",
  mean: ({ axis, mean, half, count, of }) =>
    `${axis} : ${mean} ± ${half}, moyenne sur ${count === of ? `toutes les ${groupDigits(of, "fr")} phrases` : `${groupDigits(count, "fr")} phrases sur ${groupDigits(of, "fr")} ; les autres n’ont pas de telle requête ou clé`}.`,
  none: "Aucune phrase jusqu’ici n’a de telle requête ou clé.",
  value: "valeur",
  asks: "demande",
  same: "le même morceau, plus tôt",
  looked: "regardé",
  strongest: "Ce sont ses meilleurs cas. Voyez « une par dixième » avant de donner un nom à la tête.",
  tenths: "Toutes les phrases en ordre, une du milieu de chaque dixième.",
  sentence: (number) => `phrase ${groupDigits(number + 1, "fr")}`,
  noText: "Le fichier d’un résultat ne contient pas de texte : les phrases n’ont que leur numéro.",
  open: "Ouvrir cette phrase",
  noLooks: "Le fichier d’un résultat ne dit pas quels morceaux ont été regardés.",
  waits: "Les morceaux sont comptés quand le calcul finit ou s’arrête.",
  pairs: "Le plus souvent, le plus grand poids va",
  rests: ({ key, count, of }) =>
    `Sur ${key} pour ${groupDigits(count, "fr")} requêtes sur ${groupDigits(of, "fr")} ; pour les autres :`,
  pairColumns: ["de", "vers", "fois", "distance"],
  except: (name) => `Où « ${name} » ne tient pas`,
  exceptHow:
    "Combien de fois le plus grand poids est sur une autre clé, pour les morceaux qui demandent au moins 5 fois.",
  exceptBy: { query: "quand il demande", before: "juste après lui" },
  missed: "ailleurs",
  times: (count, of) => `${groupDigits(count, "fr")} sur ${groupDigits(of, "fr")}`,
  noExceptions: (name) => `« ${name} » tient pour chaque morceau qui demande au moins 5 fois.`,
  columns: ["mesure", "sur les phrases", "moyenne", "phrases"],
  spread:
    "Chaque courbe compte les phrases selon leur valeur, de 0, ou de la plus petite si elle est au-dessous, à la plus grande.",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").STUDY_PAIR>} */
export const studyPair = {
  title: "Ce qui diffère le plus",
  about: (first, second) =>
    `${first}, puis ${second} ; différences dont l’intervalle à 95 % exclut 0, la plus nette d’abord, la plus nette de chaque tête.`,
  none: "Aucune tête ne diffère de plus que son intervalle à 95 %.",
  unlike: "Les deux n’ont aucun numéro de tête en commun.",
  many: "Avec beaucoup de têtes et de mesures, une sur vingt environ diffère ainsi par hasard.",
  next: "Choisissez un autre modèle ci-dessus, ou un autre texte, et mesurez-le.",
  end: "Ne plus comparer",
  columns: ["tête", "mesure", "premier", "second", "différence"],
};
