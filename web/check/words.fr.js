/** Words about a reader's arrays, in French. */

/** @typedef {import("./words.js").Sizes} Sizes */
/** @typedef {import("./words.js").Told} Told */

const tuple = (/** @type {readonly number[]} */ shape) => `(${shape.join(", ")})`;

export const checkPage = {
  label: "Vos tableaux, comme np.savez les a écrits (.npz)",
  stays: "Choisissez un fichier, ou déposez-le ici. Il est lu dans ce navigateur, et ne va nulle part.",
  start: "Enregistrer layer.npz pour commencer",
  see: "Montrer cette fausse route dans la figure",
  reading: (/** @type {string} */ file) => `Lecture de ${file}…`,
  table: (/** @type {string} */ file) => `Étape par étape : ${file}`,
};

export const check = {
  layer: (/** @type {Sizes} */ { B, T, dModel, H, kvHeads, dK }) =>
    `x (B, T, d_model) = ${tuple([B, T, dModel])} ; ${H} ${H === 1 ? "tête" : "têtes"} de ${dK} composantes` +
    (kvHeads < H ? `, qui partagent les clés et les valeurs de ${kvHeads}` : ""),
  causal: {
    saved: "Causal, comme le dit le fichier",
    guessed:
      "Lu comme causal, d’après la place des poids nuls ou ce qui s’accorde le mieux ; enregistrez causal=True pour le dire",
  },
  linear: "Poids lus comme ceux de nn.Linear, (out, in) : leurs transposées sont prises",
  columns: ["étape", "forme", "écart", "résultat"],
  agrees: "s’accorde",
  partsHere: "premier écart",
  parts: "s’écarte",
  notSaved: "pas enregistré",
  forms: {
    heads_last: "avant la transposition vers les têtes",
    stacked: "têtes empilées dans le lot",
    repeated: "répété pour chaque tête",
    mean: "la moyenne sur les têtes",
    scores: "avant ÷ √d_k",
    scaled: "après ÷ √d_k",
    masked: "après ÷ √d_k et le masque",
  },
  where: (/** @type {{ at: readonly number[], theirs: string, ours: string }} */ { at, theirs, ours }) =>
    `en [${at.join(", ")}] ${theirs}, le noyau a ${ours}`,
  expected: (/** @type {readonly string[]} */ shapes) => `attendu : ${shapes.join(" ou ")}`,
  noNumber: "pas un nombre",
  comma: ", ",
  right: (/** @type {number} */ count) =>
    count === 1
      ? "Le seul tableau enregistré s’accorde."
      : `Les ${count} tableaux enregistrés s’accordent tous.`,
  first: (/** @type {string} */ step) => `Votre code s’écarte du noyau pour la première fois à ${step}.`,
  whole: (/** @type {string} */ name) =>
    `Fausse route connue : ${name}. Elle donne chaque tableau que vous avez enregistré.`,
  partly: (/** @type {string} */ name, /** @type {string} */ again) =>
    `Fausse route connue : ${name}. À ${again} vos nombres s’en écartent aussi : corrigez d’abord ceci, puis vérifiez de nouveau.`,
  unknown: "Aucune fausse route connue ne donne ces nombres.",
  between: (/** @type {readonly string[]} */ names) =>
    `La cause peut être à l’une de ces étapes : ${names.join(", ")} ; enregistrez aussi ces tableaux, puis vérifiez de nouveau.`,
  unfit: "Ce tableau ne peut pas avoir cette forme.",
  rightly: (/** @type {string} */ code) => `Correct : ${code}`,
  ignored: (/** @type {readonly string[]} */ names) => `Pas comparés : ${names.join(", ")}.`,
};

export const checkPaths = {
  mask_as_square: (/** @type {Sizes} */ { B, T }) => ({
    name: "le masque de remplissage pris pour (T_q, T_k)",
    why: "Un masque d’une ligne par phrase a rencontré des scores dont les deux dernières tailles sont requêtes et clés : la requête i a reçu le remplissage de la phrase i.",
    mend: `key_padding_mask.view(${B}, 1, 1, ${T})`,
  }),
  dropped_attention: (/** @type {Sizes} */ _, /** @type {Told} */ { p }) => ({
    name: `attention rendue après le dropout (p = ${p})`,
    why: "Des poids sont à 0 et tous les autres plus grands d’un même facteur, 1 / (1 − p). Ce qui est alors montré ou mesuré est ce qu’un tirage a laissé de l’attention.",
    mend: "rendez les poids d’avant le dropout, et comparez en mode évaluation",
  }),
  scale_d_model: (/** @type {Sizes} */ { dModel, dK }) => ({
    name: "÷ √d_model",
    why: `Les produits ont ${dK} termes chacun, ceux d’une tête, et ont été divisés comme s’ils en avaient ${dModel} : les poids sont trop égaux, d’autant plus qu’il y a de têtes.`,
    mend: `scores / math.sqrt(${dK})`,
  }),
  scale_without_root: (/** @type {Sizes} */ { dK }) => ({
    name: "÷ d_k, sans la racine",
    why: "Un produit de d_k termes s’étale comme √d_k, non comme d_k : divisés par le tout, les poids sont trop égaux.",
    mend: `scores / math.sqrt(${dK})`,
  }),
  scale_multiplied: (/** @type {Sizes} */ { dK }) => ({
    name: "× √d_k",
    why: "L’échelle a été multipliée là où elle divise : une clé prend presque tout le poids.",
    mend: `scores / math.sqrt(${dK})`,
  }),
  split_features_first: (/** @type {Sizes} */ { B, T, H, dK }) => ({
    name: `.reshape(${B}, ${T}, ${dK}, ${H})`,
    why: "Chaque ligne a été coupée en composantes avant les têtes : une tête a reçu une colonne sur H, distribuées comme des cartes, alors que ses colonnes se suivent.",
    mend: `.view(${B}, ${T}, ${H}, ${dK}).transpose(1, 2)`,
  }),
  softmax_heads: () => ({
    name: "softmax sur les têtes",
    why: "Dans (B, H, T, T), la dimension 1 est celle des têtes : les poids d’une paire font 1 sur les têtes, et une ligne ne fait pas 1.",
    mend: "softmax(-1), sur les clés",
  }),
  masked_afterwards: () => ({
    name: "masqué après la softmax",
    why: "La softmax a partagé le poids entre toutes les clés, même masquées, mises à 0 ensuite : les lignes font moins de 1.",
    mend: "scores.masked_fill(blocked, -torch.inf).softmax(-1)",
  }),
  transposed: (/** @type {Sizes} */ _, /** @type {Told} */ { of: [name] }) => ({
    name: `${name} dans l’autre sens`,
    why: "La matrice est carrée, sa transposée fonctionne donc aussi. Vos autres poids s’appliquent comme ils ont été enregistrés.",
    mend: `${name}.T là où votre code a ${name}, ou ${name} là où il a ${name}.T`,
  }),
  no_bias: (/** @type {Sizes} */ _, /** @type {Told} */ { of }) => ({
    name: `${of.join(", ")} oublié`,
    why: "Ce qui a été enregistré n’a jamais été ajouté.",
    mend: of.map((name) => `+ ${name}`).join(", "),
  }),
  keys_ask: () => ({
    name: "K Qᵀ au lieu de Q Kᵀ",
    why: "Les cartes sont tournées : chaque clé demande, et les requêtes sont interrogées.",
    mend: "scores = q @ k.transpose(-2, -1)",
  }),
  no_output: () => ({
    name: "W_O oublié",
    why: "La sortie est faite des contextes des têtes, l’un à côté de l’autre : aucune tête n’en entend une autre.",
    mend: "output = concat @ wO + bO",
  }),
  not_masked: () => ({
    name: "pas de masque causal",
    why: "Le fichier dit causal, et chaque requête voit les clés qui la suivent.",
    mend: "scores.masked_fill(torch.ones(T, T).triu(1).bool(), -torch.inf)",
  }),
  mask_diagonal: () => ({
    name: "le masque prend aussi la diagonale",
    why: "Aucune requête ne se voit elle-même, et la première ne voit rien.",
    mend: "torch.ones(T, T).triu(1), avec le 1",
  }),
};
