/** Words of a step's arithmetic, in Chinese. */
export const arithmetic = {
  again: "再看一遍",
  products: "乘积",
  productsAndBias: "乘积和偏置",
  powers: "exp(分数 − 最大)",
  sum: "和",
  divided: (/** @type {string} */ sum) => `各除以 ${sum}`,
  shows: {
    product: "一行与一列相遇：每一对数相乘，乘积相加。",
    softmax: "一行分数变成指数、它们的和，以及各自所占的份额。",
    mix: "各行的值按权重变淡，加成一行。",
    join: "所有头的各段滑到一起，成为一行。",
  },
};
