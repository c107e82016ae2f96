/** Words about a reader's arrays, in French. */

/** @typedef {import("./words.js").Sizes} Sizes */
/** @typedef {import("./words.js").Told} Told */

const tuple = (/** @type {readonly number[]} */ shape) => `(${shape.join(", ")})`;

export const checkPage = {
  label: "Vos tableaux, comme np.savez les a écrits (.npz)",
  stays: "Choisissez un fichier, ou déposez-le ici. Il est lu dans ce navigateur, et ne va nulle part.",
  start: "Enregistrer layer.npz pour commencer",
  see: "Montrer cette fausse route dans la figure",
  row: "À propos de cette erreur : son image et des signalements publics",
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
  layout: {
    thirds: "Poids fusionnés lus par tiers : toutes les requêtes, toutes les clés, toutes les valeurs",
    heads: "Poids fusionnés lus tête par tête : q, k et v de chacune",
    features: "Poids fusionnés lus avec q, k et v de chaque composante côte à côte",
  },
  attnMask: {
    blocked: "attn_mask lu comme booléen : vrai est masqué, comme dans nn.MultiheadAttention",
    allowed: "attn_mask lu comme booléen : vrai est vu, comme dans scaled_dot_product_attention",
    added: "attn_mask est ajouté aux scores",
  },
  kernel: {
    heads_first: "Un test de noyau : q, k et v lus comme (B, H, T, d)",
    heads_last: "Un test de noyau : q, k et v lus comme (B, T, H, d)",
    stacked: "Un test de noyau : q, k et v lus comme (B·H, T, d)",
    merged: "Un test de noyau : q, k et v lus comme (B, T, H·d)",
  },
  ropeStyle: {
    half: "Positions rotatives lues comme « half » : paires de i et i + d/2",
    interleaved: "Positions rotatives lues comme « interleaved » : 2i et 2i + 1",
  },
  half: (/** @type {string} */ type) =>
    `Tolérances de ${type} : le double de l’erreur des mêmes étapes, chacune arrondie à ce type`,
  options: (/** @type {readonly string[]} */ names) => `Avec ${names.join(", ")}`,
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
    normed: "après la norme",
    turned: "après la rotation",
    cached: "avec les tokens du cache",
    capped: "après le plafond souple",
    biased: "après ALiBi",
    scores: "avant ÷ √d_k",
    scaled: "après ÷ √d_k",
    masked: "après ÷ √d_k et le masque",
  },
  where: (/** @type {{ at: readonly number[], theirs: string, ours: string }} */ { at, theirs, ours }) =>
    `en [${at.join(", ")}] ${theirs}, le noyau a ${ours}`,
  expected: (/** @type {readonly string[]} */ shapes) => `attendu : ${shapes.join(" ou ")}`,
  noNumber: "pas un nombre",
  comma: ", ",
  or: ", ou : ",
  right: (/** @type {number} */ count) =>
    count === 1
      ? "Le seul tableau enregistré s’accorde."
      : `Les ${count} tableaux enregistrés s’accordent tous.`,
  first: (/** @type {string} */ step) => `Votre code s’écarte du noyau pour la première fois à ${step}.`,
  whole: (/** @type {string} */ name) =>
    `Fausse route connue : ${name}. Elle donne chaque tableau que vous avez enregistré.`,
  partly: (/** @type {string} */ name, /** @type {string} */ again) =>
    `Fausse route connue : ${name}. À ${again} vos nombres s’en écartent aussi : corrigez d’abord ceci, puis vérifiez de nouveau.`,
  also: (/** @type {readonly string[]} */ names) =>
    `Sur cette entrée, ${names.join(", et ")} donnerait les mêmes nombres : vérifiez avec plus de tokens, d’éléments du lot ou de têtes.`,
  beside: (
    /** @type {{ step: string, at: readonly number[], theirs: string, ours: string }} */ {
      step,
      at,
      theirs,
      ours,
    },
  ) => `${step}[${at.join(", ")}] est ${theirs} dans votre fichier ; le noyau a ${ours}.`,
  uncompared: (/** @type {readonly string[]} */ names) =>
    `Le fichier contient aussi ${names.join(", ")}, que la vérification ne connaît pas : l’écart peut venir de là.`,
  computes: (/** @type {string} */ code) => `Le noyau calcule ${code}`,
  unknown: "Aucune fausse route connue ne donne ces nombres.",
  between: (/** @type {readonly string[]} */ names) =>
    `La cause peut être à l’une de ces étapes : ${names.join(", ")} ; enregistrez aussi ces tableaux, puis vérifiez de nouveau.`,
  unfit: "Ce tableau ne peut pas avoir cette forme.",
  rightly: (/** @type {string} */ code) => `Correct : ${code}`,
  ignored: (/** @type {readonly string[]} */ names) => `Pas comparés : ${names.join(", ")}.`,
};

/** The code of a causal mask. @param {Sizes} sizes */
const futureOf = ({ T, Tk }) => `torch.ones(${T}, ${Tk}).triu(${1 + Tk - T})`;

export const checkPaths = {
  mask_as_square: (/** @type {Sizes} */ { B, Tk }) => ({
    name: "le masque de remplissage pris pour (T_q, T_k)",
    why: "Un masque d’une ligne par phrase a rencontré des scores dont les deux dernières tailles sont requêtes et clés : la requête i a reçu le remplissage de la phrase i.",
    mend: `key_padding_mask.view(${B}, 1, 1, ${Tk})`,
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
    why: "Une somme de d_k produits s’étale comme √d_k, non comme d_k : divisés par d_k, les scores sont trop petits et les poids trop égaux.",
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
  not_masked: (/** @type {Sizes} */ sizes) => ({
    name: "pas de masque causal",
    why: "Le fichier cache le futur, et chaque requête voit les clés qui la suivent.",
    mend: `scores.masked_fill(${futureOf(sizes)}.bool(), -torch.inf)`,
  }),
  mask_diagonal: (/** @type {Sizes} */ sizes) => ({
    name: "le masque prend aussi la diagonale",
    why: "Aucune requête ne se voit elle-même, et la première ne voit rien.",
    mend: `${futureOf(sizes)}, qui garde la diagonale`,
  }),
  kv_tiled: (/** @type {Sizes} */ { H, kvHeads }, /** @type {Told} */ { of }) => ({
    name: `${of.length ? of.join(", ") : "clés et valeurs"} répétées par tile, et non par repeat_interleave`,
    why: `Les têtes 0 à ${H / kvHeads - 1} partagent la tête 0 des clés ; tile donne à la tête i les clés de la tête i mod ${kvHeads}.`,
    mend: `k.repeat_interleave(${H / kvHeads}, dim=1), v.repeat_interleave(${H / kvHeads}, dim=1)`,
  }),
  qkv_by_heads: (/** @type {Sizes} */ sizes, /** @type {Told} */ { of: [stored, cut] }) => ({
    name: `poids fusionnés rangés ${LAYOUTS[stored]?.name}, coupés ${LAYOUTS[cut]?.name}`,
    why: "Les colonnes d’une matrice fusionnée ont leur ordre : coupées dans un autre, les requêtes reçoivent des colonnes de clés et de valeurs.",
    mend: `qkv${LAYOUTS[stored]?.code(sizes)}`,
  }),
  scale_factor: (/** @type {Sizes} */ { width }, /** @type {Told} */ { value }) => ({
    name: `scores partout ${value} fois ceux du noyau`,
    why: `Un seul facteur, ${value}, sépare vos scores mis à l’échelle de ceux du noyau, pour chaque requête et chaque clé.`,
    mend: `scores / math.sqrt(${width})`,
  }),
  mask_future: (/** @type {Sizes} */ sizes) => ({
    name: "le masque causal laisse voir une clé future",
    why: "Chaque requête voit la clé qui suit la sienne : un modèle qui s’entraîne lit le token même qu’il prédit.",
    mend: `${futureOf(sizes)}, non triu(${2 + sizes.Tk - sizes.T})`,
  }),
  mask_filled: (/** @type {Sizes} */ _, /** @type {Told} */ { value }) => ({
    name: `scores masqués remplis de ${value}${value === "0" ? " (ou d’un nombre aussi proche que 1e-9)" : ""}`,
    why: `Une softmax donne à une clé masquée exp(${value} − plus grand score), qui n’est pas 0 : les clés masquées gardent une part du poids.`,
    mend: "scores.masked_fill(blocked, -torch.inf)",
  }),
  mask_on_queries: (/** @type {Sizes} */ { B, Tk }) => ({
    name: "le masque de remplissage sur les requêtes",
    why: "Les lignes des requêtes de remplissage sont masquées, et chaque requête voit toujours les clés de remplissage.",
    mend: `key_padding_mask.view(${B}, 1, 1, ${Tk})`,
  }),
  mask_batches_first: (/** @type {Sizes} */ { B, H }) => ({
    name: "lignes par têtes d’abord, masque par éléments du lot d’abord",
    why: `La ligne r de (${H * B}, T, T) est la tête r / ${B} de l’élément r % ${B}, et le masque lui a donné l’élément r / ${H}.`,
    mend: `mask.repeat(${H}, 1, 1) pour des lignes par têtes d’abord`,
  }),
  merge_mixes_batch: (/** @type {Sizes} */ { B, T, H, dV }) => ({
    name: "une fusion qui mélange le lot",
    why: "Des têtes de différents éléments du lot se retrouvent dans une même ligne : une phrase lit des morceaux des autres.",
    mend: `context.view(${B}, ${H}, ${T}, ${dV}).transpose(1, 2).reshape(${B}, ${T}, ${H * dV})`,
  }),
  mask_added_as_binary: (/** @type {Sizes} */ _, /** @type {Told} */ { of: [how] }) => ({
    name: MASKS[how]?.name,
    why: MASKS[how]?.why,
    mend: how === "added" ? "scores.masked_fill(attn_mask, -torch.inf)" : "scores + attn_mask",
  }),
  padding_ignored: (/** @type {Sizes} */ { B, Tk }) => ({
    name: "le masque de remplissage ignoré",
    why: "Chaque requête donne du poids au remplissage : les nombres d’une phrase dépendent de la longueur de son lot.",
    mend: `scores.masked_fill(key_padding_mask.view(${B}, 1, 1, ${Tk}), -torch.inf)`,
  }),
  matrices_exchanged: (/** @type {Sizes} */ _, /** @type {Told} */ { of }) => ({
    name: `q, k et v faits avec ${of.join(", ")}`,
    why: "Les trois matrices ont la même forme : chacune fonctionne à la place d’une autre.",
    mend: "q = x @ wQ + bQ, k = x @ wK + bK, v = x @ wV + bV",
  }),
  rope_style: (/** @type {Sizes} */ _, /** @type {Told} */ { of }) => ({
    name: `${of.length ? of.join(", ") : "requêtes et clés"} : rotation dans l’autre style de paires`,
    why: "Un style tourne la composante i avec i + d/2, l’autre 2i avec 2i + 1 : formes et longueurs s’accordent, et les scores non.",
    mend: "tournez q et k dans le style avec lequel les poids ont été entraînés",
  }),
  rope_axis: () => ({
    name: "rotation d’après le numéro de la tête, et non celui du token",
    why: "La rotation a lu ses positions le long de l’axe des têtes : les tokens ne se distinguent pas, et les têtes sont tournées les unes par rapport aux autres.",
    mend: "tournez après .transpose(1, 2), avec les positions le long de T, ou donnez à cos et sin la forme (1, T, 1, d)",
  }),
  rope_missing: (/** @type {Sizes} */ _, /** @type {Told} */ { of }) => ({
    name: `${of.length ? of.join(", ") : "requêtes et clés"} sans rotation`,
    why: "Sans sa rotation, un score ne dépend pas de la distance entre requête et clé.",
    mend: "q, k = rotate(q), rotate(k), avant les scores",
  }),
  causal_top_left: (/** @type {Sizes} */ { T, Tk }) => ({
    name: "le masque causal aligné en haut à gauche",
    why: `${T} requêtes sont les dernières de ${Tk} tokens : la requête 0 est à la position ${Tk - T}, et le masque ne lui a laissé voir que la clé 0.`,
    mend: `torch.ones(${T}, ${Tk}).triu(1 + ${Tk - T})`,
  }),
  latent_style: (/** @type {Sizes} */ _, /** @type {Told} */ { of }) => ({
    name: `attention latente${of.length ? ` (${of.join(", ")})` : ""} : rotation dans l’autre style de paires`,
    why: "Un style tourne la composante i avec i + d/2, l’autre 2i avec 2i + 1. Les composantes tournées d’une couche latente gardent l’ordre de son checkpoint.",
    mend: "tournez q et k dans le style avec lequel les poids ont été entraînés",
  }),
};

/** @type {Readonly<Record<string, { name: string, code: (sizes: Sizes) => string }>>} */
const LAYOUTS = {
  thirds: {
    name: "par tiers",
    code: ({ H, kvHeads, dK, dV }) => `.split([${H * dK}, ${kvHeads * dK}, ${kvHeads * dV}], dim=-1)`,
  },
  heads: {
    name: "tête par tête",
    code: ({ B, T, H, kvHeads, dK, dV }) =>
      `.view(${B}, ${T}, ${kvHeads}, -1).split([${(H / kvHeads) * dK}, ${dK}, ${dV}], dim=-1)`,
  },
  features: {
    name: "composante par composante",
    code: ({ B, T, H, dK }) => `.view(${B}, ${T}, ${H}, ${dK}, 3).unbind(-1)`,
  },
};

/** @type {Readonly<Record<string, { name: string, why: string }>>} */
const MASKS = {
  zero: {
    name: "un masque additif lu comme binaire : masqué là où il vaut 0",
    why: "0 dans un masque additif veut dire vu ; lu comme binaire, il a masqué tout ce qui est vu.",
  },
  nonzero: {
    name: "un masque additif lu comme binaire : masqué là où il ne vaut pas 0",
    why: "Un nombre à ajouter à un score a masqué sa clé.",
  },
  added: {
    name: "un masque booléen ajouté aux scores",
    why: "1 a été ajouté aux scores masqués, qui restent parmi les autres.",
  },
};
