/** Words about a reader's arrays, in Simplified Chinese. */

/** @typedef {import("./words.js").Sizes} Sizes */
/** @typedef {import("./words.js").Told} Told */

const tuple = (/** @type {readonly number[]} */ shape) => `(${shape.join(", ")})`;

export const checkPage = {
  label: "你的数组，由 np.savez 写成（.npz）",
  stays: "选择文件，或拖放到这里。它只在此浏览器里读取，不会发往任何地方。",
  start: "保存 layer.npz 作为起点",
  see: "在图中显示这条错误路径",
  reading: (/** @type {string} */ file) => `正在读取 ${file}……`,
  table: (/** @type {string} */ file) => `逐步：${file}`,
};

export const check = {
  layer: (/** @type {Sizes} */ { B, T, dModel, H, kvHeads, dK }) =>
    `x (B, T, d_model) = ${tuple([B, T, dModel])}；${H} 个头，${H === 1 ? "有" : "各有"} ${dK} 个特征` +
    (kvHeads < H ? `，共用 ${kvHeads} 个头的键和值` : ""),
  causal: {
    saved: "因果，文件是这样说的",
    guessed: "按因果读取，依据是权重为 0 的位置，或哪样最吻合；保存 causal=True 可以说明",
  },
  linear: "权重按 nn.Linear 的 (out, in) 读取：取其转置",
  columns: ["步骤", "形状", "相差", "结果"],
  agrees: "一致",
  partsHere: "首个差异",
  parts: "不一致",
  notSaved: "未保存",
  forms: {
    heads_last: "转置到头之前",
    stacked: "各头叠在批里",
    repeated: "对每个头重复",
    mean: "各头的平均",
    scores: "÷ √d_k 之前",
    scaled: "÷ √d_k 之后",
    masked: "÷ √d_k 和掩码之后",
  },
  where: (/** @type {{ at: readonly number[], theirs: string, ours: string }} */ { at, theirs, ours }) =>
    `在 [${at.join(", ")}] 为 ${theirs}，核心为 ${ours}`,
  expected: (/** @type {readonly string[]} */ shapes) => `应为 ${shapes.join(" 或 ")}`,
  noNumber: "不是数",
  comma: "，",
  right: (/** @type {number} */ count) =>
    count === 1 ? "保存的唯一一个数组一致。" : `保存的 ${count} 个数组全部一致。`,
  first: (/** @type {string} */ step) => `你的代码从 ${step} 开始与核心不一致。`,
  whole: (/** @type {string} */ name) => `已知的错误路径：${name}。它给出你保存的每个数组。`,
  partly: (/** @type {string} */ name, /** @type {string} */ again) =>
    `已知的错误路径：${name}。在 ${again} 你的数与它也不一致：先改这一处，再检查一次。`,
  unknown: "没有已知的错误路径给出这些数。",
  between: (/** @type {readonly string[]} */ names) =>
    `原因可能在 ${names.join("、")} 中的任何一步：请把这些数组也保存，再检查一次。`,
  unfit: "这个数组不可能有这样的形状。",
  rightly: (/** @type {string} */ code) => `正确：${code}`,
  ignored: (/** @type {readonly string[]} */ names) => `未比较：${names.join(", ")}。`,
};

export const checkPaths = {
  mask_as_square: (/** @type {Sizes} */ { B, T }) => ({
    name: "填充掩码被当成 (T_q, T_k)",
    why: "每句话一行的掩码遇上了最后两个尺寸是查询和键的分数：查询 i 得到的是第 i 句的填充。",
    mend: `key_padding_mask.view(${B}, 1, 1, ${T})`,
  }),
  dropped_attention: (/** @type {Sizes} */ _, /** @type {Told} */ { p }) => ({
    name: `返回的是 dropout 之后的注意力（p = ${p}）`,
    why: "有些权重为 0，其余的都按同一倍数 1 / (1 − p) 变大。这时显示或测量的，是一次抽样留下的注意力。",
    mend: "返回 dropout 之前的权重，并在评估模式下比较",
  }),
  scale_d_model: (/** @type {Sizes} */ { dModel, dK }) => ({
    name: "÷ √d_model",
    why: `每个点积有 ${dK} 项，即一个头的项数，却按 ${dModel} 项去除：权重过于平均，头越多越明显。`,
    mend: `scores / math.sqrt(${dK})`,
  }),
  scale_without_root: (/** @type {Sizes} */ { dK }) => ({
    name: "÷ d_k，没有开方",
    why: "d_k 项的点积离散程度按 √d_k 而不是 d_k 增长：除以整个 d_k，权重就过于平均。",
    mend: `scores / math.sqrt(${dK})`,
  }),
  scale_multiplied: (/** @type {Sizes} */ { dK }) => ({
    name: "× √d_k",
    why: "该除的地方乘了缩放：一个键几乎占去全部权重。",
    mend: `scores / math.sqrt(${dK})`,
  }),
  split_features_first: (/** @type {Sizes} */ { B, T, H, dK }) => ({
    name: `.reshape(${B}, ${T}, ${dK}, ${H})`,
    why: "每一行先按特征再按头切开：一个头得到每隔 H 列的一列，像发牌一样，而它的列本应相邻。",
    mend: `.view(${B}, ${T}, ${H}, ${dK}).transpose(1, 2)`,
  }),
  softmax_heads: () => ({
    name: "在头上做 softmax",
    why: "在 (B, H, T, T) 中，第 1 维是头：一对词的权重在各头上和为 1，而一行的和不是 1。",
    mend: "softmax(-1)，在键上做",
  }),
  masked_afterwards: () => ({
    name: "softmax 之后才掩蔽",
    why: "softmax 把权重分给了所有键，包括被挡住的，之后才把它们设为 0：每行的和小于 1。",
    mend: "scores.masked_fill(blocked, -torch.inf).softmax(-1)",
  }),
  transposed: (/** @type {Sizes} */ _, /** @type {Told} */ { of: [name] }) => ({
    name: `${name} 方向反了`,
    why: "矩阵是方的，所以它的转置也能运行。你的其他权重按保存的方向使用。",
    mend: `代码里写 ${name} 的地方改为 ${name}.T，写 ${name}.T 的地方改为 ${name}`,
  }),
  no_bias: (/** @type {Sizes} */ _, /** @type {Told} */ { of }) => ({
    name: `漏了 ${of.join(", ")}`,
    why: "保存了，却从未加上。",
    mend: of.map((name) => `+ ${name}`).join(", "),
  }),
  keys_ask: () => ({
    name: "用 K Qᵀ 代替了 Q Kᵀ",
    why: "热图转了过来：每个键在问，查询被问。",
    mend: "scores = q @ k.transpose(-2, -1)",
  }),
  no_output: () => ({
    name: "漏了 W_O",
    why: "输出只是各头的上下文并排放着：没有一个头听得到别的头。",
    mend: "output = concat @ wO + bO",
  }),
  not_masked: () => ({
    name: "没有因果掩码",
    why: "文件说是因果的，而每个查询都看得到它后面的键。",
    mend: "scores.masked_fill(torch.ones(T, T).triu(1).bool(), -torch.inf)",
  }),
  mask_diagonal: () => ({
    name: "掩码把对角线也遮住了",
    why: "没有查询看得到自己，第一个什么也看不到。",
    mend: "torch.ones(T, T).triu(1)，要有那个 1",
  }),
};
