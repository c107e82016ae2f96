/** Words of the walk, in Simplified Chinese. */
export const walk = {
  steps: "步骤",
  lanes: "支路",
  heads: "注意力头",
  stepping: "逐步播放",
  previous: "上一步",
  next: "下一步",
  play: "播放",
  pause: "暂停",
  at: (/** @type {{ at: number, of: number, name: string }} */ { at, of, name }) =>
    `第 ${at} 步，共 ${of} 步 · ${name}`,
  heard: (
    /** @type {{ at: number, of: number, title: string, id: string, sizes: readonly string[] }} */ {
      at,
      of,
      title,
      id,
      sizes,
    },
  ) => `第 ${at} 步，共 ${of} 步：${title}。${id}：${sizes.join("，")}。`,
  value: (/** @type {{ means: string, element: string, value: string }} */ { means, element, value }) =>
    `${means}：${element} 为 ${value}。`,
  attends: (/** @type {{ query: string, key: string, head: string }} */ { query, key, head }) =>
    `在${head} 里，「${query}」注意到「${key}」`,
  token: (/** @type {{ thing: string, word: string }} */ { thing, word }) => `${thing}「${word}」`,
  one: (/** @type {{ thing: string, at: number }} */ { thing, at }) => `${thing} ${at}`,
  picture: (/** @type {{ title: string, shape: readonly number[] }} */ { title, shape }) =>
    `${title}，${shape.join(" × ")}。按 Enter 后用方向键逐格移动；按住 Shift 则平移。`,
  further: "↓ 下面还有",
  work: "看怎么算",
  unwork: "回到图",
  exact: "看代码与内存",
  strides: "步幅",
  offset: "偏移",
  storage: "存储",
  view: "视图",
  copy: "副本",
  of: (/** @type {string} */ id) => `（${id} 的）`,
  not: "不",
  contiguous: "连续",
  cost: "开销",
  costs: (
    /** @type {{ elements: string, flops: readonly unknown[], bytes: string }} */ { elements, flops, bytes },
  ) => [elements, " 个元素 · ", ...flops, " · ", bytes, " 字节"],
  FLOPs: "FLOP",
  wrong: "试试写错：",
  costsWhat: "要花多少代价",
  attention: "注意力：",
  colours: "注意力的配色范围",
  toOne: "0 到 1",
  toLargest: "到最大值",
};

export const attention = {
  random: "权重是随机的：这些头关注什么，现在还没有任何意义。",
  own: "这些权重是外部给定的：本页不知道它们从何而来。",
  trained: "这些权重是为一套语法的词学出来的：空格所在的行看向答案所在之处；其余各行没有人读取。",
  checkpoint: "这些是所打开模型的权重，以及这一层对这段文字的真实输入。",
  language:
    "这些权重是从 World English Bible（英文圣经）和 WordNet 的释义与例句中学出来的。一个词片只看到自己和前面的词片。",
  role: (
    /** @type {{ name: string, edge: string, figure: string, sentences: number }} */ {
      name,
      edge,
      figure,
      sentences,
    },
  ) => `${name}：${edge}，占它权重的 ${figure}，按 ${sentences} 句计。`,
  window: (/** @type {number} */ after) => `在这一层里，一个词只看得到自己和它后面的 ${after} 个词。`,
  more: (/** @type {number} */ n) => `（另有 ${n} 条）`,
  most: (
    /** @type {{ token: unknown, strongest: readonly { key: unknown, head: string, weight: string }[] }} */ {
      token,
      strongest,
    },
  ) => [
    token,
    " 最关注的是",
    strongest.map(({ key, head, weight }, i) => [i ? "，以及 " : " ", key, `（${head}，${weight}）`]),
    "。",
  ],
  constructed: "一个词指代什么，这些头都不知道：那必须靠学习得来。",
};

export const code = {
  language: "语言",
  program: "程序",
  copy: (/** @type {string} */ language) => `复制完整的 ${language} 程序`,
  download: (/** @type {{ file: string, size: string }} */ { file, size }) =>
    `下载 ${file} ${size}：本页的数值，供程序读取`,
  name: (/** @type {{ text: string, id: string, shape: readonly number[] }} */ { text, id, shape }) =>
    `${text}：${id}，${shape.join(" × ")}`,
};

export const origin = {
  title: "这个数从哪里来",
  close: "✕ 关闭",
  what: "计算它所用到的一切，在之前的每一步里都保持描边。数很多时只追踪其中一个：求和则追踪最大的那个乘积。",
  among: (/** @type {string} */ n) => `${n} 个数，其中 `,
};

export const cost = {
  sizes: "规模",
  totals: "合计",
  stepwise: "逐步",
  here: "当前层",
  shapes: (/** @type {string} */ name) => `${name}，仅按形状计算：这里并不运行这么大的层。`,
  writes: (
    /** @type {{ given: readonly string[], copies: number, steps: number }} */ { given, copies, steps },
  ) =>
    `${given.join("、")} 是给定的。其余 ${steps} 步中有 ${copies} 步写内存，剩下的只是换一种方式去看。参数量与头数无关：每个头分到同样几个矩阵中的一份。`,
  parameters: "参数量",
  FLOPs: "FLOP",
  moved: "搬运的字节",
  held: "占用的字节",
  configured: "当前设置",
  oneFull: "一个全宽的头",
  allFull: "同样多的全宽头",
  step: "步骤",
  shape: "形状",
  storage: "存储",
  bytes: "字节",
  view: "视图",
  copy: "副本",
};

export const formulas = {
  "{x}": "{a} 的副本",
  "{a}": "{a} 的副本",
  "{sink}": "这个头的汇，一个学到的分数",
  "{x} | {fill}": "{x}，被屏蔽处为 {fill}",
  "exp {x} / Σ exp {a}": "softmax({x})，沿 {a}",
  "{x} · 1/(1 − {p}) | 0": "{x} · 1/(1 − {p})，被丢弃处为 0",
  input: "词的向量与位置的向量并排放置",
  given: "交给这一层的数",
  same: "与 {a} 是同一个数",
  unknown: (/** @type {string} */ op) => `由 ${op} 得到，本页不认识这个运算`,
  products: (/** @type {number} */ n) => `…（共 ${n} 个乘积）`,
};
