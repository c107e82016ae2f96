import { groupDigits } from "../../kit/text/grouped.js";
import { stepTitled } from "./memory.js";
import { saying, tuple } from "./phrases.js";

/** @import { Words } from "./phrases.js" */

/** @type {Words} */
export const questionsOfMemory = {
  swap_strides: {
    ask: ({ before }) =>
      `q_split 的步幅是 ${tuple(before)}。q_heads = q_split.transpose(1, 2) 的步幅是什么？`,
    why: ({ answer }) => `${answer}：两个轴交换了位置，两个步幅也随之交换。没有数被移动。`,
    wrong: {
      unchanged: () => "那样它就还是同一个张量：轴换了位置，步幅跟着轴走。",
      rewritten: () => "那是副本的步幅。转置什么也不复制。",
    },
  },
  offset: {
    ask: ({ index, strides }) =>
      `q_heads 的步幅是 ${tuple(strides)}。q_heads[${index.join(", ")}] 在它内存的什么位置？`,
    why: ({ index, strides, answer }) =>
      `${index.map((/** @type {number} */ i, /** @type {number} */ axis) => `${i} · ${strides[axis]}`).join(" + ")} = ${answer}。`,
    wrong: {
      in_order: () => "若数按轴的次序排列，它会在那里。但它们还是 q 留下的次序。",
      summed: () => "每个下标都要乘以它的步幅。",
    },
  },
  element_at: {
    ask: ({ offset, strides }) =>
      `q_heads 的步幅是 ${tuple(strides)}。偏移 ${offset} 处是它的哪个元素？请写出下标。`,
    why: ({ answer }) => `${answer}：先除以最大的步幅，再用余数继续。`,
    wrong: {
      in_order: () => "在按轴的次序排列的张量里是这样；这一个是转置后的视图。",
    },
  },
  writes: {
    ask: ({ steps: count }) => `整个过程有 ${count} 步。其中多少步把数写进新的内存？`,
    why: ({ answer }) => `${answer}：各个乘积、缩放、softmax，以及一次单纯的复制。其余都是视图。`,
    wrong: {
      all: () => "每一步有自己的形状，但视图没有自己的内存。",
      views: () => "那是视图的个数。",
    },
  },
  moves: {
    ask: () => "这四步中哪一步移动了数？",
    why: ({ bytes }) => `只有复制：它写了 ${groupDigits(bytes)} 字节。拆分、转置和拼接都是视图。`,
    wrong: {
      q_split: () => "一行被读作几个头：形状变了，别的都没变。",
      q_heads: () => "转置交换两个步幅。",
      concat: () => "到那时一个词元的各头已经并排，所以它是视图。",
    },
    choice: stepTitled,
  },
  copy_avoided: {
    ask: () => "W_O 之前的复制要花时间。下面哪一种不复制也得到同样的输出？",
    why: () => "对各头求和：concat 的一行乘以 W_O 正是这样的和，其中没有一项需要各头在内存里相邻。",
    wrong: {
      view: () => "这会被拒绝：没有哪一个步幅能走过头和特征两个轴。",
      reshape: () => "在无法用视图的地方它会复制，而且不说。",
      merge: () => "什么也没复制，但输出不同了：几个词的片落在同一行里。",
    },
    choice: saying({
      by_head: "把每个头的上下文乘以它自己的 W_O 的行，再相加",
      view: "用 .view 代替 .contiguous().view",
      reshape: "用 .reshape 代替 .contiguous().view",
      merge: "不先转置回来就用 .view",
    }),
  },
  view_allowed: {
    ask: () =>
      "context.transpose(1, 2).view(B, T, H · d_v) 在这里被拒绝：缺少 .contiguous()。什么时候它会被允许？",
    why: () => "只有一个头，或只有一个词元时：那时要合并的两个轴在内存里相邻。只用一个头的测试会通过。",
    wrong: {
      never: () => "这取决于步幅，而长度为 1 的轴没有什么可跨过。",
      always: () => "只有当外层步幅等于内层步幅乘以内层长度时，两个轴才能当作一个轴来读。",
      two_heads: () => "同一个词元的两个头相隔整整一个头。",
    },
    choice: saying({
      one_head: "只有一个头或一个词元时",
      never: "从不",
      always: "只要内存够，总是可以",
      two_heads: "头数为偶数时",
    }),
  },
  contiguous_after: {
    ask: () => "这四个中哪一个不连续？",
    why: ({ strides }) => `转置之后它的步幅是 ${tuple(strides)}：不再逐轴递减。`,
    wrong: {
      q_split: () => "切成头之后，一行仍然从前往后读。",
      context_c: () => "它刚按轴的次序写好。",
      concat: () => "它是刚按次序写好的内容的视图。",
    },
    choice: stepTitled,
  },
};
