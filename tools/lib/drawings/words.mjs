/**
 * The words inside the pictures of chapters, and their descriptions for readers who do not see them, by language. Pieces of English texts that a
 * model reads, and names of matrices, are the same in every language.
 */

const EN = {
  comma: ", ",
  semicolon: "; ",
  quoted: (/** @type {string} */ word) => `“${word}”`,
  arrows: {
    numbers: (/** @type {number} */ count) => `x: ${count} numbers`,
    query: "query",
    key: "key",
    value: "value",
    of: (/** @type {string} */ id, /** @type {number} */ part, /** @type {number} */ all) =>
      `${id}: ${part} of ${all}`,
    alt: (
      /** @type {string} */ word,
      /** @type {number} */ all,
      /** @type {number} */ part,
      /** @type {number} */ head,
    ) =>
      `The vector x of ${word}, ${all} numbers, with arrows through W_Q, W_K and W_V to its query, key and value, ${part} numbers each in head ${head}.`,
  },
  clocks: {
    pair: (/** @type {number} */ pair) => `pair ${pair}`,
    place: "place",
    alt: (/** @type {number} */ last, /** @type {string} */ speeds) =>
      `A clock for each pair of features of a query, at places 0 to ${last}. From place to place the pairs turn by ${speeds}.`,
  },
  growth: {
    rows: (/** @type {number} */ count) => `${count} rows`,
    row: (/** @type {number} */ all) => `1 row, not ${all}`,
    kept: "keys in the cache",
    writes: "writes",
    computes: "computes",
    fresh: "computed now",
    old: "kept",
    alt: (
      /** @type {string} */ text,
      /** @type {string} */ pieces,
      /** @type {number} */ heads,
      /** @type {number} */ from,
      /** @type {number} */ to,
    ) =>
      `The small language model reads ${text} and writes ${pieces}. For the first piece it computes the keys and values of ${from} pieces; then of one each, and the ${heads} heads keep ${from} to ${to} rows.`,
  },
  kinds: {
    latent: "one narrow row",
    keys: (/** @type {number} */ count) =>
      count === 1 ? "1 key, 1 value" : `${count} keys, ${count} values`,
    kept: (/** @type {number} */ count) => `${count} numbers kept of a word`,
    alt: (/** @type {string} */ kinds) => `Eight query heads and what they read. ${kinds}.`,
    each: (/** @type {string} */ name, /** @type {number} */ count) =>
      `${name} keeps ${count} numbers of a word`,
  },
  /** Pictures on the page that lists the chapters. */
  motifs: {
    query: (/** @type {string} */ word) => `q of “${word}”`,
    key: (/** @type {string} */ word) => `k of “${word}”`,
    right: "right",
    alone: ".view() alone",
    attention: "attention",
    network: "feed-forward",
    first: "first",
    previous: "previous",
    "commas and full stops": "commas",
    words: (/** @type {number} */ count) => `${count} words`,
    yours: "yours",
    figure: "the figure's",
  },
  norms: {
    pre: "norm before each part",
    post: "norm after each sum",
    attention: "attn",
    network: "ffn",
    blocks: (/** @type {number} */ count) => `${count} blocks`,
    alt: (
      /** @type {number} */ blocks,
      /** @type {string} */ from,
      /** @type {string} */ pre,
      /** @type {string} */ post,
    ) =>
      `Two orders of a block. With a norm before each part nothing stands on the stream, and the size of a word’s row grows from ${from} to ${pre} over ${blocks} random blocks. With a norm after each sum it is ${post} after every block.`,
  },
  roles: {
    layer: (/** @type {number} */ layer) => `layer ${layer}`,
    even: "even",
    first: "first piece",
    previous: "piece before",
    "same word": "same word",
    "after same piece, text twice": "after same piece",
    "commas and full stops": "comma, full stop",
    "function words": "function word",
    "last noun": "last noun",
    alt: (/** @type {number} */ heads, /** @type {string} */ most) =>
      `How much of its weight each of ${heads} heads gives to what a role names, where there is such a piece. Most by role: ${most}.`,
    most: (/** @type {string} */ role, /** @type {string} */ share, /** @type {string} */ head) =>
      `${role} ${share} in head ${head}`,
  },
  seeds: {
    translation: "translate",
    reference: "fill in words",
    induction: "repeat letters",
    heads: (/** @type {number} */ count) => (count === 1 ? "1 head" : `${count} heads`),
    steps: (/** @type {number} */ count) => `${count} steps`,
    alt: (/** @type {string} */ tasks) =>
      `Steps of training until 95 % are right, the median of ten seeds by number of heads: ${tasks}.`,
    with: (/** @type {number} */ steps, /** @type {number} */ heads) => `${steps} with ${heads}`,
  },
  tiles: {
    scores: "scores, in tiles",
    row: (/** @type {string} */ word) => `row of ${word}`,
    after: "after",
    max: "max",
    sum: "sum",
    output: "output",
    tile: (/** @type {number} */ tile) => `tile ${tile}`,
    alt: (/** @type {number} */ side, /** @type {string} */ word, /** @type {string} */ tiles) =>
      `The scores of one head in tiles of ${side} by ${side}. Of the row of ${word} fused attention keeps its largest score, the sum and the output: ${tiles}.`,
    kept: (/** @type {number} */ tile, /** @type {string} */ most, /** @type {string} */ sum) =>
      `after tile ${tile} the largest is ${most} and the sum ${sum}`,
  },
};

/** @typedef {typeof EN} DrawingWords */

/** @type {DrawingWords} */
const FR = {
  comma: ", ",
  semicolon: " ; ",
  quoted: (word) => `« ${word} »`,
  arrows: {
    numbers: (count) => `x : ${count} nombres`,
    query: "requête",
    key: "clé",
    value: "valeur",
    of: (id, part, all) => `${id} : ${part} sur ${all}`,
    alt: (word, all, part, head) =>
      `Le vecteur x de ${word}, ${all} nombres, avec des flèches à travers W_Q, W_K et W_V vers sa requête, sa clé et sa valeur, de ${part} nombres chacune dans la tête ${head}.`,
  },
  clocks: {
    pair: (pair) => `paire ${pair}`,
    place: "place",
    alt: (last, speeds) =>
      `Une horloge pour chaque paire de composantes d’une requête, aux places 0 à ${last}. D’une place à l’autre, les paires tournent de ${speeds}.`,
  },
  growth: {
    rows: (count) => `${count} lignes`,
    row: (all) => `1 ligne, et non ${all}`,
    kept: "clés dans le cache",
    writes: "écrit",
    computes: "calcule",
    fresh: "calculé alors",
    old: "gardé",
    alt: (text, pieces, heads, from, to) =>
      `Le petit modèle de langue lit ${text} et écrit ${pieces}. Pour le premier morceau il calcule les clés et les valeurs de ${from} morceaux ; ensuite d’un seul chaque fois, et les ${heads} têtes gardent de ${from} à ${to} lignes.`,
  },
  kinds: {
    latent: "une ligne étroite",
    keys: (count) => (count === 1 ? "1 clé, 1 valeur" : `${count} clés, ${count} valeurs`),
    kept: (count) => `${count} nombres par mot`,
    alt: (kinds) => `Huit têtes de requêtes et ce qu’elles lisent. ${kinds}.`,
    each: (name, count) => `${name} garde ${count} nombres d’un mot`,
  },
  motifs: {
    query: (word) => `q de « ${word} »`,
    key: (word) => `k de « ${word} »`,
    right: "juste",
    alone: ".view() seul",
    attention: "attention",
    network: "feed-forward",
    first: "premier",
    previous: "précédent",
    "commas and full stops": "virgules",
    words: (count) => `${count} mots`,
    yours: "le vôtre",
    figure: "celui de la figure",
  },
  norms: {
    pre: "norme avant chaque partie",
    post: "norme après chaque somme",
    attention: "attn",
    network: "ffn",
    blocks: (count) => `${count} blocs`,
    alt: (blocks, from, pre, post) =>
      `Deux ordres d’un bloc. Avec une normalisation avant chaque partie, rien ne se trouve sur le flux, et la taille de la ligne d’un mot croît de ${from} à ${pre} sur ${blocks} blocs aléatoires. Avec une normalisation après chaque somme, elle est de ${post} après chaque bloc.`,
  },
  roles: {
    layer: (layer) => (layer ? String(layer) : "couche 0"), // four long words would touch
    even: "uniforme",
    first: "premier morceau",
    previous: "morceau d’avant",
    "same word": "même mot",
    "after same piece, text twice": "après le même",
    "commas and full stops": "virgule, point",
    "function words": "mot-outil",
    "last noun": "dernier nom",
    alt: (heads, most) =>
      `Quelle part de son poids chacune des ${heads} têtes donne à ce que nomme un rôle, là où il y a un tel morceau. Le plus par rôle : ${most}.`,
    most: (role, share, head) => `${role} ${share} dans la tête ${head}`,
  },
  seeds: {
    translation: "traduire",
    reference: "compléter des mots",
    induction: "répéter des lettres",
    heads: (count) => (count === 1 ? "1 tête" : `${count} têtes`),
    steps: (count) => `${count} pas`,
    alt: (tasks) =>
      `Pas d’entraînement jusqu’à 95 % de réponses justes, la médiane de dix graines par nombre de têtes : ${tasks}.`,
    with: (steps, heads) => `${steps} avec ${heads}`,
  },
  tiles: {
    scores: "scores, en tuiles",
    row: (word) => `ligne de ${word}`,
    after: "après",
    max: "max",
    sum: "somme",
    output: "sortie",
    tile: (tile) => `tuile ${tile}`,
    alt: (side, word, tiles) =>
      `Les scores d’une tête en tuiles de ${side} sur ${side}. De la ligne de ${word}, l’attention fusionnée garde le plus grand score, la somme et la sortie : ${tiles}.`,
    kept: (tile, most, sum) => `après la tuile ${tile}, le plus grand est ${most} et la somme ${sum}`,
  },
};

/** @type {DrawingWords} */
const ZH = {
  comma: "、",
  semicolon: "；",
  quoted: (word) => `「${word}」`,
  arrows: {
    numbers: (count) => `x：${count} 个数`,
    query: "查询",
    key: "键",
    value: "值",
    of: (id, part, all) => `${id}：${all} 之 ${part}`,
    alt: (word, all, part, head) =>
      `${word}的向量 x，${all} 个数，有箭头经过 W_Q、W_K 和 W_V 通向它在头 ${head} 里的查询、键和值，各 ${part} 个数。`,
  },
  clocks: {
    pair: (pair) => `第 ${pair} 对`,
    place: "位置",
    alt: (last, speeds) =>
      `一个查询的每一对特征在位置 0 到 ${last} 各有一个钟。每过一个位置，各对转过 ${speeds}。`,
  },
  growth: {
    rows: (count) => `${count} 行`,
    row: (all) => `1 行，不是 ${all} 行`,
    kept: "缓存中的键",
    writes: "写出",
    computes: "计算",
    fresh: "这次计算",
    old: "保留",
    alt: (text, pieces, heads, from, to) =>
      `小语言模型读${text}，写出${pieces}。写第一片时它计算 ${from} 片的键和值；之后每次只算一片，${heads} 个头保留 ${from} 到 ${to} 行。`,
  },
  kinds: {
    latent: "窄窄的一行",
    keys: (count) => `${count} 个键，${count} 个值`,
    kept: (count) => `每个词保留 ${count} 个数`,
    alt: (kinds) => `八个查询头和它们所读的东西。${kinds}。`,
    each: (name, count) => `${name} 为每个词保留 ${count} 个数`,
  },
  motifs: {
    query: (word) => `「${word}」的 q`,
    key: (word) => `「${word}」的 k`,
    right: "正确",
    alone: "只用 .view()",
    attention: "注意力",
    network: "前馈",
    first: "第一个",
    previous: "前一个",
    "commas and full stops": "逗号",
    words: (count) => `${count} 个词`,
    yours: "您的",
    figure: "图中的",
  },
  norms: {
    pre: "各部分之前归一化",
    post: "每次相加之后归一化",
    attention: "注意力",
    network: "前馈",
    blocks: (count) => `${count} 块`,
    alt: (blocks, from, pre, post) =>
      `块的两种次序。各部分之前归一化时，流上什么也没有，一个词的行的大小经过 ${blocks} 个随机的块从 ${from} 增到 ${pre}。每次相加之后归一化时，每一块之后都是 ${post}。`,
  },
  roles: {
    layer: (layer) => `第 ${layer} 层`,
    even: "均匀",
    first: "第一片",
    previous: "前一片",
    "same word": "同一个词",
    "after same piece, text twice": "同一片之后",
    "commas and full stops": "逗号、句号",
    "function words": "虚词",
    "last noun": "最后一个名词",
    alt: (heads, most) =>
      `${heads} 个头各把多少权重给一种作用所指的片（有这种片的地方）。每种作用中最多的：${most}。`,
    most: (role, share, head) => `${role} ${share}，头 ${head}`,
  },
  seeds: {
    translation: "翻译",
    reference: "填词",
    induction: "重复字母",
    heads: (count) => `${count} 个头`,
    steps: (count) => `${count} 步`,
    alt: (tasks) => `训练到 95 % 正确所用的步数，十个种子的中位数，按头数：${tasks}。`,
    with: (steps, heads) => `${heads} 个头 ${steps}`,
  },
  tiles: {
    scores: "分数，按图块",
    row: (word) => `${word}的行`,
    after: "之后",
    max: "最大",
    sum: "和",
    output: "输出",
    tile: (tile) => `图块 ${tile}`,
    alt: (side, word, tiles) =>
      `一个头的分数，分成 ${side} 乘 ${side} 的图块。对${word}的行，融合的注意力保留最大的分数、和与输出：${tiles}。`,
    kept: (tile, most, sum) => `图块 ${tile} 之后最大的是 ${most}，和是 ${sum}`,
  },
};

/** Words of the drawings by language. @type {Readonly<Record<string, DrawingWords>>} */
export const DRAWING_WORDS = { en: EN, fr: FR, zh: ZH };
