import { saying, tuple } from "./phrases.js";

/** @import { Words } from "./phrases.js" */

/** Columns of a head, or every n-th column. @param {number[]} span @param {import("./phrases.js").Given} given */
const columns = ([from, to], { width }) =>
  to - from === width - 1 ? `第 ${from} 到 ${to} 列` : `从 ${from} 到 ${to}，每 H 列取一列`;

/** @type {Words} */
export const questionsOfShapes = {
  head_width: {
    ask: ({ dModel, heads }) => `d_model 是 ${dModel}，有 ${heads} 个头。一个头的查询有多少个特征？`,
    why: ({ dModel, heads, answer }) =>
      `各头分掉这个宽度：${dModel} / ${heads} = ${answer}。头越多，每个头越窄，数并不会变多。`,
    wrong: {
      whole: () => "那样每个头都有一份完整宽度的副本。所有头合起来才与模型同宽。",
      count: () => "那是头的个数，不是一个头的宽度。",
    },
  },
  cross_shape: {
    ask: ({ heads, queries, keys }) =>
      `一个有 ${queries} 个词元的句子问一个有 ${keys} 个词元的句子；有 ${heads} 个头。注意力权重是什么形状？`,
    why: ({ answer }) => `${answer}：(B, H, T_q, T_k)。每个头里，每个查询一行，每个键一列。`,
    wrong: {
      swapped: () => "行是查询，列是键：看的一方在前。",
      square: () => "只有自注意力才是方的。这里的键来自另一个句子。",
      no_heads: () => "每个头有自己的图，所以 H 是一个轴。",
      no_batch: () => "B 在最前面，即使批次里只有一个句子。",
    },
  },
  cross_output: {
    ask: ({ queries, keys }) => `${queries} 个词元关注 ${keys} 个词元。输出有多少行？`,
    why: ({ answer }) => `${answer}：每个发问的词元一行。被问的词元交出它们的值，不得到行。`,
    wrong: {
      keys: () => "被问的有这么多。每个发问的词元得到一行。",
      both: () => "两个句子并没有接起来：一个问另一个。",
      pairs: () => "有这么多对各有一个分数，但每行权重只产生输出的一行。",
    },
  },
  rows_of_attention: {
    ask: ({ word }) => `词「${word}」有多少行注意力权重？`,
    why: ({ answer }) =>
      `${answer}，每个头一行。一行是对「谁对我重要？」的一个回答；多个头给一个词多个回答。`,
    wrong: {
      one: () => "只有一个头时才是一行。每个头都有它的一行。",
      each_token: () => "那是一行里权重的个数。",
      all: () => "那是所有词合起来的行数。",
    },
  },
  head_columns: {
    ask: ({ head, heads, row }) => `q 有 ${row} 列，分给 ${heads} 个头。其中哪些列属于头 ${head}？`,
    why: ({ head, width, answer }) =>
      `${answer}：各头从一行里并排切出，每个 ${width} 列，头 ${head} 从 ${head} · ${width} 开始。`,
    wrong: {
      from_one: () => "头从 0 数起，所以它要再往后一个头才开始。",
      every: () => "那样一个头得到的是每 H 列中的一列。.view(T, H, d_k) 切出的是相邻的一块。",
      by_count: () => "这个头从 头 · d_k 开始，而不是 头 · H。",
    },
    choice: columns,
  },
  context_columns: {
    ask: ({ head, row }) => `concat 的一行有 ${row} 列。头 ${head} 的上下文在其中哪里？`,
    why: ({ head, width, answer }) =>
      `${answer}：在 头 ${head} · ${width} 处，也就是它的查询被切出的地方。各头按同样的次序放回去。`,
    wrong: {
      from_one: () => "头从 0 数起，所以它要再往后一个头。",
      every: () => "各头在一行里一个接一个，不是交错的。",
      by_count: () => "它在 头 · d_v 处；这一个是 头 · H。",
    },
    choice: columns,
  },
  keys_turned: {
    ask: ({ shape }) => `键的形状是 ${tuple(shape)}。k.transpose(-2, -1) 是什么形状？`,
    why: ({ answer }) => `${answer}：最后两个轴交换位置，使查询的特征与键的特征相遇。`,
    wrong: {
      unchanged: () => "那样 Q 的一行会遇到 K 的一行；乘积需要的是一列。",
      first_two: () => "−2 和 −1 从末尾数起：是最后两个轴。",
      all: () => "那是对全部取 .T；B 和 H 应留在原处。",
    },
  },
  same_shape: {
    ask: ({ shape }) => `x 的形状是 ${tuple(shape)}。这一层的输出是什么形状？`,
    why: () => "一样：输出可以加到输入上，也可以进入下一层。",
    wrong: {
      by_heads: () => "在 W_O 之前，各头又被并排放到了一起。",
      one_head: () => "不论头有多宽，W_O 都把这一行变回 d_model 个特征。",
    },
    choice: saying({ same: "一样", by_heads: "(B, H, T, d_k)", one_head: "(B, T, d_k)", other: "别的" }),
  },
};
