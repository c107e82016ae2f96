import { CHINESE, saying } from "./phrases.js";

/** @import { Words } from "./phrases.js" */

const { listed, wordsAt } = CHINESE;

/** @type {Words} */
export const questionsOfPaths = {
  view_words: {
    ask: ({ head, chip }) => `有人写了 q.view(${chip.join(", ")})，漏了转置。头 ${head} 里是哪些词？`,
    why: ({ answer }) =>
      `${answer}：视图只是沿着内存数，而内存是逐词元排列的。这个头得到的是其中连续的一段，切成了几行。`,
    wrong: {
      all: () => "正确的头有每个词的一片。这个头只有内存中连续的一段。",
      next: () => "接近了。请按头来数内存，每个头 T · d_k 个数。",
      own: () => "一个头占 T 片那么多内存，超过一个词。",
    },
    choice: wordsAt,
  },
  revealing_test: {
    ask: () => "只用 .view 来切头。下面哪个测试会失败？",
    why: () =>
      "交换：没有掩码和位置时，输出的行跟着词走。而在这里，一个头的各行是少数几个词的碎片，第 i 行不一定是第 i 个词的一片。",
    wrong: {
      shape: () => "视图的形状是对的，后面的形状也都对。",
      sums: () => "不管行里是什么，softmax 都使每行之和为 1。",
      one_head: () => "只有一个头时没有什么可切，视图是对的。",
    },
    choice: saying({
      swap: "交换 x 的两行：输出中同样的两行也交换",
      shape: "输出的形状与 x 相同",
      sums: "每行权重之和为 1",
      one_head: "只有一个头时，输出与正确的层相同",
    }),
  },
  leak_merge: {
    ask: ({ word, other, last }) =>
      `因果掩码，但合并各头时没有转置回来。「${word}」变成「${other}」。第 ${last} 行之前的哪些输出行会变？`,
    why: ({ answer }) => `${answer}。这时各行是按头逐个填的，所以最后一个词的上下文的片落到了前面词的行里。`,
    wrong: {
      none: () => "掩码守住了，但合并把后面的上下文放进了前面的行。",
      all: () => "有些行只有前面词的片。",
      next_to_last: () => "最后一个词在每个头里都有一片，它们散落在各行里。",
    },
    choice: (rows) => (rows.length ? listed(rows) : "没有"),
  },
  leak_view: {
    ask: ({ word, other, last }) =>
      `因果掩码，但切头时没有转置。「${word}」变成「${other}」。第 ${last} 行之前的哪些输出行会变？`,
    why: ({ answer }) => `${answer}。一个头里有最后一个词的好几行，其中一些站在掩码以为是前面词元的位置上。`,
    wrong: {
      none: () => "掩码按行起作用，而一行已经不再是一个词元。",
      all: () => "输出最前面的几行来自不含最后一个词的头。",
      next_to_last: () => "最后一个词被切成与头数一样多的行。",
    },
    choice: (rows) => (rows.length ? listed(rows) : "没有"),
  },
  symmetric: {
    ask: () => "有人省去了投影：查询、键和值都是 x。每个头的分数会怎样？",
    why: () =>
      "它们是对称的：一个词的查询与键相等，所以分数 (i, j) 与 (j, i) 相等。W_Q、W_K 和 W_V 永远学不到东西。",
    wrong: {
      as_before: () => "有了 W_Q 和 W_K，一个词元找的是一样，被找到凭的是另一样。",
      identity: () => "一个词元与自己有分数，与别的词元也有。",
      zero: () => "一个向量与自己的点积不是 0。",
    },
    choice: saying({
      symmetric: "S 等于它的转置",
      as_before: "没有影响，和以前一样",
      identity: "只剩下对角线",
      zero: "全部为 0",
    }),
  },
  fails_loudly: {
    ask: () => "这四个错误中，有一个第一次运行就会报错。是哪一个？",
    why: () => "没有 .contiguous() 的视图：没有哪一个步幅能走过两个轴。其余的都能运行，也能训练。",
    wrong: {
      view_without_transpose: () => "形状正是所要的，所以没有什么会抱怨。",
      merge_without_transpose: () => "形状对，次序错：它能运行。",
      softmax_axis: () => "两个轴都可以归一化。",
    },
    choice: saying({
      view_without_contiguous: "没有 .contiguous() 的 .view",
      view_without_transpose: "只用 .view 切头",
      merge_without_transpose: "合并各头时没有转置回来",
      softmax_axis: "沿查询做 softmax",
    }),
  },
};

/** @type {Readonly<Record<string, readonly [string, string]>>} */
const BUGS = {
  line_view: [
    "它能运行，也能训练一点。但头不是头。哪一行错了？",
    "只是一个视图。形状对，次序错：先拆分 .view(B, T, H, d_k)，再 .transpose(1, 2)。",
  ],
  line_merge: [
    "形状都对得上，但位置之间互相泄漏。哪一行错了？",
    "按内存的次序读各头。它前面应有转置回来和 .contiguous()。",
  ],
  line_contiguous: ["它第一次运行就报错。是哪一行？", "要求跨过不相邻的轴的视图。它前面应有 .contiguous()。"],
  line_scale: [
    "窄的头学得会，宽的头几乎学不会。哪一行之前少了东西？",
    "直接用了分数。在它之前应除以 √d_k，使分数的散布不随宽度增大。",
  ],
  line_raw: [
    "它能训练，稍差一些，有三个矩阵从不改变。哪一行错了？",
    "拆分的是 x 本身。投影被漏掉，所以 W_Q、W_K 和 W_V 从不改变。",
  ],
  line_axis: [
    "注意力的有些行之和远大于 1，有些远小于 1。哪一行错了？",
    "沿查询归一化。键是最后一个轴：softmax(-1)。",
  ],
  line_mask: [
    "损失好得可疑：每个词看见它后面的词，看不见前面的。哪一行错了？",
    "标出的是可以看的，而 masked_fill 挡住的正是被标出的。它应当用 triu(1)，而不是 tril()。",
  ],
};

/** @type {Words} */
export const questionsOfCode = Object.fromEntries(
  Object.entries(BUGS).map(([id, [asks, why]]) => [
    id,
    { ask: () => asks, why: ({ line }) => `${line} ${why}`, wrong: {} },
  ]),
);
