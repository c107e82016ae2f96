/** Words of the lab of masks, in Chinese. */

/** @type {import("../lab-list.js").Title} */
export const maskTitle = {
  name: "掩码",
  question: "谁可以看谁？什么也不许看的词又会怎样？",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").MASK>} */
export const labMask = {
  causal: "因果",
  padding: "填充的词数",
  where: "它们位于：",
  sides: [
    ["start", "句首"],
    ["end", "句尾"],
  ],
  head: "头",
  corner: "查询",
  clear: "全部打开",
  block: (word) => `让「${word}」什么也看不到`,
  how: "点按掩码的单元格来屏蔽它，再按一次打开；拖动可以涂抹。圆点是你屏蔽的，斜线是所有被屏蔽的。",
  picture: {
    mask: "掩码",
    weights: (head) => `头 ${head} 的权重`,
    moved: "输出行的移动",
    movedShort: "移动",
    row: (word) => `「${word}」的一行，用三种方式填充`,
    fills: { nan: "−∞，同 PyTorch 的 softmax", large: "−1e9", zero: "−∞，空行为 0（此处）" },
  },
  sees: (word, seen, of) =>
    `「${word}」可以看 ${of} 个词中的 ${seen} 个。只要还剩一个词，三种填充的结果就相同。`,
  blind: (word, each) =>
    `「${word}」什么也不许看。填 −∞ 时它的 softmax 是 0 ÷ 0：PyTorch 的 softmax 让这一行成为 NaN（2.5 版起它的 scaled_dot_product_attention 给出 0），而 NaN 会传到损失和每一个权重。填 −1e9 时所有分数又都相等，它对每个被屏蔽的词一视同仁，各得 ${each}。在这里这一行为 0，这个词什么也不贡献。`,
  blindOverQueries: (/** @type {string} */ word) =>
    `「${word}」 什么都不能看。这里 softmax 在查询上做，它被挡住的分数从各列里分不到什么：三种填法下它的行都是 0，也没有 NaN 来提醒。`,
  cast: "一个掩码，用于所有的头",
  castTo: (shape) =>
    `你涂的是二维的，而分数是 (B, H, T_q, T_k) = ${shape}，所以每个头都重读一遍：沿步幅为 0 的轴，同一块内存被一看再看，什么也不复制。`,
  unmasked: "没有掩码：每个词都看得到每个词。",
  table: ["掩码", "形状", "在 (B, H, T_q, T_k) 上的步幅"],
  names: { causal: "因果 (T_q, T_k)", padding: "填充 (B, T_k)", painted: "涂抹 (T_q, T_k)" },
  slice: (batch, head, sentences) => (sentences > 1 ? `${batch}:${head}` : `头 ${head}`),
  leak: "最后一个词泄漏了吗？",
  leakHow: "把最后一个词的向量变号，再让这一层运行一遍。不许看这个词的行，就不该移动。",
  path: "这一层",
  right: "照应有的样子",
  reversed: "掩码：true = 可以看",
  sealed: "不该移动的行都没有移动：没有泄漏。",
  all: "每一行都可以看最后一个词，所以都可以移动。请先屏蔽一些。",
  leaks: (rows, count) =>
    count === 1
      ? `第 ${rows} 行移动了，而它不许看最后一个词：有泄漏。`
      : `第 ${rows} 行移动了，而它们不许看最后一个词：泄漏到了其中 ${count} 行。`,
  needsMask: "这条路径需要掩码，而现在没有。",
  refused: (message) => `计算核心在此不接受这条路径：${message}。`,
  figure: (queries, keys) =>
    `${queries} 个查询乘 ${keys} 个键的掩码，它留下的权重，以及每个输出行移动多远。按 Enter 后用方向键在掩码上移动；Enter 屏蔽或打开一个单元格。`,
  heads: "每个头所读到的掩码",
  paths: "这一层走哪条路径",
  most: (most) => `填充为 0 到 ${most}`,
};
