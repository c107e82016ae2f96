/** What the labs are called, in Chinese, and the question that each answers. */

/** @type {typeof import("./words.js").LAB_WORDS} */
export const labWords = {
  mask: { name: "掩码", question: "谁可以看谁？什么也不许看的词又会怎样？" },
  softmax: { name: "Softmax", question: "分数为什么要除以 √d_k？" },
  gradients: { name: "梯度", question: "损失取决于哪些数？它是否照梯度所说的那样变化？" },
  dropout: { name: "Dropout", question: "dropout 对注意力权重做了什么？返回的又是哪一份权重？" },
  batch: { name: "批次", question: "两句长短不同的话放进同一批：谁可以看什么？" },
  layer: { name: "层", question: "d_k、d_v、偏置、合并的乘法，一个层需要哪些？各要付出多少？" },
  cost: { name: "开销", question: "多个头是免费的吗？文本很长时又会怎样？" },
  order: { name: "次序", question: "注意力知道词的先后次序吗？" },
  roles: { name: "角色", question: "谁在问，谁被问：两者若是同一个会怎样？" },
  build: { name: "搭建", question: "你能写出一个头的权重，让它找到你要的东西吗？一个头又做不到什么？" },
  chain: { name: "链式调用", question: "哪些调用能把这些数变成那个形状，而且每个数都在它该在的地方？" },
  network: { name: "张量网络", question: "画成张量网络：每个乘积对哪个指标求和，又留下哪些指标？" },
};

/** @type {typeof import("./words.js").LABS_SAY} */
export const labs = {
  heading: "实验",
  about: "改动一样东西，看看会发生什么。",
  loading: "正在加载计算核心……",
};

/** @type {typeof import("./words.js").MEASURES} */
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
