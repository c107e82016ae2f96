import { groupDigits } from "../kit/text/grouped.js";
import { windowSaid } from "./state/layer-kind.js";

/** Words of the page Models, in French. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").WHICH_MODEL>} */
export const whichModel = {
  about: "Un modèle de votre disque, et toutes ses têtes",
  model: "modèle",
  listed: ({ name, size, from }) => `${name} · ${size} · ${from}`,
  disk: "votre disque",
  bytes: (size) => `${size}o`,
  site: "ce site",
  hub: "le hub",
  close: "Fermer",
  closing: (name) => `Fermer ${name} et libérer sa mémoire`,
  open: "Ouvrir un modèle de votre disque…",
  more: "plus",
  named: "ou par son nom",
  files: "choisir des fichiers",
  drop: "ou déposez son dossier ici",
  private: "Les fichiers que vous ouvrez restent sur cette machine : rien n’en est envoyé.",
  git: "git clone",
  cli: "hf download openai-community/gpt2 --local-dir gpt2",
  commands: (git, cli) => [
    "Prenez le dossier d’un modèle sur le hub : ",
    git,
    ", ou ",
    cli,
    ". Il contient config.json, model.safetensors et tokenizer.json.",
  ],
  kinds:
    "On lit des familles comme GPT-2, Llama, Mistral, Qwen, Gemma, Phi, OLMo, Falcon, BLOOM, BERT, RoBERTa et ModernBERT, en F32, F16 ou BF16 ; parmi les modèles qui lisent des images, ViT, DeiT, DINOv2, et ceux de CLIP et de SigLIP.",
  found: ({ family, layers, heads, dModel, dHead, parameters }) =>
    `${family} · ${groupDigits(layers, "fr")} couches · ${heads} têtes · d_model ${dModel} · d_k ${dHead} · ${parameters} paramètres`,
  tryAs: (family) => `L’essayer comme ${family}`,
  tried: (type, family) => `${type}, essayé comme ${family}`,
  opening: (name) => `Ouverture de ${name}`,
  computing: (done, total) => `Bloc ${done} sur ${total}`,
  writing: (done) => `Écriture de la cible : ${done} morceaux`,
  stopped: (arrived, layers) => `${arrived} couches sur ${layers}, arrêté`,
  goOn: "Charger le reste",
  stop: "Arrêter",
  none: "Ouvrez un modèle pour voir chacune de ses têtes sur votre propre phrase.",
  shows: "Ce que la page montre de chaque tête",
  looks: "où elle regarde",
  writes: "ce qu’elle écrit",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").HUB_MODELS>} */
export const hubModels = {
  title: "Un modèle du hub de Hugging Face",
  open: "Ouvrir",
  token: "Jeton d’accès de votre compte",
  tokenKept: "Le jeton sert à ce modèle pendant cette visite et n’est pas conservé.",
  linked: (name) => `${name} n’est pas encore ouvert. Appuyez sur « Ouvrir » pour voir ses têtes.`,
  promise: (host) =>
    `« Ouvrir » demande à ${host}, et aux hôtes qu’il indique, des parties des fichiers du modèle. Rien n’est demandé avant. Votre phrase n’est pas envoyée : elle est calculée sur cette machine. D’après les lignes de plongements demandées, l’hôte peut savoir de quels tokens elle est faite.`,
  kept: (size) => `Le navigateur garde ${size}o de modèles pour la prochaine visite.`,
  forget: "Oublier",
  columns: ["modèle", "paramètres", "jusqu’à la première image", "en tout"],
  megabytes: (size) => `${groupDigits(size, "fr")} Mo`,
  kinds: {
    llama: "30 couches de 9 têtes, petit et récent, à la manière de Llama",
    neox: "6 couches de 8 têtes, conçu pour étudier comment les modèles apprennent",
    gpt2: "12 couches de 12 têtes, le modèle que regardent la plupart des articles sur les têtes",
    bert: "12 couches de 12 têtes, lit dans les deux sens et complète les masques",
    qwen2: "24 couches de 14 têtes en groupes, lit de nombreuses langues",
  },
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").MODEL_TEXT>} */
export const modelText = {
  text: "Texte",
  ids: "Numéros des tokens",
  edit: "Modifier",
  run: "Calculer",
  nothingYet:
    "Le modèle n’a encore rien lu. Modifiez le texte ci-dessus : les cartes de ses têtes s’affichent ici.",
  noTokenizer: "Le dossier n’a pas de tokenizer.json : le modèle lit des numéros de tokens.",
  pieces: "Morceaux du texte ; appuyez sur l’un d’eux pour choisir sa requête",
  id: "numéro",
  after: (piece) => `après ${piece}`,
  masked: "à la place du masque",
  mask: "Masquer ce token",
  unmask: "Montrer ce token",
  toMask: "Masquez un token pour voir les plus probables à sa place.",
  on: "Continuer",
  onMany: (pieces) => `×${pieces} : ajouter ${pieces} tokens`,
  stopAdding: (left) => `Arrêter : il reste ${left} tokens à ajouter`,
  add: "Ajouter ce token au texte",
  temperature: "température",
  topK: "top-k",
  seed: "graine",
  sampling:
    "La température 0 prend le token le plus probable. Au-dessus de 0, un token est tiré parmi les k plus probables ; la même graine tire les mêmes tokens.",
  cache: "Ce qu’épargne un cache",
  noOutput: "Les poids n’ont pas de couche de sortie : rien n’est prédit.",
  corner: "token",
  columns: ["numéro", "probabilité"],
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").EVERY_HEAD>} */
export const everyHead = {
  title: "Toutes les têtes",
  mark: "marquer :",
  order: "ordre :",
  measures: {
    none: "rien",
    first: "premier token",
    sink: "puits",
    previous: "token précédent",
    sameWord: "même mot",
    afterSame: "induction",
    entropy: "entropie",
  },
  orders: { layer: "couche", measure: "mesure" },
  only: "seulement les têtes marquées",
  withFigure: (name, figure) => `${name} ${figure}`,
  nats: " nats",
  framed: {
    first: "plus de la moitié de son poids sur le premier token",
    sink: "plus de la moitié de son poids dans son puits, un logit appris sans clé",
    previous: "plus de la moitié de son poids sur le token précédent",
    sameWord: "plus de la moitié de son poids sur le même mot ailleurs",
    afterSame: "plus de la moitié de son poids sur ce qui suivait le même mot : induction",
    entropy: "au moins 95 % de l’entropie de poids égaux",
  },
  standing: (count, all) => `${count} têtes sur ${all} se distinguent`,
  causal: "Les cases grises sont masquées.",
  unmeasured:
    "Une requête ne voit aucune clé plus tardive ; la première ne voit qu’elle-même et ne compte pas dans les mesures.",
  pooled: (n) => `Chaque point est le plus grand de ${n} × ${n} poids.`,
  summary: ({ layers, heads, tokens }) =>
    `Attention de ${layers} couches de ${heads} têtes sur ${tokens} tokens, une carte par tête. Appuyez sur Entrée, puis avancez avec les flèches.`,
  attentions: { encoder: "encodeur", decoder: "décodeur", cross: "croisée" },
  kind: ({ window, positions, isCross }) =>
    isCross
      ? "croisée"
      : [
          window === null ? "globale" : `fenêtre ${windowSaid(window, "fr")}`,
          positions === "none" ? "sans positions" : positions === "alibi" ? "ALiBi" : "",
        ]
          .filter(Boolean)
          .join(", "),
  layer: (layer) => `couche ${layer}`,
  stale: "On voit encore la phrase précédente",
  corner: "couche, tête",
  picture: (model) => `L’attention de toutes les têtes de ${model}`,
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").MODEL_HEAD>} */
export const modelHead = {
  coming: "Cette couche n’est pas encore arrivée",
  noRole: "aucun rôle net",
  over: (role, queries) => `${role}, moyenne sur ${queries} ${queries === 1 ? "requête" : "requêtes"}`,
  first: (figure) => `${figure} sur le premier token`,
  summary: (head, piece) => `Poids d’attention de ${head}, une ligne par requête. Choisie : ${piece}.`,
  ranked: (piece) => `Où regarde « ${piece} »`,
  off: "L’éteindre",
  on: "La rallumer",
  withAll: "avec toutes les têtes :",
  withOff: "sans les têtes éteintes :",
  now: "maintenant",
  unlikely: "peu probable",
  corner: "requête",
  pair: (view, { query, key }) => `${view} : « ${query} » et « ${key} »`,
  adds: (piece) => `Ce qu’elle ajoute à la sortie de « ${piece} »`,
  share: "part de la sortie de l’attention",
  without: (moved) =>
    `Par ses lignes de W_O. Les parts de toutes les têtes de la couche et de b_O font 1 ensemble. Sans elle, la sortie de l’attention de la couche bouge de ${moved} de sa norme, sur tous les tokens.`,
  unselected: "Choisissez la tête pour voir ce qu’elle ajoute à la sortie.",
  masked: "masqué",
  why: "Pourquoi autant ?",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").LAYER_SUMS>} */
export const layerSums = {
  title: "Toutes les têtes d’une couche ensemble",
  how: (piece, heads) =>
    `Le poids que « ${piece} » met sur chaque token, sommé sur les ${heads} têtes d’une couche : ${heads} en tout.`,
  point: "Pointez une colonne, ou son token dans le texte.",
  summary: (piece) =>
    `Poids de « ${piece} » sur chaque token, sommé sur les têtes d’une couche ; une ligne par couche, une colonne par token.`,
  pair: ({ query, key }) => `« ${query} » vers « ${key} », toutes les têtes d’une couche`,
  corner: "couche",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").MODEL_ROWS>} */
export const modelRows = {
  source: "source",
  target: "cible",
  written: "écrit",
  kinds: "cartes de",
  empty: "Vide : le modèle l’écrit",
  emptyIds: "Vide : le modèle l’écrit ; sinon les ids de ses tokens, début compris",
  summary: (source, target) =>
    `La source, ${source}, au-dessus de la cible, ${target} ; les courbes sont des poids de la tête choisie.`,
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").MODEL_ABLATION>} */
export const modelAblation = {
  title: "Ablation",
  none: "Toutes les têtes sont allumées.",
  off: "Éteintes :",
  on: (head) => `Rallumer ${head}`,
  layerOff: (layer) => `Éteindre la couche ${layer}`,
  solo: (layer, head) => `Tête ${head} seule dans la couche ${layer}`,
  allOn: "Tout rallumer",
  probability: ({ piece, before, after }) =>
    `Probabilité de « ${piece} » : ${before} avec toutes les têtes, ${after} sans elles`,
  loss: ({ before, after }) => `Perte : ${before} nats par token avec toutes les têtes, ${after} sans elles`,
  which: (piece) => `Quelles têtes comptent pour « ${piece} » ?`,
  rank: "Éteindre chaque tête à son tour",
  how: "Ce qui change sans chaque tête, le plus grand d’abord.",
  by: "trier par",
  ways: { probability: "probabilité", loss: "perte de la phrase" },
  ranking: (done, total) => `${done} têtes sur ${total}`,
  corner: "tête",
  columns: ["changement de la probabilité", "changement de la perte, nats par token"],
};

/** Words of two sentences beside each other, in French. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").MODEL_PAIR>} */
export const modelPair = {
  title: "Deux phrases côte à côte",
  what: "Changez un mot, et voyez quelles têtes regardent ailleurs.",
  second: "Deuxième phrase",
  compare: "Comparer",
  end: "Retirer la deuxième phrase",
  comparing: "Lecture de la deuxième phrase",
  stale: "On voit encore les phrases précédentes",
  pieces: "Tokens des deux phrases ; ceux qui diffèrent sont marqués",
  quoted: (piece) => `« ${piece} »`,
  aloneFirst: (pieces) => `Sans correspondant dans la deuxième phrase : ${pieces}`,
  aloneSecond: (pieces) => `Sans correspondant dans la première phrase : ${pieces}`,
  caption:
    "Deuxième moins première : le cœur calcule chaque poids pour les deux phrases, puis les soustrait.",
  masked: "Les cases grises sont masquées.",
  summary: ({ layers, heads, tokens }) =>
    `Différence des cartes de ${layers} couches de ${heads} têtes sur ${tokens} tokens alignés. Appuyez sur Entrée, puis avancez avec les flèches.`,
  ranking: "Les têtes qui bougent le plus",
  measure: (queries) =>
    `La part du poids d’une requête qui va à d’autres clés dans la deuxième phrase, moyenne sur ${queries} ${queries === 1 ? "requête" : "requêtes"}.`,
  causal: "Les requêtes avant le premier token changé lisent les mêmes tokens et ne comptent pas.",
  one: (head) => `${head} : deuxième moins première`,
  oneSummary: (head, figure) =>
    `Différence des poids d’attention de ${head}, une ligne par requête. ${figure} de son poids se déplace.`,
  corner: "tête",
  columns: ["part du poids qui se déplace"],
  query: "requête",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").STUDY_FOLD>} */
export const studyFold = {
  title: "Sur beaucoup de phrases",
  question: "Que fait une tête, sur des centaines de phrases ?",
};

/** Words about the folder that is remembered, in French. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").KEPT_FOLDER>} */
export const keptFolder = {
  keep: (name) => `Retenir le dossier ${name} pour la prochaine visite`,
  what: "Le navigateur retient où est le dossier ; ses fichiers y restent, et le navigateur demande avant de les lire.",
  kept: (name) => `Le dossier ${name} est retenu.`,
  again: (name) => `Le rouvrir : ${name}`,
  forget: "L’oublier",
  unstored: (reason) =>
    `Le stockage du navigateur n’a pas pris ce changement (${reason}). Appuyez encore une fois sur le bouton.`,
  refused: "Le navigateur ne peut pas lire le dossier. Ouvrez-le avec le bouton ci-dessus.",
};

/** Labels of the buttons “Walk through it” and “Inspect this head” in Models, and of the view that they open, in French. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-into.js").INTO_LAYER>} */
export const intoLayer = {
  walk: "La parcourir",
  heads: "Examiner cette tête",
  back: "Retour à toutes les têtes",
  title: ({ layer, model, text }) => `Couche ${layer} de ${model} sur « ${text} »`,
};
