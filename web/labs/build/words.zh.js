/** Words of the lab that builds a head, in Chinese. */

/** @type {import("../lab-list.js").Title} */
export const buildTitle = {
  name: "搭建",
  question: "你能写出一个头的权重，让它找到你要的东西吗？一个头又做不到什么？",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").BUILD>} */
export const labBuild = {
  place: "看向",
  back: "个词元之前",
  ahead: "个词元之后",
  itself: "自身",
  offset: (offset) => (offset === 0 ? "自身" : `${offset < 0 ? "往前" : "往后"} ${Math.abs(offset)} 个`),
  offsetName: "相隔多远，以词元计",
  word: "同一个词",
  first: "第一个词元",
  sharpness: "尖锐程度",
  nats: "奈特",
  picture: {
    wQ: "这个头在 W_Q 中的列（转置）",
    wK: "它在 W_K 中的列（转置）",
    map: "它看向哪里",
    word: "词",
    position: "位置",
  },
  how: "W_K 从词的向量里复制成对的正弦和余弦。W_Q 也复制它们，但转过它要看的那么多个位置，再乘以增益：越尖锐，增益越大。没有什么是学来的。",
  puzzle: "谜题",
  task: (asks, finds) => `转动旋钮，直到「${asks}」找到「${finds}」。`,
  now: (asks, finds, weight, enough) => `「${asks}」给「${finds}」的权重是 ${weight}。达到 ${enough} 就算找到。`,
  solved: (weight) => `找到了，权重为 ${weight}。`,
  counted: (word, weight) =>
    `它靠的是数数。在两者之间再加一个词「${word}」，同一个头给它的权重就是 ${weight}：它知道的是位置，不是词的意思。按意思去找的头得靠学习；「训练」页里就有一个。`,
  more: "really",
  hints: "提示",
  hint: [
    (asks, finds) =>
      `由公式写出的头知道位置，也知道两个词是否相同。「${finds}」既不是第一个词，也与「${asks}」不同。`,
    (asks, finds, from, to) => `从 0 数起，「${asks}」是第 ${from} 个词，「${finds}」是第 ${to} 个词。`,
    (asks, finds, from, to) =>
      `${to < from ? "往前" : "往后"}看 ${Math.abs(to - from)} 个，别的都不要开，再把它调尖锐，直到邻居只得到很少。`,
  ],
  none: "谜题需要一句含有「it」和「animal」的话。",
  given: "这一层的向量是给定的，公式无法从中读出位置。",
  cell: (query, key, weight) => `「${query}」看「${key}」，权重 ${weight}。`,
  figure: "这个头在 W_Q 和 W_K 中的列，以及它的注意力。按 Enter 后用方向键在注意力上移动。",
  corner: "查询",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").WANTED>} */
export const labWanted = {
  heading: "一个头，同时要它做两件事",
  about:
    "涂出谁该看谁，每处的权重为 1。然后由计算核心用梯度下降调 W_Q 和 W_K，寻找最接近的一个头，以及合起来最接近的两个头。",
  cut: (most) => `只用这句话的前 ${most} 个词。`,
  both: "「it」：「animal」和「tired」",
  beside: "每个词：前一个和后一个",
  clear: "清除",
  find: "寻找最好的一个头和最好的两个头",
  stop: "停止",
  wanted: "想要的",
  one: "最好的一个头",
  two: "最好的两个头，相加",
  each: (head) => `两个头中的 ${head === 0 ? "A" : "B"}`,
  progress: (heads, start, of, step) =>
    `${heads === 1 ? "一个头" : "两个头"}，第 ${start} 个起点，共 ${of} 个：第 ${step} 步`,
  paint: "点按单元格表示想要，再按一次放弃；拖动可以涂抹。然后让计算核心去找。",
  nothing: "还没有想要的东西。",
  losses: (one, two) => `一行的平方误差，取平均：最好的一个头为 ${one}，最好的两个头为 ${two}。`,
  little: "不到 0.001",
  others: "对其余的行没有要求：那里是什么都无所谓。",
  budget:
    "一行就是总额为 1 的预算：softmax 使每一行的权重加起来等于 1，所以要一个头做两件事，它就各给一半，两件都差这么多。第二个头就是第二份预算。",
  surplus: "预算多出来的也必须花掉：在只要一样东西的行里，第二个头把它的权重散给所有的键，那样妨害最小。",
  apart: "没有人告诉这两个头哪样归谁。它们怎样分，取决于最初权重的种子。",
  figure: (tokens) =>
    `${tokens} × ${tokens} 个权重中想要的，以及最好的头所给的。按 Enter 后用方向键在想要的上面移动；Enter 想要或放弃一个单元格。`,
  cell: (query, key, isWanted) => `「${query}」 → 「${key}」：${isWanted ? "想要" : "不想要"}`,
  corner: "热图，查询",
};
