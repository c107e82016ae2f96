/** @type {import("../kit/text/words.js").Translated<typeof import("./words-writes.js").MODEL_WRITES>} */
export const modelWrites = {
  who: (piece) => ["是谁写出了 ", piece, "？"],
  pieces: "要解释的词元",
  sum: ({ value, remainder }) =>
    `它的 logit 比所有词元的平均值高 ${value}：固定后面归一化的尺度时，它等于各部分所加之和。舍入误差：${remainder}。`,
  toMask: "在文本中按一个词元并遮住它：这里会显示各部分给被遮词元加了多少。",
  computing: "正在求和",
  parts: "模型的各部分，以及各自所加",
  part: "部分",
  adds: "给 logit 加",
  at: (query) => `「${query}」看`,
  without: "没有它",
  embedding: "嵌入",
  network: (layer) => `前馈网络 ${layer}`,
  biases: "偏置",
  others: (count) => `其余 ${count} 个`,
  together: "合计",
  by: "头的排序依据",
  ways: { writes: "它们加了多少", absence: "没有它们会失去多少" },
  rank: "依次关闭每个头",
  ranking: (done, total) => `${total} 个头中的 ${done} 个`,
  whole: (share) => `所有头都在时：${share}。`,
  why: "两种排序并不一致：没有某个头时，后面的部分读到的是另一个流，而且别的头可能会顶替它。",
  lens: "如果现在就要回答",
  lensWhat: "每一层之后，由最后的归一化和输出矩阵从流中读出的最可能的词元。",
  lensMasked: "每一层之后，由模型的输出头从流中读出的最可能的词元。",
  start: "嵌入",
  after: (layer) => `第 ${layer} 层之后`,
  likeliest: "最可能的词元",
  look: (head) => `${head}：它看哪里`,
  corner: "部分",
  columns: ["给 logit 加（高于平均）", "给 logit 加", "给平均值加", "没有它时的概率"],
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-writes.js").MODEL_SCORE>} */
export const modelScore = {
  score: ({ query, key, score }) => `「${query}」对「${key}」的得分是 ${score}。`,
  how: (remainder) =>
    `它是查询与键的乘积，流的每个部分都为两者添加内容，归一化的尺度保持不变。舍入误差：${remainder}。`,
  position: (value) => `距离加上 ${value}。`,
  softcap: (cap) => `之后模型把它限制在 ${cap} 以内。`,
  by: "组成部分",
  sides: {
    key: ({ key }) => `「${key}」的键`,
    query: ({ query }) => `「${query}」的查询`,
    pairs: () => "两者成对",
  },
  sums: {
    key: "整个查询乘以键的每个部分",
    query: "查询的每个部分乘以整个键",
    pairs: "查询的一个部分乘以键的一个部分",
  },
  others: "其余部分",
  adds: "为得分添加",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-writes.js").MODEL_PATCHES>} */
export const modelPatches = {
  title: "用另一个句子替换",
  what: "把第二个句子的数放进第一个句子，其余的从那里重新计算。恢复了多少，说明差异从哪里经过。",
  second: "第二个句子",
  pairs: "或使用",
  pair: (first, second) => `「${first}」与「${second}」`,
  parts: "替换",
  ways: { output: "输出", pattern: "注意力图", values: "值", stream: "流" },
  start: "依次替换每一个",
  progress: (done, total) => `${total} 次替换中的 ${done} 次`,
  grid: (first, second) =>
    `从「${first}」到「${second}」，每个部分恢复了多少：1 为全部，0 为没有。按一个格子，看换上该部分后的回答。`,
  same: (piece) =>
    `两个句子都回答「${piece}」：每个部分恢复了其对数概率之差的多少。按一个格子，看换上该部分后的回答。`,
  layer: (layer) => `第 ${layer} 层`,
  stream: (layer, piece) => `第 ${layer} 层之前、「${piece}」处的流`,
  atAsking: "两个句子的词元数不同：只替换提问词元处的输出。",
  picked: (part) => `换上第二个句子的${part}：`,
  corner: "层",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-writes.js").MODEL_CIRCUIT>} */
export const modelCircuit = {
  title: (head) => `从权重看${head}`,
  reading: "正在读取权重",
  copying: (score) =>
    `复制得分 ${score}：从 −1 到 1，表示 W_V W_O 的特征值有多正。接近 1 时，这个头会提升它所看的词元。`,
  reads: "它读取了前面的头所写内容的多少（最多为 1）：",
  ways: { k: "通过键", q: "通过查询", v: "通过值" },
  first: "第一层之前没有头。",
  lists: (piece) => `「${piece}」的词元`,
  looksFor: (piece) => `「${piece}」寻找`,
  raises: (piece) => `看「${piece}」会提升`,
  how: "只看权重：以嵌入代替流，不含位置和偏置。",
  howPlaced: "只看权重：以嵌入代替流，不含偏置。位置计入所寻找的内容。",
  positions: "位置",
  unplaced: "不计",
  places: (query, key) => `查询 ${query} 和键 ${key} 的位置`,
  distance: (distance) => `键在查询之${distance < 0 ? "后" : "前"} ${Math.abs(distance)} 个词元`,
};
