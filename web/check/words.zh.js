/** Words about a reader's arrays, in Simplified Chinese. */

/** @typedef {import("./words.js").Sizes} Sizes */
/** @typedef {import("./words.js").Told} Told */

const tuple = (/** @type {readonly number[]} */ shape) => `(${shape.join(", ")})`;

export const checkPage = {
  label: "你的数组，由 np.savez 写成（.npz）",
  stays: "选择文件，或拖放到这里。它只在此浏览器里读取，不会发往任何地方。",
  start: "保存 layer.npz 作为起点",
  see: "在图中显示这条错误路径",
  row: "关于这个错误：图示与公开报告",
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
  layout: {
    thirds: "融合的权重按三段读取：所有查询、所有键、所有值",
    heads: "融合的权重按头读取：每个头的 q、k、v",
    features: "融合的权重按每个特征的 q、k、v 相邻读取",
  },
  attnMask: {
    blocked: "attn_mask 按布尔读取：true 表示挡住，与 nn.MultiheadAttention 相同",
    allowed: "attn_mask 按布尔读取：true 表示可见，与 scaled_dot_product_attention 相同",
    added: "attn_mask 加到分数上",
  },
  kernel: {
    heads_first: "内核测试：q、k、v 按 (B, H, T, d) 读取",
    heads_last: "内核测试：q、k、v 按 (B, T, H, d) 读取",
    stacked: "内核测试：q、k、v 按 (B·H, T, d) 读取",
    merged: "内核测试：q、k、v 按 (B, T, H·d) 读取",
  },
  ropeStyle: {
    half: "旋转位置按「half」读取：i 与 i + d/2 成对",
    interleaved: "旋转位置按「interleaved」读取：2i 与 2i + 1 成对",
  },
  half: (/** @type {string} */ type) => `按 ${type} 的容差：同样的步骤逐步舍入到该类型时误差的两倍`,
  options: (/** @type {readonly string[]} */ names) => `带有 ${names.join("、")}`,
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
    normed: "归一化之后",
    turned: "旋转之后",
    cached: "含缓存的词元",
    capped: "软上限之后",
    biased: "ALiBi 之后",
    scores: "÷ √d_k 之前",
    scaled: "÷ √d_k 之后",
    masked: "÷ √d_k 和掩码之后",
  },
  where: (/** @type {{ at: readonly number[], theirs: string, ours: string }} */ { at, theirs, ours }) =>
    `在 [${at.join(", ")}] 为 ${theirs}，核心为 ${ours}`,
  expected: (/** @type {readonly string[]} */ shapes) => `应为 ${shapes.join(" 或 ")}`,
  noNumber: "不是数",
  comma: "，",
  or: "，或者：",
  right: (/** @type {number} */ count) =>
    count === 1 ? "保存的唯一一个数组一致。" : `保存的 ${count} 个数组全部一致。`,
  first: (/** @type {string} */ step) => `你的代码从 ${step} 开始与核心不一致。`,
  whole: (/** @type {string} */ name) => `已知的错误路径：${name}。它给出你保存的每个数组。`,
  partly: (/** @type {string} */ name, /** @type {string} */ again) =>
    `已知的错误路径：${name}。在 ${again} 你的数与它也不一致：先改这一处，再检查一次。`,
  also: (/** @type {readonly string[]} */ names) =>
    `在这个输入上，${names.join("，以及")} 会给出同样的数：请用更多的词元、批内样本或头再检查。`,
  beside: (
    /** @type {{ step: string, at: readonly number[], theirs: string, ours: string }} */ {
      step,
      at,
      theirs,
      ours,
    },
  ) => `${step}[${at.join(", ")}] 在你的文件里是 ${theirs}；核心是 ${ours}。`,
  uncompared: (/** @type {readonly string[]} */ names) =>
    `文件里还有 ${names.join("、")}，检查不认识它们：差异可能来自那里。`,
  computes: (/** @type {string} */ code) => `核心计算 ${code}`,
  unknown: "没有已知的错误路径给出这些数。",
  between: (/** @type {readonly string[]} */ names) =>
    `原因可能在 ${names.join("、")} 中的任何一步：请把这些数组也保存，再检查一次。`,
  unfit: "这个数组不可能有这样的形状。",
  rightly: (/** @type {string} */ code) => `正确：${code}`,
  ignored: (/** @type {readonly string[]} */ names) => `未比较：${names.join(", ")}。`,
};

/** The code of a causal mask. @param {Sizes} sizes */
const futureOf = ({ T, Tk }) => `torch.ones(${T}, ${Tk}).triu(${1 + Tk - T})`;

export const checkPaths = {
  mask_as_square: (/** @type {Sizes} */ { B, Tk }) => ({
    name: "填充掩码被当成 (T_q, T_k)",
    why: "每句话一行的掩码遇上了最后两个尺寸是查询和键的分数：查询 i 得到的是第 i 句的填充。",
    mend: `key_padding_mask.view(${B}, 1, 1, ${Tk})`,
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
  not_masked: (/** @type {Sizes} */ sizes) => ({
    name: "没有因果掩码",
    why: "文件遮住了未来，而每个查询都看得到它后面的键。",
    mend: `scores.masked_fill(${futureOf(sizes)}.bool(), -torch.inf)`,
  }),
  mask_diagonal: (/** @type {Sizes} */ sizes) => ({
    name: "掩码把对角线也遮住了",
    why: "没有查询看得到自己，第一个什么也看不到。",
    mend: `${futureOf(sizes)}，它保留对角线`,
  }),
  kv_tiled: (/** @type {Sizes} */ { H, kvHeads }, /** @type {Told} */ { of }) => ({
    name: `${of.length ? of.join("、") : "键和值"} 用 tile 重复，而不是 repeat_interleave`,
    why: `头 0 到 ${H / kvHeads - 1} 共用键的头 0；tile 却给头 i 键的头 i mod ${kvHeads}。`,
    mend: `k.repeat_interleave(${H / kvHeads}, dim=1), v.repeat_interleave(${H / kvHeads}, dim=1)`,
  }),
  qkv_by_heads: (/** @type {Sizes} */ sizes, /** @type {Told} */ { of: [stored, cut] }) => ({
    name: `融合的权重${LAYOUTS[stored]?.name}存放，却${LAYOUTS[cut]?.name}切开`,
    why: "融合矩阵的列有自己的顺序：按别的顺序切开，查询会得到键和值的列。",
    mend: `qkv${LAYOUTS[stored]?.code(sizes)}`,
  }),
  scale_factor: (/** @type {Sizes} */ { width }, /** @type {Told} */ { value }) => ({
    name: `分数处处是核心的 ${value} 倍`,
    why: `在每个查询和键上，你缩放后的分数与核心的只差一个系数 ${value}。`,
    mend: `scores / math.sqrt(${width})`,
  }),
  mask_future: (/** @type {Sizes} */ sizes) => ({
    name: "因果掩码留下一个未来的键可见",
    why: "每个查询都看得到自己之后的一个键：训练中的模型读到了它要预测的那个词元。",
    mend: `${futureOf(sizes)}，不是 triu(${2 + sizes.Tk - sizes.T})`,
  }),
  mask_filled: (/** @type {Sizes} */ _, /** @type {Told} */ { value }) => ({
    name: `挡住的分数填成 ${value}${value === "0" ? "（或像 1e-9 这样接近的数）" : ""}`,
    why: `softmax 给挡住的键 exp(${value} − 最大的分数)，它不是 0：挡住的键保留一份权重。`,
    mend: "scores.masked_fill(blocked, -torch.inf)",
  }),
  mask_on_queries: (/** @type {Sizes} */ { B, Tk }) => ({
    name: "填充掩码放在了查询上",
    why: "填充查询的行被挡住，而每个查询仍看得到填充的键。",
    mend: `key_padding_mask.view(${B}, 1, 1, ${Tk})`,
  }),
  mask_batches_first: (/** @type {Sizes} */ { B, H }) => ({
    name: "行按头在先，掩码按批在先",
    why: `(${H * B}, T, T) 的第 r 行是样本 r % ${B} 的头 r / ${B}，掩码却给了它样本 r / ${H}。`,
    mend: `mask.repeat(${H}, 1, 1)，用于头在先的行`,
  }),
  merge_mixes_batch: (/** @type {Sizes} */ { B, T, H, dV }) => ({
    name: "合并时混淆了批",
    why: "不同样本的头落在同一行：一句话读到别的句子的部分。",
    mend: `context.view(${B}, ${H}, ${T}, ${dV}).transpose(1, 2).reshape(${B}, ${T}, ${H * dV})`,
  }),
  mask_added_as_binary: (/** @type {Sizes} */ _, /** @type {Told} */ { of: [how] }) => ({
    name: MASKS[how]?.name,
    why: MASKS[how]?.why,
    mend: how === "added" ? "scores.masked_fill(attn_mask, -torch.inf)" : "scores + attn_mask",
  }),
  padding_ignored: (/** @type {Sizes} */ { B, Tk }) => ({
    name: "忽略了填充掩码",
    why: "每个查询都给填充分了权重，所以一句话的数取决于它所在批的长度。",
    mend: `scores.masked_fill(key_padding_mask.view(${B}, 1, 1, ${Tk}), -torch.inf)`,
  }),
  matrices_exchanged: (/** @type {Sizes} */ _, /** @type {Told} */ { of }) => ({
    name: `q、k、v 是用 ${of.join("、")} 算的`,
    why: "三个矩阵形状相同，任何一个放在另一个的位置都能运行。",
    mend: "q = x @ wQ + bQ, k = x @ wK + bK, v = x @ wV + bV",
  }),
  rope_style: (/** @type {Sizes} */ _, /** @type {Told} */ { of }) => ({
    name: `${of.length ? of.join("、") : "查询和键"} 按另一种配对方式旋转`,
    why: "一种方式把特征 i 与 i + d/2 一起转，另一种把 2i 与 2i + 1 一起转：形状和长度都一致，分数却不一致。",
    mend: "q 和 k 都按训练权重时的方式旋转",
  }),
  rope_axis: () => ({
    name: "按头的编号而不是词元的编号旋转",
    why: "旋转沿着头的轴读取位置：词元之间没有区别，各头之间却互相转开。",
    mend: "在 .transpose(1, 2) 之后旋转，位置沿 T；或让 cos 和 sin 的形状为 (1, T, 1, d)",
  }),
  rope_missing: (/** @type {Sizes} */ _, /** @type {Told} */ { of }) => ({
    name: `${of.length ? of.join("、") : "查询和键"} 没有旋转`,
    why: "没有旋转，分数就不取决于查询与键的距离。",
    mend: "在算分数之前 q, k = rotate(q), rotate(k)",
  }),
  causal_top_left: (/** @type {Sizes} */ { T, Tk }) => ({
    name: "因果掩码按左上角对齐",
    why: `${T} 个查询是 ${Tk} 个词元的最后几个：查询 0 在位置 ${Tk - T}，掩码却只让它看到键 0。`,
    mend: `torch.ones(${T}, ${Tk}).triu(1 + ${Tk - T})`,
  }),
  latent_style: (/** @type {Sizes} */ _, /** @type {Told} */ { of }) => ({
    name: `潜在注意力${of.length ? `（${of.join("、")}）` : ""}按另一种配对方式旋转`,
    why: "一种方式把特征 i 与 i + d/2 一起转，另一种把 2i 与 2i + 1 一起转。潜在层的旋转特征保持其检查点的顺序。",
    mend: "q 和 k 都按训练权重时的方式旋转",
  }),
};

/** @type {Readonly<Record<string, { name: string, code: (sizes: Sizes) => string }>>} */
const LAYOUTS = {
  thirds: {
    name: "按三段",
    code: ({ H, kvHeads, dK, dV }) => `.split([${H * dK}, ${kvHeads * dK}, ${kvHeads * dV}], dim=-1)`,
  },
  heads: {
    name: "按头",
    code: ({ B, T, H, kvHeads, dK, dV }) =>
      `.view(${B}, ${T}, ${kvHeads}, -1).split([${(H / kvHeads) * dK}, ${dK}, ${dV}], dim=-1)`,
  },
  features: { name: "按特征", code: ({ B, T, H, dK }) => `.view(${B}, ${T}, ${H}, ${dK}, 3).unbind(-1)` },
};

/** @type {Readonly<Record<string, { name: string, why: string }>>} */
const MASKS = {
  zero: {
    name: "加性掩码被当作二值掩码：为 0 处挡住",
    why: "加性掩码里的 0 表示可见；当作二值掩码，它挡住了一切可见的。",
  },
  nonzero: {
    name: "加性掩码被当作二值掩码：不为 0 处挡住",
    why: "本要加到分数上的数，挡住了它的键。",
  },
  added: {
    name: "布尔掩码被加到分数上",
    why: "挡住的分数加了 1，仍在其他分数之中。",
  },
};
