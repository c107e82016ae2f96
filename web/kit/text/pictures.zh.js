import { groupDigits } from "./grouped.js";

/** Words in and around pictures, in Simplified Chinese. */

/** @typedef {import("./axes.js").Thing} Thing */

/** @param {number} n */
const count = (n) => groupDigits(n, "zh");

export const axes = {
  sentence: "句子",
  token: "词元",
  query: "查询",
  key: "键",
  head: "头",
  kvHead: "KV 头",
  feature: "特征",
  dimension: (/** @type {string} */ at) => `dim ${at} 的下标`,
  one: (/** @type {{ thing: Thing, from: number, of: number }} */ { thing, from, of }) =>
    `${axes[thing]} ${from}（共 ${of} 个）`,
  several: (/** @type {{ thing: Thing, from: number, to: number, of: number }} */ { thing, from, to, of }) =>
    `${axes[thing]} ${from} 到 ${to}（共 ${of} 个）`,
  sized: (/** @type {{ thing: Thing, n: number }} */ { thing, n }) => `${n} 个${axes[thing]}`,
  showing: (/** @type {string} */ parts) => `显示${parts}`,
  notation: (/** @type {string} */ letters) => `下标记法：${letters}`,
};

export const drawn = {
  before: "之前",
  after: "之后",
  head: "头",
  kvHead: "KV 头",
  sink: "汇",
  each: "各头按自己的最大值着色",
  all: "所有头共用一个色标",
  query: "谁在看 ↑",
  key: "看谁 →",
};

export const memory = {
  title: "内存",
  label: "内存，逐个元素。按 Enter 后用方向键沿着它移动。",
  point: "指向一个单元格，看它位于何处。",
  colour: "颜色：",
  colours: "单元格的颜色",
  byHead: "按头",
  byToken: "按词元",
  from: "读自",
  by: "读者",
  behind: (/** @type {string} */ id) => `${id} 背后的内存`,
  beside: (
    /** @type {{ thing: string, by: string, forward: boolean, same: boolean }} */ {
      thing,
      by,
      forward,
      same,
    },
  ) => `${forward ? "下一个" : "上一个"}${thing} ${by}${same ? "：同一处" : ""}`,
  one: (
    /** @type {{ names: readonly string[], floats: number, from: number | null, to: number }} */ {
      names,
      floats,
      from,
      to,
    },
  ) =>
    `一块缓冲区，${count(floats)} 个浮点数 · ${names.join("、")} 都在看它${
      from === null ? "" : ` · 显示 ${count(from)}–${count(to)}`
    }`,
  over: (/** @type {import("./memory.js").Copied} */ { old, floats, column, oldBlock }) =>
    `${old} 的缓冲区，全部 ${count(floats)} 个浮点数${column > 1 ? `（每列 ${count(column)} 个）` : ""}：每个${oldBlock}一块`,
  under: (
    /** @type {import("./memory.js").Copied} */ { fresh, newBlock, pieces, run, places, together, every },
    /** @type {boolean} */ selected,
  ) => {
    const moved = `${count(pieces)} 段，每段 ${count(run)} 个浮点数`;
    const paths = `从 ${count(places)} 处移到 ${count(together)} 处`;
    const rest = every > 1 ? ` · 其余每 ${every} 个${newBlock}只画一个` : "";
    const block = `${fresh} 的新缓冲区：每个${newBlock}一块 ·`;
    return selected ? [block, `：${moved}，${paths}${rest}`] : [`${block} ${moved}${rest}`, ""];
  },
};

export const compared = {
  right: "正确",
  wrong: "错误",
  refused: "被拒绝",
  nothing: "什么也没有算出",
  label: (/** @type {string} */ title) =>
    `${title}：正确与错误并排。按 Enter 后用方向键逐格移动；Page Up 和 Page Down 切换头。`,
  read: (/** @type {{ element: string, right: string, wrong: string }} */ { element, right, wrong }) =>
    `${element}：正确 ${right}，错误 ${wrong}`,
  struck: (/** @type {number} */ percent) => `位置错了，或偏差超过最大值的 ${percent} %`,
  memory: (/** @type {{ name: string, n: number }} */ { name, n }) => `内存中的 ${name}：每词一行，${n} 个数`,
  inColumns: (/** @type {{ head: string, from: number, to: number }} */ { head, from, to }) =>
    `${head}：每行的第 ${from === to ? from : `${from} 到 ${to}`} 列`,
  stretch: (/** @type {{ head: string, from: number, to: number }} */ { head, from, to }) =>
    `${head}：第 ${from === to ? from : `${from} 到 ${to}`} 个数`,
  scattered: (/** @type {{ head: string, n: number }} */ { head, n }) => `${head}：${n} 个数`,
  itsRow: (/** @type {number} */ row) => `其第 ${row} 行`,
  strip: (/** @type {number} */ n) => `同样的数在内存中，共 ${n} 个`,
  ofEvery: (/** @type {{ head: string, n: number }} */ { head, n }) => `${head} 含有每个词的 ${n} 个数。`,
  ofSome: (/** @type {{ head: string, parts: readonly string[] }} */ { head, parts }) =>
    `${head} 含有${parts.join("、")}。`,
  allOf: (/** @type {string} */ word) => `「${word}」的全部`,
  halfOf: (/** @type {string} */ word) => `「${word}」的一半`,
  someOf: (/** @type {number} */ n, /** @type {string} */ word) => `「${word}」的 ${n} 个数`,
  moreWords: (/** @type {number} */ n) => `另外 ${n} 个词`,
  numbersOf: (/** @type {{ from: number, to: number, word: string }} */ { from, to, word }) =>
    `「${word}」的第 ${from === to ? from : `${from} 到 ${to}`} 个数`,
  rowIs: (/** @type {number} */ row, /** @type {readonly string[]} */ parts) =>
    `其第 ${row} 行是${parts.join("、")}。`,
  byToken: "按词元：",
  more: (/** @type {number} */ n) => `另有 ${n} 个，颜色循环使用`,
  most: (/** @type {unknown} */ place, /** @type {string} */ head) => [
    "在",
    head,
    " 的 ",
    place,
    " 处最明显。",
  ],
  leave: "✕ 离开错误路径",
  rightOne: "正确",
  wrongOne: "错误",
  raised: "是否报错",
  none: "无",
  yes: "是",
  misplaced: "位置错误",
  part: (/** @type {{ n: string, of: string }} */ { n, of }) => `${n} / ${of}`,
  sees: (/** @type {string} */ head) => `${head} 看到的词元`,
  row: (/** @type {string} */ token) => `「${token}」一行之和`,
  rows: (/** @type {string} */ head) => `${head} 各行之和`,
  columns: "其各列之和",
  allRows: "所有头各行之和",
  attends: (/** @type {string} */ head) => `${head} 关注`,
  entropy: (/** @type {unknown} */ entropy, /** @type {unknown} */ nats) => ["其", entropy, "，", nats],
  entropyWord: "熵",
  nats: "奈特",
  span: (/** @type {string} */ least, /** @type {string} */ most) => `${least} 到 ${most}`,
  meanEntropy: "每行的平均熵，奈特",
  without: "不缩放",
  curve: (/** @type {readonly { width: number, scaled: string, unscaled: string }[]} */ points) =>
    `平均熵（奈特），缩放与不缩放，按 d_k。${points
      .map(({ width, scaled, unscaled }) => `d_k 为 ${width} 时：${scaled} 与 ${unscaled}`)
      .join("；")}`,
};

export const scenes = {
  query: "查询",
  queries: "查询",
  keys: "键",
  sum: "和",
  blend: (/** @type {string} */ token) => `${token} 是一个混合`,
  headSum: (/** @type {string} */ token) => `${token} 是各头之和`,
  identity: "W_O = 单位矩阵",
  pressStrip: "按一条：关掉该头",
  inSum: (/** @type {string} */ head) => `和中的${head}`,
  row: (/** @type {{ token: string, head: string | null }} */ { token, head }) =>
    `「${token}」${head === null ? "" : `，${head}`}`,
  columns: (/** @type {{ from: number, to: number, head: string }} */ { from, to, head }) => [
    `第 ${from} 到 ${to} 列`,
    `属于${head}`,
  ],
  rows: (/** @type {{ from: number, to: number, head: string }} */ { from, to, head }) => [
    `第 ${from} 到 ${to} 行`,
    `属于${head}`,
  ],
  asks: (/** @type {readonly string[]} */ tokens) =>
    tokens.length === 1 ? `「${tokens[0]}」看向` : `${tokens.map((each) => `「${each}」`).join("、")}的均值`,
  fewest: (/** @type {{ token: string, keys: number, percent: number }} */ { token, keys, percent }) =>
    `「${token}」：${percent} % 的权重只需 ${keys} 个键`,
  lengths: (
    /** @type {{ q: string, k: string, angle: string, dimensions: number }} */ { q, k, angle, dimensions },
  ) => `|q| ${q}，|k| ${k}，在全部 ${dimensions} 维中夹角 ${angle}`,
  noAngle: "不存在",
  kept: (/** @type {string} */ percent) => `平面保留了全部长度平方的 ${percent} %`,
  scales: "键：查询与键各用自己的比例尺",
  products: (/** @type {{ query: string, key: string }} */ { query, key }) =>
    `「${query}」的 q 乘「${key}」的 k，逐个特征`,
  added: "累加",
  addedIn: (/** @type {number} */ head) => `头 ${head} 中加上的数`,
  slope: (/** @type {string} */ slope) => `每隔一个词元 −${slope}`,
  turned: "特征成对，之前 → 之后",
  pairs: (/** @type {{ shown: number, of: number }} */ { shown, of }) => `显示 ${shown} / ${of} 对`,
  sumOf: "q · k 之和",
  root: (/** @type {number} */ width) => `，即 1/√${width}`,
  softmax: (/** @type {string} */ query) => `对「${query}」一行做 softmax`,
  done: (/** @type {{ op: string, from: string }} */ { op, from }) => `对 ${from} 做 ${op}`,
  features: (/** @type {{ from: number, to: number, of: number }} */ { from, to, of }) =>
    `显示 ${of} 个特征中的第 ${from} 到 ${to} 个；条形还在继续`,
  left: "剩余的头数",
  change: "输出的变化，‖Δy‖ / ‖y‖",
  inOrder: "按头的编号",
  leastFirst: "影响最小者优先",
  now: (/** @type {{ left: number, moved: string }} */ { left, moved }) => `现在：剩 ${left} 个，${moved}`,
  shared: "共有的权重",
  weight: "权重",
  difference: "差",
  mean: "平均",
  others: (/** @type {string} */ head) => `${head} − 其余的平均`,
  off: "关",
};

/** Words about how attention weights are coloured, and about the views of a head, in Chinese. */

/** @type {import("./words.js").Translated<typeof import("./looks.js").LOOKS>} */
export const looks = {
  scale: "色标：",
  scales: "各头是否共用一个色标",
  oneForAll: "共用",
  oneEach: "各自",
  values: "数值：",
  logs: "颜色怎样随权重变化",
  linear: "线性",
  log: "对数",
  colours: "配色：",
  Colours: "配色",
  colormaps: { blue: "蓝", viridis: "viridis", cividis: "cividis" },
  tabs: "这个头的视图",
  views: { map: "热图", arcs: "弧线", text: "文本", products: "q · k", plane: "平面" },
  view: ({ head, view }) => `${head}，${view}`,
};

/** Habits of heads, in Simplified Chinese. */
export const habits = {
  previous: (/** @type {string} */ v) => `前一个词元 ${v}`,
  next: (/** @type {string} */ v) => `后一个词元 ${v}`,
  first: (/** @type {string} */ v) => `第一个词元 ${v}`,
  diagonal: (/** @type {string} */ v) => `对角线 ${v}`,
  sameWord: (/** @type {string} */ v) => `同一个词 ${v}`,
  broad: (/** @type {string} */ v) => `均匀 ${v} 奈特`,
  near: (/** @type {string} */ v) => `邻近 ${v} 个词元`,
  none: "没有明确的角色",
  nothing: "什么也不关注",
  role: (/** @type {string} */ edge, /** @type {string} */ v) => `${edge} ${v}`,
  shorter: [
    ["词元", ""],
    [" 奈特", ""],
    [" 个", ""],
    ["没有明确的角色", "无角色"],
    ["同一个词", "同词"],
    ["前一个", "前"],
    ["后一个", "后"],
    ["第一个", "首"],
    ["对角线", "对角"],
    [" → 它的", " → "],
    [" → 判断用形容词", " → 形容词"],
    [/( → .+) [\d.,]+$/, "$1"],
    [/^.+ → /, ""],
  ],
  of: (/** @type {{ head: string, habit: string }} */ { head, habit }) => `${head}：${habit}`,
};

/** Names of heads, in Chinese. */

/** @type {import("./words.js").Translated<typeof import("./head-names.js").HEAD_NAMES>} */
export const headNames = {
  alone: (head) => `头 ${head}`,
  inLayer: (layer, head) => `层 ${layer}，头 ${head}`,
};
