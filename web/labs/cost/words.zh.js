/** Words of the lab of costs, in Chinese. */

/** @type {import("../lab-list.js").Title} */
export const costTitle = {
  name: "开销",
  question: "多个头是免费的吗？文本很长时又会怎样？",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").COST>} */
export const labCost = {
  length: "词元数 T",
  heads: "头数",
  width: "d_model",
  beside: "对比：",
  besides: [
    ["one", "一个头"],
    ["full", "全宽的头"],
  ],
  sizes: "知名模型的尺寸",
  layer: (heads) => `${heads} 个头`,
  one: "1 个头",
  full: (heads) => `${heads} 个全宽的头`,
  crossing: (at, shown) => (shown ? `T = ${at}：注意力超过投影` : `注意力在 T = ${at} 时超过投影 →`),
  now: (now) => `T = ${now}`,
  about: (heads, dK, beside) =>
    beside === "one"
      ? `${heads} 个各有 ${dK} 个特征的头，对比一个与它们合起来一样宽的头：同样的矩阵，不同的切法。`
      : `${heads} 个各有 ${dK} 个特征的头，对比 ${heads} 个各与模型一样宽的头。`,
  said: ({ T, heads, beside, parameters, flops, moved, held }) =>
    `${T} 个词元时，${heads} 个头与 ${beside}相比，参数为 ${parameters} 倍，运算量为 ${flops} 倍，内存读写为 ${moved} 倍，占用内存为 ${held} 倍。`,
  meets: (at, dModel, isTwice) =>
    `从 T = ${at} 起，QKᵀ 与 A V 合起来的运算量与四个投影相当。d_model 为 ${dModel} 时，这就是${isTwice ? " 2 · d_model" : "计算核心找到之处"}，与头数无关。`,
  lesson:
    "「多头是免费的」：就参数而言是对的，就运算量而言也几乎是对的，就内存而言却不对，因为每个头都要写、缩放并读取自己的一幅 T × T 的图，除非像 FlashAttention 那样由一个融合核完成全部计算，不保存这幅图。",
  hint: "指向条形来读它的各部分；按 Enter 后用方向键逐个移动。",
  figure: "这一层的开销，按部分",
  corner: "开销",
  total: "合计",
};
