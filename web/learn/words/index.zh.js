/** Words around a question, in Simplified Chinese; questions and lessons are in English. */
const quoteAnswer = (/** @type {string} */ text) => `「${text.slice(0, 40)}」`;

export const learn = {
  check: "这是我的答案",
  another: "换一题",
  show: "在图中显示",
  right: "对。",
  again: "还不对。再试一次。",
  wrong: (/** @type {string} */ answer) => (answer ? `不对：${answer}。` : "不对。"),
  read: (/** @type {readonly string[]} */ numbers) => `你的答案被读作 ${numbers.join(" 或 ")}。`,
  guess: "你的答案",
  field: "你的答案",
  answers: "答案",
  loading: "正在加载题目……",
  unknown: (/** @type {string} */ id, /** @type {readonly string[]} */ known) =>
    `question 「${id}」 不在可选之列：${known.join(", ")}`,
  lacking: (
    /** @type {{ tokens?: number, heads?: number, features?: number }} */ { tokens, heads, features },
  ) => {
    const least = [
      tokens && `${tokens} 个词元`,
      heads && `${heads} 个头`,
      features && `每个头 ${features} 个特征`,
    ].filter(Boolean);
    return least.length
      ? `这幅图太小，不适合这道题；至少需要 ${least.join("、")}。`
      : "这幅图不适合这道题；需要由本页自己的层做的自注意力。";
  },
};

export const unread = {
  number: (/** @type {string} */ text) =>
    `${text ? `${quoteAnswer(text)} 不是数` : "还没有写"}；请写一个数，例如 464、0.25、1/4 或 ln 12`,
  shape: (/** @type {string} */ text) =>
    `${text ? `${quoteAnswer(text)} 不是整数列表` : "还没有写"}；请按顺序写，例如 1, 8, 3, 6`,
  indices: (/** @type {string} */ text) =>
    `${text ? `${quoteAnswer(text)} 不是整数` : "还没有写"}；请用逗号分开，例如 4, 5, 6，或写成区间 4-6，或写 none`,
  choice: () => "还没有选；请选一个答案",
  line: () => "还没有选行；请选一行",
};
