/** Words of the lab of a layer's sizes, in Chinese. */

/** @type {import("../lab-list.js").Title} */
export const layerTitle = {
  name: "层",
  question: "d_k、d_v、偏置、合并的乘法，一个层需要哪些？各要付出多少？",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").LAYER>} */
export const labLayer = {
  turns: "这一层",
  dK: "d_k",
  dV: "d_v",
  bias: "偏置：",
  biases: [
    [false, "无"],
    [true, "四个"],
  ],
  fused: "Q、K、V：",
  products: [
    [false, "三次乘法"],
    [true, "一次乘法"],
  ],
  again: "恢复所示的层",
  walk: "逐步走这一层",
  hindrance: {
    given: "这些权重是给定的，d_k、d_v 和偏置也随之而定：能改的只是用几次乘法得到 Q、K、V。",
    cross: "键和值来自第二句话，所以一次乘法得不出全部三个。",
    latent: "键和值由潜向量得到，所以一次乘法得不出全部三个。",
  },
  refused: (message) => `计算核心不接受这样的层：${message}。`,
  layer: "这一层",
  plain: "普通层",
  mixed: "× 权重",
  whole: (shape) => `qkv ${shape}`,
  figure: "层的各个矩阵及其产物，特征数按比例画出，以及与普通层相比的开销",
  hint: "宽度是特征数，按比例。指向矩阵、张量或条形来读它；按 Enter 后用方向键逐个移动。",
  matrix: (name, shape, parameters) => `${name}，${shape}：${parameters} 个参数`,
  input: (name, shape) => `${name}，${shape}：输入的句子`,
  tensor: (name, shape, { view, flops, moved }) =>
    `${name}，${shape}：${view ? "视图，什么都没有移动" : `副本，用 ${flops} FLOP 得到；读写 ${moved} 字节`}`,
  said: ({ dK, dV, dModel, heads, parameters, flops, moved, held }) =>
    `d_model = ${dModel} 时，${heads} 个头、d_k = ${dK}、d_v = ${dV}，与普通层相比，参数为 ${parameters} 倍，运算量为 ${flops} 倍，内存读写为 ${moved} 倍，占用内存为 ${held} 倍。`,
  plainIs: "普通层是指 d_k = d_v = d_model / 头数，没有偏置，三次乘法。",
  sizes:
    "W_O 把 H · d_v 列带回 d_model，所以两者都不必整除它。d_k 决定查询能把键分辨得多细，d_v 决定一个头能说多少。",
  fusedHeading: "一次乘法还是三次",
  same: (equal, numbers) =>
    equal === numbers
      ? `用同样的权重把两种都运行了：输出的全部 ${numbers} 个数完全相同，一个比特也不差。不同的是 x 只读一遍，而且 q、k、v 是同一块内存的视图。`
      : `用同样的权重把两种都运行了：输出的 ${numbers} 个数中有 ${equal} 个完全相同，一个比特也不差。`,
  biasHeading: "每个偏置做什么",
  drawn: "它们从 0 开始；这里在 −½ 和 ½ 之间抽取，这样才看得出什么。去掉一个，输出最多移动：",
  given: "去掉一个，输出最多移动：",
  names: { bQ: "b_Q", bK: "b_K", bV: "b_V", bO: "b_O" },
  nothing: "舍入",
  keys: "b_K 给一行的每个分数加上同样的数，softmax 又把它消掉：这一层不需要它。",
  folded: (folded) =>
    `一行的权重之和为 1，所以 b_V 给每个词元加上同样的东西：把 b_O 加上这么多，去掉 b_V，输出相差不过 ${folded}，那只是舍入。`,
  none: "打开偏置，看看四个之中少了哪个输出会变。",
  corner: "层的",
  columns: ["这一层", "普通层", "×"],
  shapeOf: (id) => `${id} 的形状`,
};
