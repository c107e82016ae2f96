/** Words of the lab of batches, in Chinese. */

/** @type {import("../lab-list.js").Title} */
export const batchTitle = {
  name: "批次",
  question: "两句长短不同的话放进同一批：谁可以看什么？",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").BATCH>} */
export const labBatch = {
  second: "第二句话",
  sentences: "批次里的句子数：",
  counts: (words) => [
    [1, "1"],
    [2, "2"],
    ["T", `与词数相同，${words}`],
  ],
  mask: "填充掩码的形状：",
  masks: [
    ["axes", "(B, 1, 1, T_k)"],
    ["square", "(B, T_k)"],
  ],
  head: "头",
  given: (shape) => `掩码 (${shape.join(", ")})`,
  map: (sentence, head) => `第 ${sentence + 1} 句，头 ${head} 的权重`,
  moved: "输出的偏差",
  movedShort: "偏差",
  item: (sentence) => `第 ${sentence + 1} 句`,
  scores: (sentences, queries) => `它的 ${sentences} 行对 ${queries} 个查询`,
  how: "斜线是掩码屏蔽的。划线的单元格，在正确的掩码里是另一种情况：看到了填充，或遮住了一个词。",
  howRefused: "斜线是填充。划线的是掩码里没有对应行的查询。",
  right: ({ rows, onPadding }) =>
    `正确。每个词只看自己那句话的词，在全部 ${rows} 行词中，落在填充上的最大权重为 ${onPadding}。填充的行里是什么，没有人读。`,
  luck: (reason) =>
    `正确，但只是碰巧。${reason}。只用一句话测试的人，看不出以 (B, T_k) 传入的掩码有什么毛病。`,
  refused: "被拒绝了，这是最仁慈的一种错：没有人会拿它去训练。",
  silent: "无声的错误。",
  square: ({ seePadding, missWords, wrong, rows, sentences }) =>
    `什么也没有被拒绝：B 和 T_q 都是 ${sentences}，掩码的第 i 行，即第 i 句的填充，被当成了每句话的第 i 个查询的掩码。${rows} 行词中，有 ${seePadding} 行看了填充，${missWords} 行漏掉了自己的词；输出有 ${wrong} 行是错的。`,
  most: ({ word, sentence, off }) =>
    `错得最多的是第 ${sentence + 1} 句中「${word}」的一行：偏差为其自身长度的 ${off}。`,
  noPadding: "这里没有哪句话比别的短：不论掩码是什么形状，都没有填充要遮。",
  others: (sentences) => `其余 ${sentences - 2} 句是这两句的轮流重复。`,
  strides: "掩码是怎样被读的",
  table: ["传入的形状", "形状", "在 (B, H, T_q, T_k) 上的步幅"],
  none: "被拒绝",
  why: "尺寸从最后一个轴开始对齐。(B, 1, 1, T_k) 把句子放在分数放句子的地方。(B, T_k) 只有两个轴，它的 B 落在分数的 T_q 上：B 上的步幅为 0，意味着所有句子读的是同样的数。",
  cell: ({ sentence, word, key, weight, how }) =>
    `第 ${sentence + 1} 句：「${word}」看「${key}」，权重 ${weight}${how}。`,
  cellHow: {
    padding: "，那是填充，本该被遮住",
    word: "，被遮住了，虽然那是它可以看的词",
    masked: "，被遮住",
  },
  noRow: ({ query, word }) => `查询 ${query}「${word}」在掩码里没有对应的行。`,
  row: ({ query, word, sentence }) =>
    `查询 ${query}「${word}」会得到掩码的第 ${sentence} 行，也就是第 ${sentence + 1} 句的填充。`,
  hindrance: {
    cross: "这里是一句话的词去问另一句话的词。这个实验所填充的，是词与词互问的句子：请回到一句话。",
    given: "这一层的向量是给定的，所以没法为另一句话的词造出向量。",
    many: (words, most) =>
      `每句 ${words} 个词、共 ${words} 句的批次，超出了这个实验所能运行的（最多 ${most} 个词）：请缩短句子，或只取 1 句或 2 句。`,
  },
  figure: (sentences) =>
    `传入的填充掩码，${sentences === 1 ? "这句话" : "批次中两句话"}的权重，以及每个输出行与正确值相差多远。按 Enter 后用方向键逐格移动；Page Up 和 Page Down 换头。`,
  asMask: "句子",
  corner: "查询",
};
