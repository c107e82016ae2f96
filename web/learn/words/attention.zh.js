import { shareSaid } from "../../kit/text/share.js";
import { CHINESE, saying } from "./phrases.js";

/** @import { Words } from "./phrases.js" */

const { listed, wordsAt } = CHINESE;

/** @type {Words} */
export const questionsOfAttention = {
  attends_to: {
    ask: ({ head, word }) => `在头 ${head} 里，「${word}」把大部分权重给了哪个词？`,
    why: ({ weight, answer }) => `${answer}得到 ${shareSaid(weight)}。沿着行读：列是被看的词。`,
    wrong: {
      itself: () => "那样填满的会是对角线。",
      before: () => "那是它前面的词；这个头看的是别处。",
      after: () => "那是它后面的词；这个头看的是别处。",
      first: () => "许多头看第一个词；这一行不是。",
    },
    choice: wordsAt,
  },
  left_over: {
    ask: ({ head, word, weight }) =>
      `在头 ${head} 里，「${word}」把它那一行的 ${weight.toFixed(2)} 给了一个词。其余所有词一共得到多少？`,
    why: ({ weight, answer }) => `1 − ${weight.toFixed(2)} 约为 ${answer}：一行是总额为 1 的预算。`,
    wrong: {
      same: () => "那是那一个词得到的。",
      one: () => "整行（包括这个词）才得到 1。",
      none: () => "权重可以接近 0，但从不为 0。",
    },
  },
  products: {
    ask: ({ dModel, heads }) => `d_model 是 ${dModel}，有 ${heads} 个头。一个分数是多少个乘积之和？`,
    why: ({ answer }) => `${answer}：头的每个特征一个。一个头只比较它的那一片。`,
    wrong: {
      whole: () => "每个头只比较整个宽度中属于它的一片。",
      heads: () => "各头在这里不相遇；每个头有自己的分数。",
      tokens: () => "那是一行里分数的个数。",
    },
  },
  even_entropy: {
    ask: ({ keys }) => `一行把权重平均分给 ${keys} 个键。它的熵是多少奈特？`,
    why: ({ keys, answer }) => `ln ${keys} = ${answer}：${keys} 个键所能有的最大值。0 是全落在一个键上。`,
    wrong: {
      none: () => "0 是只看一个键的行的熵。",
      count: () => "那是 e 的熵次幂：它看多少个键。",
      bits: () => "那是以比特计：log₂，而不是 ln。",
      share: () => "那是一个键的权重。",
    },
  },
  saturates: {
    ask: ({ width, narrow, before }) =>
      `在宽 ${narrow} 个特征的头里，除以 √d_k 时各行的熵为 ${before[0]} 奈特，不除时为 ${before[1]}。宽 ${width} 的头呢？`,
    why: ({ answer }) =>
      `${answer}。乘积越多，和的散布越大，softmax 几乎把全部给一个键，而已经做出决定的一行很难教。`,
    wrong: {
      no_matter: () => "不缩放时散布随 √d_k 增大：宽的头与窄的头不同。",
      other_way: () => "变大的是未缩放的分数，缩放过的不变。",
      both: () => "除以 √d_k 之后，分数在任何宽度下散布不变。",
    },
    choice: ([scaled, unscaled]) => `除时 ${scaled}，不除时 ${unscaled}`,
  },
  columns_sum: {
    ask: () => "softmax 误沿查询的方向计算。现在每个头里哪些和为 1？",
    why: ({ keys }) =>
      `各列的和：只有沿 softmax 的轴，和才是 1。一个头的 ${keys} 列合起来是 ${keys}，与各行本该有的一样；但一行可能分到比 1 多，也可能少。`,
    wrong: {
      rows: () => "行是每个查询所取的。softmax 没有沿着行计算。",
      both: () => "softmax 使一个轴的和为 1；另一个轴的和只会碰巧为 1。",
      neither: () => "每个 softmax 都使它所沿的轴的和为 1。",
    },
    choice: saying({ columns: "各列的和", rows: "各行的和", both: "两者", neither: "都不是" }),
  },
  blend_of: {
    ask: ({ word, token }) => `在因果掩码下，「${word}」（词元 ${token}）的上下文是多少个值行的混合？`,
    why: ({ token, answer }) => `${answer}：词元 0 到 ${token}。它也看到自己。`,
    wrong: {
      all: () => "没有掩码时才是全部。",
      before: () => "一个词元可以看到自己。",
      alone: () => "它也可以看到它前面的那些。",
    },
  },
  two_looks: {
    ask: ({ word, key, second }) =>
      `「${word}」关注「${key}」，也关注「${second}」，每次都给出大部分权重。这怎么可能？`,
    why: ({ head, other, key, second }) =>
      `在两个头里：${head} 把它给 ${key}，${other} 给 ${second}。一行是总额为 1 的预算；第二个头是第二份预算。`,
    wrong: {
      one_row: () => "一行的权重之和为 1：两个词不可能都超过一半。",
      sum: () => "不同头的权重不相加；各头的上下文并排放着。",
    },
    choice: saying({
      two_heads: "在两个不同的头里",
      one_row: "在一个头的一行里",
      sum: "各头把权重加起来",
    }),
  },
};

/** @type {Words} */
export const questionsOfFound = {
  positional: {
    ask: ({ heads }) =>
      `这 ${heads} 个头中，有多少个在至少 90 % 的（有前一词或后一词的）行里，把最大的权重给前一个词，或者给后一个词？`,
    why: ({ found, answer }) =>
      `${answer}${found.length ? `：头 ${listed(found)}。看第一个词或看自己的头不算在内` : ""}。`,
    wrong: {
      none: () => "请找对角线旁边的一条深色格子。",
      all: () => "有些看的是别处。",
    },
  },
  twin_heads: {
    ask: ({ one, other }) =>
      `头 ${other} 的 W_Q、W_K 和 W_V 与头 ${one} 相同。有人把它的 W_O 各行加到头 ${one} 的上面，再把它们置为 0。输出会怎样？`,
    why: () => "不变：两个上下文相等，所以 c W + c W′ = c (W + W′)。只是重复另一个头的头并不需要。",
    wrong: {
      half: () => "那些行被加上了，所以什么也没丢。",
      lost: () => "一个头通过它的 W_O 各行加到输出上，而它们保留在和里。",
    },
    choice: saying({ same: "保持不变", other: "改变", half: "减半", lost: "失去那个头所找到的" }),
  },
};

/** @type {Words} */
export const questionsOfWriting = {
  same_map: {
    ask: ({ one, other }) =>
      `头 ${other} 的 W_Q 和 W_K 与头 ${one} 相同，所以图也相同。W_V 和 W_O 仍是各自抽出的。两个头给输出加上什么？`,
    why: () => "各加各的。相同的图把同样的词按同样的份额混合，但值和 W_O 的行不同，而交出什么由它们决定。",
    wrong: {
      same: () => "图由 W_Q 和 W_K 产生。头所加的由 W_V 和 W_O 产生，而它们不同。",
      half: () => "头不共用一幅图：每个头有自己的行，和为 1。",
    },
    choice: saying({ same: "同样的东西", other: "各加各的", half: "各加一半" }),
  },
  circuit_rank: {
    ask: ({ width, heads, dV }) =>
      `d_model 是 ${width}，有 ${heads} 个头。对一个头，W_V 是 (${width}, ${dV})，W_O 是 (${dV}, ${width})，所以 W_V W_O 是 (${width}, ${width})。它的秩最大是多少？`,
    why: ({ width, answer }) =>
      `${answer}：乘积的秩不超过因子较窄的一边。一个头在 ${width} 维中的 ${answer} 维里读和写。`,
    wrong: {
      full: () => "矩阵有这么大。但它是经过窄窄的中间的乘积。",
      heads: () => "头的个数说明一个头有多窄。它的宽度是 d_model 除以这个数。",
      numbers: () => "两个因子有这么多个数。",
    },
  },
  added_logit: {
    ask: ({ value }) =>
      `一个头给一片的 logit 加 ${value}，给其余各片加 0。这一片的概率与任何另一片的概率之比变为多少倍？`,
    why: ({ value, answer }) => `${answer} = e^${value}：softmax 把加到分数上的变成比的因子。`,
    wrong: {
      sum: ({ value }) => `${value} 是在 softmax 之前加的。之后，和变成了乘积。`,
      two: () => "底是 e，不是 2。",
      one: () => "只有所有 logit 增加得一样多，比才不变。",
    },
  },
};
