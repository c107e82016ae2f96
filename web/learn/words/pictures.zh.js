/** @import { Words } from "./phrases.js" */

/** @type {Words} */
export const questionsOfPictures = {
  patch_weights: {
    ask: ({ side, patch, heads }) =>
      `一幅 ${side} × ${side} 像素的图切成 ${patch} × ${patch} 的图块，前面加上 [CLS]。有 ${heads} 个头。注意力权重是什么形状？`,
    why: ({ count, answer }) => `${answer}：${count} × ${count} 个图块和 [CLS] 是词元，它们两两相问。`,
    wrong: {
      no_cls: () => "[CLS] 也是一个词元。",
      side: () => "那是铺在图上的一行。每个词元都有这样一行，其中也有 [CLS]。",
      pixels: () => "一个图块的像素合起来是一个词元。",
    },
  },
  sleeves: {
    ask: ({ picture }) => `把一幅图两侧最外的两列图块都涂黑。这时模型最常把 ${picture} 类的图叫作什么？`,
    why: ({ answer, share }) => `它把 1,000 幅测试图中的 ${(100 * share).toFixed(1)} % 叫作 ${answer}。`,
    wrong: {
      pullover: () => "使它成为 pullover 的东西就在那里：袖子。",
      dress: () => "它没有任何部分在这些列里：那里本来就是黑的。",
      bag: () => "大部分布料还在，而且它没有提手。",
      "T-shirt": () => "三分之一如此。更多的在它看来仍是 coat。",
    },
  },
};
