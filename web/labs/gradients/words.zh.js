/** Words of the lab of gradients, in Chinese. */

/** @type {import("../lab-list.js").Title} */
export const gradientsTitle = {
  name: "梯度",
  question: "损失取决于哪些数？它是否照梯度所说的那样变化？",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").FORMULAS>} */
export const backwardFormulas = {
  linear: "∂{x} = ∂{y} · {w}ᵀ",
  matmul: ["∂{x} = ∂{y} · {other}ᵀ", "∂{x} = {other}ᵀ · ∂{y}"],
  scale: "∂{x} = {factor} · ∂{y}",
  mask: "∂{x} = ∂{y}，被屏蔽处为 0",
  softmax: "∂{x} = {y} ∘ (∂{y} − Σⱼ {y} ∘ ∂{y})",
  dropout: "∂{x} = ∂{y} ∘ 保留者 ÷ (1 − p)",
  rope: "∂{x} = ∂{y}，转回去",
  rope_half: "∂{x} = ∂{y}，转回去",
  rms_norm: "∂{x} = (w ∘ ∂{y} − {x} · 平均(w ∘ ∂{y} ∘ {x}) ÷ (平均 {x}² + ε)) ÷ √(平均 {x}² + ε)",
  softcap: "∂{x} = (1 − ({y} ÷ c)²) ∘ ∂{y}",
  alibi: "∂{x} = ∂{y}",
  sink: "∂{x} = ∂{y}，去掉汇的一列",
  concat: "∂{x} = ∂{y}，属于它的那部分",
  expand: "∂{x} = ∂{y}，对共用它的头求和",
  add: "∂{x} = ∂{y}",
  moved: "∂{x} = ∂{y}，取 {x} 的形状",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").GRADIENTS>} */
export const labGradients = {
  loss: "损失 L：",
  kinds: [
    ["number", "一个输出数"],
    ["row", "一个词元的输出行之和"],
    ["weight", "一个注意力权重"],
  ],
  token: "词元",
  column: "列",
  key: "键",
  head: "头",
  most: (most) => `列为 0 到 ${most}`,
  is: (what, value) => `L = ${what} = ${value}`,
  map: "每一站的 ∂L，按头排列；各用自己的以 0 为中心的色标。点按一个来放大。",
  station: (id) => `∂L/∂${id}`,
  start: "读取损失之处为 1，其余为 0。",
  none: "L 不依赖这个张量。",
  and: "对读取它的所有步骤求和",
  element: (id, index, value) => `∂L/∂${id}[${index.join(", ")}] = ${value}`,
  there: (id, value, gradient) => `那里 ${id} 为 ${value}，∂L/∂${id} 为 ${gradient}`,
  products: (products) => `${products} 个乘积之和`,
  nudge: "轻推一个权重",
  matrix: "属于",
  row: "行",
  by: "推",
  largest: "梯度最大处",
  place: (rows, columns) => `行为 0 到 ${rows - 1}，列为 0 到 ${columns - 1}`,
  table: ["", "梯度的预测", "重新运行"],
  moves: "L 移动",
  becomes: "此时 L 为",
  weight: (name, value, gradient) => `${name} 为 ${value}，∂L/∂${name} 为 ${gradient}。`,
  curve: "推动这个权重时的 L",
  line: "预测",
  run: "重新运行",
  why: "梯度是所站之处的斜率：近处它是对的，远处损失就弯离了它。",
  chart: "推动一个权重时的损失，以及它的梯度所代表的直线",
  figure: "层中每一站的损失梯度。按 Enter 后用方向键逐站移动。",
  large: (id) => `损失对 ${id} 的梯度`,
  corner: "元素",
  columns: ["梯度"],
};
