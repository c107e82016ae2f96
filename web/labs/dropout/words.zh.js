/** Words of the lab of dropout, in Chinese. */

/** @type {import("../lab-list.js").Title} */
export const dropoutTitle = {
  name: "Dropout",
  question: "dropout 对注意力权重做了什么？返回的又是哪一份权重？",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").DROPOUT>} */
export const labDropout = {
  p: "p",
  roll: "抽一次",
  average: (rolls) => `平均 ${rolls} 次`,
  head: "头",
  picture: {
    weights: "权重，返回的就是它",
    dropped: (seed) => `第 ${seed} 次抽取`,
    mean: (rolls) => `${rolls} 次的平均`,
    none: "多次的平均",
    sums: "行之和",
  },
  said: ({ gone, of, p, factor }) =>
    `这一次丢弃了 ${of} 个权重中的 ${gone} 个，每个被丢弃的概率为 ${p}；留下的乘以 1 ÷ (1 − p) = ${factor}，使多次抽取的平均保持原样。`,
  sums: (least, most) =>
    `此后这个头各行之和为 ${least} 到 ${most}，而注意力各行之和为 1：它们不再是一个整体的份额。`,
  off: "p = 0 时什么也不丢弃：权重保持原样。",
  returned:
    "层作为注意力返回的是左边的热图，即 dropout 之前的。返回中间那幅的代码，输出完全相同，所以不会报错；只是它的图里各行之和没有定数，而且每次调用都不一样。",
  averaged: (rolls) =>
    `${rolls} 次之后，平均又接近原来的权重：单次抽取是噪声，平均起来才是对的。测试时 dropout 是关掉的。`,
  how: "划线的是被丢弃的权重。",
  figure: "权重，一次 dropout 及其各行之和，以及多次的平均",
  corner: "查询",
};
