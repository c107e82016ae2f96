/** Words around the labs, and names of cost bars, in Chinese. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").LABS_SAY>} */
export const labs = {
  heading: "实验",
  about: "改动一样东西，看看会发生什么。",
  all: (n) => `全部 ${n} 个实验`,
  fewer: "收起",
  loading: "正在加载计算核心……",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").MEASURES>} */
export const labMeasures = {
  parts: { projections: "投影", scores: "QKᵀ", softmax: "缩放、softmax", values: "A V、拼接" },
  measures: {
    parameters: { name: "参数", unit: "" },
    flops: { name: "运算量", unit: "FLOP" },
    moved: { name: "内存读写", unit: "B" },
    held: { name: "占用内存", unit: "B" },
  },
  ratio: (ratio) => `× ${ratio}`,
  cell: (bar, part, value, share) => `${bar}：${part} ${value}，占条形的 ${share}`,
};
