/** Words of the lab of the softmax, in Chinese. */

/** @type {import("../lab-list.js").Title} */
export const softmaxTitle = {
  name: "Softmax",
  question: "分数为什么要除以 √d_k？",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").SOFTMAX>} */
export const labSoftmax = {
  width: "d_k",
  scale: "分数：",
  scales: [
    [true, "÷ √d_k"],
    [false, "原样"],
  ],
  temperature: "温度",
  head: "头",
  how: "这里的查询和键，特征的方差为 1：句子的词经过随机抽取的权重，四个头。一个分数是 d_k 个乘积之和，所以它的离散程度与 √d_k 相当。",
  picture: {
    row: (word, head) => `头 ${head} 中「${word}」的一行`,
    scores: "进入 softmax",
    weights: "出自 softmax",
    histogram: (count) => `进入 softmax 的全部 ${count} 个分数`,
    entropy: "一行的熵，奈特：平均",
    passed: "通过的梯度：中位的行",
    reached: "到达查询的梯度：中位的行",
    scaled: "÷ √d_k",
    unscaled: "不除",
    lines: "细线：平均",
  },
  row: ({ word, entropy, most, passed }) =>
    `「${word}」的熵为 ${entropy} 奈特，最多 ${most}；它传递梯度的 ${passed}。`,
  all: ({ entropy, median, mean }) =>
    `所有行合计：平均 ${entropy} 奈特；梯度中，中位的行传递 ${median}，平均为 ${mean}。`,
  passes:
    "通过多少，指的是这一行雅可比矩阵 diag(a) − a aᵀ 的弗罗贝尼乌斯范数：一个键占去全部权重时它为 0，因为那时分数的微小变化什么也改变不了。到达查询的梯度是分数的梯度乘以键，有缩放时再除以 √d_k：没有缩放时它先随宽度增大，然后消失。",
  median: {
    alike: (/** @type {{ width: number, scaled: string, unscaled: string }} */ { width, scaled, unscaled }) =>
      `在 d_k ${width} 时，缩放对中位的行几乎没有影响：有缩放时传过梯度的 ${scaled}，没有时 ${unscaled}。请选更宽的头。`,
    apart: (/** @type {{ width: number, scaled: string, unscaled: string }} */ { width, scaled, unscaled }) =>
      `在 d_k ${width} 时，中位的行有缩放时传递梯度的 ${scaled}，没有时 ${unscaled}。中位数比平均值降得快：少数还没拿定主意的行撑着平均值，而多数行得到的很少。`,
  },
  temper:
    "温度把分数再除一次：大于 1 时这一行变平，小于 1 时变尖。√d_k 正是让宽的头与窄的头一样拿不定主意的温度。",
  one: "只有一个词：不论分数多少，它的一行都是 1。请再输入一个词。",
  figure: "选中的一行的分数与权重，全部分数的直方图，以及随头的宽度变化的行熵、通过的梯度和到达查询的梯度。",
  table: [
    "d_k",
    "熵 ÷ √d_k",
    "中位 ÷ √d_k",
    "平均 ÷ √d_k",
    "到达查询 ÷ √d_k",
    "熵，不除",
    "中位，不除",
    "平均，不除",
    "到达查询，不除",
  ],
};
