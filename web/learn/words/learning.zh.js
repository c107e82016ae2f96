import { saying } from "./phrases.js";

/** @import { Words } from "./phrases.js" */

/** @type {Words} */
export const questionsOfLearning = {
  even_loss: {
    ask: ({ words }) => `模型在学习之前，给可以填空的 ${words} 个词同样的概率。它的损失有多大？`,
    why: ({ words, answer }) =>
      `ln ${words} = ${answer}：概率是 1/${words}，对它取 −ln 就是 ln ${words}。只要猜得不比这更好，损失就停在那里。`,
    wrong: {
      share: () => "那是正确的词的概率。损失是对它取 −ln。",
      count: () => "那是词的个数。损失随它的对数增长。",
      zero: () => "只有既确定又正确的模型，损失才是 0。",
    },
  },
  what_followed: {
    ask: ({ words }) =>
      `「${words}」：归纳头寻找同一个词上一次出现时后面跟的是什么。词从 0 数起。最后一个词看哪一个？`,
    why: ({ word, followed, answer }) =>
      `${answer}，「${followed}」：它跟在第一个「${word}」后面，所以可能再次跟在后面。`,
    wrong: {
      same: () => "那是同一个词。这个头看的是它后面的词。",
      itself: () => "那是发问的词。",
      before: () => "那是看前一个词的头。",
    },
  },
  remove_head: {
    ask: ({ head, from, to }) =>
      `要去掉头 ${head}：把 W_O 的第 ${from} 到 ${to} 行置为 0，还是把 W_Q 和 W_K 的第 ${from} 到 ${to} 列置为 0？`,
    why: ({ head }) => `W_O 的行：这样头 ${head} 的上下文就乘以 0。没有查询时，这个头仍会交出各值的平均。`,
    wrong: {
      columns: () => "那样它的分数为 0，权重全都相同，各值的平均会继续传到 W_O。",
      both: () => "没有那些列，这个头仍会把一个平均加到输出上。",
    },
    choice: saying({ rows: "W_O 的行", columns: "W_Q 和 W_K 的列", both: "两者都行" }),
  },
  opposed_heads: {
    ask: ({ one, other }) =>
      `假设头 ${one} 和头 ${other} 给每个词加上同样的数，符号相反。去掉其中任何一个，输出都移动很远。两个都去掉呢？`,
    why: () => "不动：两个头加上的数互相抵消。单个头的影响说明不了几个头一起的影响。",
    wrong: {
      twice: () => "朝同一方向推的头才这样。这两个头互相抵消。",
      once: () => "去掉一个，另一个的数还留着。两个都去掉，就什么也不剩。",
    },
    choice: saying({ none: "它不动", twice: "它移动两倍远", once: "它移动得和去掉一个时一样远" }),
  },
  zero_queries: {
    ask: () => "一个头的 W_Q 的列为 0，W_K 的列不为 0。它的哪些梯度为 0？",
    why: ({ largest }) =>
      `只有 dW_K：它由查询算出，而查询为 0。dW_Q 由键算出，键不为 0，所以 dW_Q 最大达 ${largest.toPrecision(2)}：这个头还能学习。`,
    wrong: {
      queries: () => "W_Q 的梯度由键而来，而键不为 0。",
      both: () => "那样这个头就永远学不会；但 W_Q 的梯度由键而来。",
      neither: () => "两者之一要乘以为 0 的查询。",
    },
    choice: saying({ keys: "dW_K", queries: "dW_Q", both: "两者", neither: "都不是" }),
  },
  silent_feature: {
    ask: ({ feature }) => `假设 x 的特征 ${feature} 在每个词里都是 0。∂L/∂W_Q 在哪里为 0？`,
    why: ({ feature }) =>
      `在第 ${feature} 行：那里的数都是与这个特征的乘积之和。从不出现的特征，它的权重不会被任何损失训练。`,
    wrong: {
      column: () => "一列属于 q 的一个特征，x 的其他特征仍然能到达它。",
      all: () => "x 的其他特征不是 0，它们的行会得到梯度。",
      none: ({ feature }) => `在公式里，a = ${feature} 时和的每一项都乘以 0。`,
    },
    choice: (where, { feature }) =>
      saying({ row: `在第 ${feature} 行`, column: `在第 ${feature} 列`, all: "处处", none: "哪里都不为 0" })(
        where,
      ),
  },
  silenced_head: {
    ask: ({ head }) => `头 ${head} 乘以 0。它的四块（W_Q、W_K、W_V、W_O）中有多少块的梯度为 0？`,
    why: ({ answer }) =>
      `${answer}：它的上下文在去的路上乘以 0，它的梯度在回来的路上也乘以 0。关掉的头学不到东西。`,
    wrong: {
      none: () => "回到它那里的一切都要经过因子 0。",
      output_alone: () => "W_O 的各行看到的上下文为 0，更往回的梯度也是 0。",
      two: () => "四块都在那个因子之后。",
    },
  },
};
