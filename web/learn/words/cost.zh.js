import { groupDigits } from "../../kit/text/grouped.js";
import { CHINESE, saying, tuple } from "./phrases.js";

/** @import { Words } from "./phrases.js" */

const { listed } = CHINESE;

/** @type {Words} */
export const questionsOfCost = {
  more_arithmetic: {
    ask: ({ dModel, heads, tokens, percent }) =>
      `d_model ${dModel}，${tokens} 个词元：从 ${heads} 个头到 ${2 * heads} 个头，运算增加 ${percent.toFixed(1)}%。哪些步骤算得更多？`,
    why: () => "缩放和 softmax：它们处理每张图的每个数，而图的数量翻了一倍。",
    wrong: {
      projections: () => "不管怎么切，四个矩阵大小不变。",
      products: () => "图多了一倍，但每个查询与键的乘积短了一半。",
      all: () => "投影不变，而图变多时乘积变短。",
    },
    choice: saying({
      projections: "四个投影",
      products: "查询乘键，以及权重乘值",
      numbers: "缩放和 softmax",
      all: "全部，各多一点",
    }),
  },
  dearest: {
    ask: ({ dModel, heads }) => `d_model ${dModel}，4096 个词元。从一个头到 ${heads} 个头：哪一项增长最多？`,
    why: ({ grown }) =>
      `内存读写，${grown.bytes.toFixed(1)} 倍：每个头都有自己的图。FLOP 增长 ${grown.flops.toFixed(3)} 倍，参数完全不增。`,
    wrong: {
      parameters: () => "无论有多少个头，参数都不变。",
      flops: () => "几乎不变：乘积更窄，但更多。",
    },
    choice: saying({ parameters: "参数", flops: "运算量", bytes: "读写的字节" }),
  },
  equal_bills: {
    ask: ({ dModel }) => `d_model 是 ${dModel}。多少个词元时，QKᵀ 与 A V 的运算量等于四个投影的运算量？`,
    why: ({ dModel, answer }) =>
      `${groupDigits(Number(answer))} = 2 · ${dModel}。少于它时投影的账更大，多于它时注意力的账更大。`,
    wrong: {
      width: () => "注意力有两个乘积，投影有四个：需要它的两倍。",
      head: () => "头的宽度会约去：所有头合起来与模型同宽。",
      square: () => "一笔账随 T 增长，另一笔随 T 的平方增长：它们相遇得早得多。",
    },
  },
  grouped_shape: {
    ask: ({ dModel, heads, shared, T }) =>
      `d_model ${dModel}，${heads} 个头，${shared} 个键/值头，${T} 个词元。W_K 算出的 k 是什么形状？`,
    why: ({ shared, answer }) => `${answer}：W_K 只为 ${shared} 个头算特征。`,
    wrong: {
      as_queries: () => "查询才这么宽。键只为共用的头而算。",
      by_head: () => "还没有拆分：每个词元一行。",
      one: () => "只有一个键/值头（多查询）时才是这样。",
    },
  },
  grouped_stride: {
    ask: ({ shared, times }) =>
      `${shared} 个键头各由 ${times} 个查询头读取：k 沿一个长度为 ${times} 的轴扩展。那个轴的步幅是多少？`,
    why: () => "0：沿它走一步仍在原处。键被重复，却没有被复制。",
    wrong: {
      one: () => "那样每次重复都会是下一个特征。",
      head: () => "那会是另一个头的键；这里是同一个头的。",
      times: () => "那是它的长度，不是步幅。",
    },
  },
  grouped_parameters: {
    ask: ({ heads, shared, dModel, full }) =>
      `有 ${heads} 个头时，d_model 为 ${dModel} 的层有 ${groupDigits(full)} 个参数。有 ${shared} 个键/值头时有多少？`,
    why: ({ heads, shared, answer }) =>
      `${groupDigits(Number(answer))}：W_K 和 W_V 缩小到 ${shared}/${heads}，W_Q 和 W_O 不变。`,
    wrong: {
      unchanged: () => "W_K 和 W_V 现在算的特征更少。",
      all_shared: () => "四个矩阵中只有两个缩小。",
      half: () => "四个矩阵中有两个缩小，但不会消失。",
    },
  },
  whose_keys: {
    ask: ({ heads, shared, head }) => `${heads} 个头，${shared} 个键/值头。头 ${head} 读谁的键？`,
    why: ({ heads, shared, head, answer }) =>
      `${answer}：相邻的头共用。每组有 ${heads / shared} 个头，⌊${head} / ${heads / shared}⌋ = ${answer}。`,
    wrong: {
      in_turn: () => "头不是轮流分配的：相邻的共用一个。",
      own: () => "没有这个键/值头：它们比较少。",
    },
  },
  unwritten_maps: {
    ask: ({ heads, T }) =>
      `${heads} 个头，${groupDigits(T)} 个词元，每个数 2 字节。FlashAttention 从不写出的、一层的权重有多少 MiB（2²⁰ 字节）？`,
    why: ({ heads, T, answer }) =>
      `${answer}：${heads} 幅图，各有 ${groupDigits(T)} · ${groupDigits(T)} 个 2 字节的数。`,
    wrong: {
      one_head: () => "那是一个头的图。",
      numbers: () => "那是数的个数，以 2²⁰ 为单位。每个数有 2 字节。",
      line: () => "那是每幅图的一行。",
    },
  },
  cache_bytes: {
    ask: ({ layers, shared, dK }) =>
      `一个模型有 ${layers} 层，每层有 ${shared} 个键/值头，每个头 ${dK} 个特征，保存 2 字节的数。它的缓存为一个词元保存多少字节？`,
    why: ({ layers, shared, dK, answer }) =>
      `${groupDigits(Number(answer))} = 2 · ${layers} · ${shared} · ${dK} · 2：每层、每个键/值头的键和值。`,
    wrong: {
      keys: () => "那是键。值也要保存。",
      one_layer: () => "那是一层。每层有自己的键和值。",
      numbers: () => "保存的数有这么多个。每个有 2 字节。",
    },
  },
};

const millions = (/** @type {number} */ value) => `${(value / 1e6).toFixed(1)} 百万`;

/** @type {Words} */
export const questionsOfBlock = {
  attention_parameters: {
    ask: ({ name, layers, dModel, heads }) =>
      `${name} 有 ${layers} 个块，d_model 为 ${dModel}，${heads} 个头。它所有的注意力有多少参数？`,
    why: ({ layers, dModel, answer }) =>
      `${answer}：${layers} 个块中，每块有四个 ${dModel} · ${dModel} 的矩阵和它们的四个偏置。`,
    wrong: {
      one: () => "那是一个块的。",
      feed_forward: () => "前馈网络里有这么多。",
      each: () => "各头分用这些矩阵：每个头有自己的列，没有自己的副本。",
    },
    choice: millions,
  },
  cross_batch: {
    ask: ({ B, queries, keys, dModel, heads }) =>
      `一个批次有 ${B} 项：${queries} 个词元的解码器问 ${keys} 个词元的编码器；d_model ${dModel}，${heads} 个头。权重是什么形状？`,
    why: ({ B, queries, dModel, answer }) =>
      `${answer}：(B, H, T_q, T_k)。输出是 ${tuple([B, queries, dModel])}：每个查询一行。`,
    wrong: {
      swapped: () => "行是查询：解码器的长度在前。",
      output: () => "那是输出的形状。",
      no_heads: () => "那是 PyTorch 默认返回的：对各头取的平均。",
      no_batch: () => "B 也是一个轴。",
    },
  },
  needed_words: {
    ask: ({ sentence, word }) => `把「${sentence}」译成法语，第一个词是 ${word}。${word} 需要哪些英语词？`,
    why: ({ determiner, noun }) =>
      `${determiner} 说明是哪个限定词；法语里由 ${noun} 选定形式：按它的性、数，以及是否以元音开头。`,
    wrong: {
      alone: ({ determiner }) => `${determiner} 在法语里有几种形式。由什么来选定？`,
      noun: ({ noun, determiner }) => `${noun} 选定形式。但那是什么的形式？只有 ${determiner} 说得出。`,
      neighbour: () => "中间的词并不选定形式：它自己也要配合。",
    },
    choice: (/** @type {readonly number[]} */ at, { words }) => listed(at.map((i) => words[i])),
  },
  crossings: {
    ask: ({ sentence, french }) =>
      `上面是「${sentence}」，下面是「${french}」，从每个法语词到它所译的英语词画一条线。有多少对线相交？`,
    why: ({ answer }) =>
      `${answer}：${answer === "1" ? "有两个词" : "有这么多次，两个词"}交换了位置。法语把多数形容词（包括颜色）放在名词后面，把代词放在动词前面。`,
    wrong: {
      none: () => "那样词的次序就相同了。",
      moved: () => "有这么多词移动了。一次相交是一对线。",
    },
  },
  silent_block: {
    ask: () => "W_O 的数全为 0。输出 = x + attention(x) 交出什么？",
    why: () => "x 本身：注意力什么也没加，流从它旁边经过。所以没有东西可加的块不会造成损害。",
    wrong: {
      zeros: () => "注意力给出的是 0，但它们要加到 x 上。",
      mean: () => "值的平均进入 W_O，并乘以 0。",
      double: () => "x 只加一次。注意力加的是 0。",
    },
    choice: saying({ x: "x，不变", zeros: "全是 0", mean: "所有词的平均", double: "2 x" }),
  },
  kept_weight: {
    ask: ({ weight, p }) =>
      `dropout 以 ${p} 的概率把每个权重置为 0，并把留下的除以 1 − ${p}。一个 ${weight} 的权重留下了。它这时有多大？`,
    why: ({ weight, p, answer }) =>
      `${weight} / (1 − ${p}) = ${answer}：平均而言，每个权重与没有 dropout 时一样大。单独一行的和不再是 1。`,
    wrong: {
      same: () => "那样权重平均会太小：有些被置为 0。",
      smaller: () => "是除以，不是乘以：留下的要补上去掉的。",
      share: () => "那是被去掉的概率。",
    },
  },
};
