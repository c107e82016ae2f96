/** Words of the lab of the tensor network, in Chinese. */

/** @type {import("../lab-list.js").Title} */
export const networkTitle = {
  name: "张量网络",
  question: "画成张量网络：每个乘积对哪个指标求和，又留下哪些指标？",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").NETWORK>} */
export const labNetwork = {
  ready: "计算：",
  back: "退一步",
  again: "重新开始",
  figure: (nodes) => `层的张量网络，${nodes} 个节点。按 Enter 后用方向键逐个移动；再按 Enter 则缩并。`,
  legend:
    "方框是张量，每条腿是它的一个指标，颜色随轴。点击长虚线的节点或它的粗腿，就缩并它读的张量：沿粗腿求和，之后便消失。圆节点不连接任何腿。视图不是节点：q 的 n 接着读作 h 和 d。",
  shared: "虚线的指标共用一块内存：一组查询头读一个键头。",
  given: ({ name, shape }) => `${name} ${shape} 已给定。`,
  joined: ({ name, from, over, size, shape, flops }) =>
    `${name} 把 ${from} 沿 ${over} 相连：每个数是 ${size} 个积之和。留下 ${shape}，${flops} FLOP。`,
  bias: (bias) => `再加上 ${bias}。`,
  taken: ({ name, from, op, shape, flops }) =>
    `${name} 是 ${from} 经过 ${op}，不连接任何腿。留下 ${shape}，${flops} FLOP。`,
  waits: (names) => `还缺 ${names}。`,
  whole: "整个层成了一个节点：只剩输出的指标。",
  notation: "指标记法与 einsum",
  columns: ["指标", "轴", "大小", "在此"],
  here: { summed: "求和", stays: "保留" },
  corner: "节点",
  all: ["einsum", "读取", "求和指标", "形状", "FLOP"],
};
