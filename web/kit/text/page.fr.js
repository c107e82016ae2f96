/** Words around every picture, in French. */

import { picturesNamed } from "../state/vision-pictures.js";

/** Language tag. */
export const lang = "fr";

export const messages = {
  about: "L’attention multi-têtes, pas à pas",
  titled: (/** @type {string} */ title) => `${title} : attention multi-têtes`,
  drawing: "Dessin en cours",
  loading: "Chargement du cœur de calcul de l’attention…",
  empty: "Écrivez une phrase : elle traverse une vraie couche d’attention, étape par étape.",
  alone: "Une attention seule n’a pas d’étapes à parcourir ; mha-heads la montre.",
  kept: "Les réglages précédents restent affichés.",
  offers: "Valeurs qui conviennent",
  nobody: (/** @type {string} */ id) => `for ${id} n’est l’id d’aucun élément de Headscope ici`,
  point: "Pointez une case pour lire son nombre.",
  unloaded: (/** @type {string} */ why) => `Cette partie n’a pas pu être chargée : ${why}.`,
  again: "Réessayer",
  copy: "Copier",
  copied: "Copié",
  noClipboard: "Cette page n’a pas accès au presse-papiers. Copiez le programme d’ici.",
  more: "plus",
  none: "aucun",
  attention: "attention de",
  ownAttention: "aucun modèle",
  trueSizes: (/** @type {import("./messages.js").TrueSizes} */ sizes) => {
    const { name, dModel, heads, kvHeads, dK, window, latent, drawn, parameters, cache } = sizes;
    const keys = latent
      ? `, et fait leurs clés et valeurs d’un latent de ${latent.rank} et d’une clé tournée de ${latent.ropeWidth}`
      : ` et ${kvHeads} têtes de clés`;
    const shown = drawn === null ? "" : ` L’image montre ${drawn} des têtes.`;
    const within = window === null ? "" : `, avec une fenêtre de ${window}`;
    return `Une couche de ${name} a d_model ${dModel}, ${heads} têtes de ${dK}${keys}${within} : ${parameters} paramètres d’attention. Un cache garde ${cache} octets par token, en 32 bits.${shown}`;
  },
  means: (/** @type {string} */ value) => `Ce que veut dire « ${value} »`,
  window: (/** @type {number} */ after) => `soi + ${after} après`,
  endings: "Le dernier mot",
  layer: "couche",
  pieces: (/** @type {readonly string[]} */ cut) =>
    `Morceaux du modèle de langue, qui commence chaque texte par [BOS].${
      cut.length ? ` ## continue un mot qu’il ne connaît pas en entier : ${cut.join(", ")}.` : ""
    }`,
  tokens: "Tokens",
  sentence: "Phrase",
  type: "Écrivez une phrase",
  edit: "Éditer",
  done: "Terminé",
  queries: "requêtes",
  keys: "clés, valeurs",
  english: "anglais",
  french: "français",
  of: (/** @type {string} */ what, /** @type {string} */ which) => `${what} : ${which}`,
};

/** Labels of controls, by setting. */
export const settings = {
  heads: { label: "têtes" },
  causal: { label: "masque", named: { none: "aucun", causal: "causal" } },
  weights: {
    label: "poids",
    named: {
      constructed: "construits",
      random: "aléatoires",
      small: "petits",
      trained: "appris",
      language: "modèle de langue",
      translation: "traduction",
      vision: "images",
    },
  },
  attentionKind: {
    label: "attention",
    named: { encoder: "encodeur", decoder: "décodeur", cross: "croisée" },
  },
  visionPicture: {
    label: "image",
    named: picturesNamed([
      ...["T-shirt", "pantalon", "pull", "robe", "manteau"],
      ...["sandale", "chemise", "basket", "sac", "bottine"],
    ]),
  },
  seed: { label: "graine" },
  kvHeads: { label: "têtes KV" },
  bias: { label: "biais", named: { none: "aucun", four: "quatre" } },
  fused: { label: "QKV fusionnés", named: { no: "non", yes: "oui" } },
  rope: { label: "rope", named: { none: "aucun", interleaved: "entrelacé", half: "moitiés" } },
  ropeBase: { label: "base de rope" },
  qkNorm: { label: "norme QK", named: { none: "aucune", RMS: "RMS" } },
  alibi: { label: "ALiBi", named: { no: "non", yes: "oui" } },
  softcap: { label: "plafond" },
  window: { label: "fenêtre" },
  sinks: { label: "puits", named: { no: "non", yes: "oui" } },
  latentRank: { label: "latent" },
  latentQueryRank: { label: "latent des requêtes" },
  latentRopeWidth: { label: "partie tournée" },
  latentNorm: { label: "norme des latents", named: { none: "aucune", RMS: "RMS" } },
  batchTokens: {
    label: "tokens",
    offer: { text: "It was late.", on: "Ajouter une phrase au lot", off: "Revenir à un lot d’une phrase" },
  },
  keyTokens: {
    label: "tokens",
    offer: {
      text: "Das Tier war zu müde, um die Straße zu überqueren.",
      on: "Regarder une seconde phrase",
      off: "Revenir à une phrase",
    },
  },
};

export const files = {
  more: "Options de la figure",
  save: "Télécharger",
  kinds: "Télécharger en fichier",
  file: (/** @type {string} */ file) => `Télécharger ${file}`,
  open: "Ouvrir dans Headscope",
};

export const table = {
  show: "Voir en tableau",
  hide: "Masquer le tableau",
  save: "Télécharger en CSV",
  part: (
    /** @type {{ rows: number, ofRows: number, columns: number, ofColumns: number }} */ {
      rows,
      ofRows,
      columns,
      ofColumns,
    },
  ) => `${rows} lignes sur ${ofRows} et ${columns} colonnes sur ${ofColumns} sont affichées.`,
  numbers: "Nombres",
};
