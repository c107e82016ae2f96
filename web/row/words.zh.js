const NUMERALS = "零一二三四五六七八九十".split("").concat("十一", "十二");

/** @param {number} count */
const numeral = (count) => NUMERALS[count] ?? String(count);

/** Words of the middle scene, in Chinese. @type {import("../kit/text/words.js").Translated<typeof import("./words.js").ROW>} */
export const row = {
  title: (word) => [word, " 是怎样选择的？"],
  invites: "一个头，三个动作。点一个词让它来问，点一根柱子看它的由来。",
  lets: (word) => `让「${word}」来问`,
  opens: ({ word, score, share }) => `${word}：${score} 变成 ${share}。打开乘积`,
  close: "关闭",
  turns: ({ from, to }) => `最后一个词是「${from}」：换成「${to}」`,
  ask: "问",
  asks: (word, width) => [
    word,
    ` 用一行 ${width} 个数来问：它的查询。每个词用自己的键来答。两者越契合，柱子越高。`,
  ],
  askedBy: (change) => `查询 · 键${change}`,
  share: "分",
  shares: "每根柱子变成一个份额：e 的这个数次方，除以总和。没有一个小于 0，合起来是 1。",
  sharedBy: ({ score, share }) => `e^${score} ÷ Σ e^分数 = ${share}`,
  mix: "合",
  mixes: ({ width, count }) =>
    `每个词再交出 ${width} 个数：它的值。各自乘上自己的份额，再把${numeral(count)}个加起来。`,
  mixedBy: "Σ 份额 × 值",
  hidden: "遮住",
  values: "值",
  total: (sum) => `合计 ${sum}`,
  carries: ({ word, first, share, others }) => [
    "于是 ",
    word,
    " 主要带着 ",
    first,
    ` 交出的内容（${share}）`,
    ...others.map((each, i) => [i === 0 ? "，还有一点 " : " 和 ", each]),
    "。",
  ],
  blends: ({ word, first, share, others }) => [
    "于是 ",
    word,
    " 带着一份混合：最大的一份来自 ",
    first,
    `（${share}）`,
    ...others.map((each, i) => [i === 0 ? "，其次是 " : " 和 ", each]),
    "。",
  ],
  above: "大于 0",
  below: "小于 0",
  allWords: (count) => `现在看全部${numeral(count)}个词`,
  allHeads: (count) => `全部${numeral(count)}个头`,
  oneWord: "回到一个词",
  steps: "看形状、内存与代码",
  inSteps: "现在一步一步看",
  own: "你自己的句子",
  ownLabel: "你的句子",
  read: "读它",
  from: ({ head, step, steps }) =>
    step === null ? `${head}。` : `${head}，训练 ${steps} 步中的第 ${step} 步之后。`,
  learns: "看它学习",
  map: (head) => `${head}：每个词轮流来问。一行是来问的词，一列是它看的词。`,
  heads: (count) => `这一层的${numeral(count)}个头并排：各有自己的查询、键和值。点一个看它的动作。`,
  looker: "谁在问 ↓",
  reads: {
    trained: "小模型认识这些词，用同一个头来读。",
    language: (unknown) => `小模型不认识 ${unknown}，所以由语言模型来读这个句子。`,
  },
  picture: ({ head, word, list }) => `${head}：「${word}」的问、分、合。份额：${list}。`,
};
