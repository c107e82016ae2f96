/** Words of the heads' page, in Simplified Chinese. */
export const heads = {
  all: "所有的头",
  heads: "注意力头",
  titled: (/** @type {{ head: string, what: string }} */ { head, what }) => `${head}：${what}`,
  scale: "缩放各头",
  rows: "一行是在看的词，一列是被看的词；一行之和为 1。",
  compare: "比较几个头",
  picking: "点选要比较的头",
  pick: "按住 Shift 点击，选出要比较的头。",
  bars: (/** @type {unknown} */ token) => ["条形：一个头为 ", token, " 的输出贡献多少。"],
  drag: "滑块缩放一个头，从关闭到 2×；双击回到 1×。",
  maps: (/** @type {{ heads: number, queries: number, keys: number }} */ { heads: of, queries, keys }) =>
    `${of} 个头的注意力，${queries} × ${keys}。按 Enter 后用方向键逐格移动；Page Up 和 Page Down 换头。`,
  sliders: "各头的缩放",
  slider: (/** @type {string} */ head) => `${head} 的缩放`,
  sliderAt: (/** @type {{ scale: number, share: string }} */ { scale, share }) =>
    `${scale === 0 ? "关闭" : `${scale} 倍`}；贡献输出的 ${share}`,
  picture: "每个头的注意力",
  looks: (/** @type {unknown} */ token) => ["「", token, "」看向"],
  more: (/** @type {{ rest: number, least: number | null }} */ { rest, least }) =>
    `另有 ${rest} 个${least === null ? "" : `，各小于 ${least}`}`,
  entropy: (/** @type {{ entropy: string, rows: number }} */ { entropy, rows }) =>
    `熵 ${entropy} 奈特，0 表示只看一个键；为 ${rows} 行的平均。`,
  query: "查询",
  askMore: "按住 Shift 点击可再加一个词元：均值。",
  does: {
    previous: (/** @type {string} */ v) => `权重的 ${v} 在前一个词元上。`,
    next: (/** @type {string} */ v) => `权重的 ${v} 在后一个词元上。`,
    first: (/** @type {string} */ v) => `权重的 ${v} 在第一个词元上。`,
    diagonal: (/** @type {string} */ v) => `权重的 ${v} 在对角线上，即与查询同一位置的键。`,
    sameWord: (
      /** @type {string} */ v,
      /** @type {{ rows: number, elsewhere: string }} */ { rows, elsewhere },
    ) => `权重的 ${v} 在同一个词上，按该词在别处也出现的 ${rows} 行计（在别处的为 ${elsewhere}）。`,
    broad: "它对一切几乎一视同仁。",
    near: (/** @type {string} */ v) => `平均看向相隔 ${v} 个词元之处。`,
    none: "它没有明确的角色。",
    role: (/** @type {{ figure: string, edge: string, sentences: number }} */ { figure, edge, sentences }) =>
      `${edge}，占它权重的 ${figure}，用 ${sentences} 句没有训练过的话测得。`,
    nothing: "它什么也不关注。",
  },
  large: (/** @type {string} */ head) => `${head}，放大 ↓`,
  spoken: "每个头做什么",
  circuits: "它看哪里，写什么",
  notes: (/** @type {number} */ n) => `（另有 ${n} 条）`,
  layer: (/** @type {unknown} */ choice, /** @type {number} */ of) => ["第 ", choice, ` 层，共 ${of} 层`],
};

export const measures = {
  previous: "在前一个词元上的权重",
  next: "在后一个词元上的权重",
  first: "在第一个词元上的权重",
  diagonal: "在自身上的权重（对角线）",
  sameWord: "在同一个词上的权重，含自身",
  elsewhere: "在别处同一个词上的权重",
  near: "相隔不超过 2 个词元的权重",
  entropy: "熵：0 表示只看一个键",
  distance: "所看之处的距离",
  nats: "奈特",
  tokens: "个词元",
};

export const asked = {
  order: "次序：",
  orders: "头的次序",
  byHead: "编号",
  byEffect: "去掉它的影响",
  adds: (/** @type {unknown} */ token) => ["每个头为 ", token, " 的输出贡献多少"],
  share: "占输出的份额",
  without: "没有它，输出移动",
  mute: "关",
  off: "已关闭",
  solo: "独奏",
  muteOne: (/** @type {string} */ head) => `关掉${head}`,
  soloOne: (/** @type {string} */ head) => `独奏：${head}`,
  addsTo: (/** @type {string} */ token) => `对 ${token} 的贡献`,
  column: "头",
  scaled: "缩放",
  moves: "没有它输出移动",
  stayed: (/** @type {string} */ refusal) => `${refusal}；各头保持原样。`,
  moved: (/** @type {{ whole: unknown, token: unknown, most: string }} */ { whole, token, most }) => [
    "输出移动了其范数的 ",
    whole,
    "，移动最多的是 ",
    token,
    `（${most}）。`,
  ],
  back: "所有的头回到 1",
  sums: "份额是相对于这个词当前的输出 y 而言的，头的部分为 c，则为 c · y / ‖y‖²：合计为 1。输出移动多远，即 ‖Δy‖ / ‖y‖，是对所有词计算的。",
  need: "这一层需要多少个头？",
  needs: (/** @type {{ least: string, order: string }} */ { least, order }) =>
    `头逐个去掉时输出移动多远。影响最小者优先：${least}。按编号：${order}。`,
  cut: "把它切掉",
  noneOff: "关掉一个头，不含它而效果相同的较小的层就会出现在这里。",
  allOff: "所有的头都关掉就没有层了：至少要留一个。",
  cutOut: (
    /** @type {{ heads: readonly string[], before: number, after: number, apart: unknown }} */ {
      heads: gone,
      before,
      after,
      apart,
    },
  ) => [
    `没有头 ${gone.join("、")}，这一层有 ${after} 个参数，而不是 ${before} 个：W_Q、W_K、W_V 少了${gone.length === 1 ? "这个头" : "这些头"}的列，W_O 少了它们的行。其输出与关掉后的层相同，`,
    apart,
    "。",
  ],
  same: "一个比特也不差",
  nearly: (/** @type {string} */ share) => `相差不过范数的 ${share}`,
  before: "之前",
  after: "之后",
  mistake: "经典的错误：",
  mistaken: (
    /** @type {{ head: string, before: string, after: unknown, even: boolean, still: unknown }} */ {
      head,
      before,
      after,
      even,
      still,
    },
  ) => [
    `把${head} 的 W_Q 和 W_K 置为 0，并不能去掉它。它的注意力`,
    even ? "本来就是均匀的（熵 " : `变得均匀（熵从 ${before} 到 `,
    after,
    " 奈特），而它仍然加上自己那些值的平均：输出长度的 ",
    still,
    "。真正关掉的头加的是 0。",
  ],
  measured: "它做什么，测量结果",
  meanOf: "求平均的量",
  figure: "数值",
  counted: "计入的行数",
  noQuery: "没有这样的查询",
  queries: (/** @type {string} */ name) => `${name} 的查询数`,
  alike: "两个头有多相似？",
  alikeLabel: (/** @type {number} */ of) => `${of} 个头两两共有的权重`,
  alikeShare: "两个头的权重有多大份额落在同样的键上。",
  alikePair: (/** @type {{ one: number, other: number, shared: unknown }} */ { one, other, shared }) => [
    `头 ${one} 和头 ${other} 的权重有 `,
    shared,
    " 落在同样的键上。",
  ],
  alikeMost: (/** @type {{ pair: unknown, shared: string }} */ { pair, shared }) => [
    "最相似的是",
    pair,
    `（${shared}）。点击一对，把它们并排显示。`,
  ],
  pair: (/** @type {readonly number[]} */ [one, other]) => `头 ${one} 和头 ${other}`,
  beside: (/** @type {readonly number[]} */ picked) => `头 ${picked.join("、")} 并排`,
  besideLabel: (/** @type {readonly number[]} */ picked) =>
    `头 ${picked.join("、")} 的热图，以及它们的平均与差`,
  close: "关闭",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-circuits.js").HEAD_CIRCUITS>} */
export const headCircuits = {
  ranks: ({ head, sizes, looks, writes }) =>
    `对${head}，W_Q W_Kᵀ 说明它看哪里，W_V W_O 说明它写什么：${sizes} 的矩阵，秩至多为 ${looks === writes ? looks : `${looks} 和 ${writes}`}。两者都通过因子读取，从不整个算出。`,
  token: "词元",
  looksFor: "寻找",
  writes: "被看时写入",
  copying: "每个头的复制得分",
  copyingWhat: "从 −1 到 1：W_V W_O 的特征值有多正。接近 1 时，头会再写一遍它所看的内容。",
  tooLarge: "W_V W_O 的特征值从略：头太大，无法立刻求出。",
  how: {
    cosines:
      "只看权重和这一层读取的行，不含掩码、旋转位置、查询和键的归一化以及偏置。「寻找」：softmax 之前的分数。「写入」：所写内容与每个查询词元的行之间的余弦，从 −1 到 1。",
    logits:
      "只看权重和这一层读取的行，不含掩码、偏置和后面的归一化。「寻找」：softmax 之前的分数。「写入」：输出矩阵由此得到的 logit，高出所有词平均值的部分。",
  },
  latent: "在潜在注意力中，头没有自己的键矩阵，因此它的回路没有这样的因子。",
};
