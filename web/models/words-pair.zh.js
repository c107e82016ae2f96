/** Words of two sentences beside each other, in Chinese. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-pair.js").MODEL_PAIR>} */
export const modelPair = {
  title: "并排的两个句子",
  what: "改一个词，看哪些头看向别处。",
  second: "第二个句子",
  compare: "比较",
  end: "去掉第二个句子",
  comparing: "正在读第二个句子",
  stale: "仍在显示之前的两个句子",
  pieces: "两个句子的词元；不同的已标出",
  quoted: (piece) => `「${piece}」`,
  aloneFirst: (pieces) => `在第二个句子里没有对应：${pieces}`,
  aloneSecond: (pieces) => `在第一个句子里没有对应：${pieces}`,
  caption: "第二个减第一个：核心为两个句子计算每个权重，再相减。",
  masked: "灰色的格子被掩码遮住。",
  summary: ({ layers, heads, tokens }) =>
    `${layers} 层、每层 ${heads} 个头的注意力图在 ${tokens} 个对齐词元上的差。按回车，再用方向键移动。`,
  ranking: "变动最大的头",
  measure: (queries) => `查询的权重中在第二个句子里移到其他键上的份额，${queries} 个查询的平均。`,
  causal: "第一个改动的词元之前的查询读到的词元相同，不计入。",
  one: (head) => `${head}：第二个减第一个`,
  oneSummary: (head, figure) => `${head} 的注意力权重之差，每行一个查询。权重的 ${figure} 移动了。`,
  corner: "头",
  columns: ["移动的权重份额"],
  query: "查询",
};
