/** Words of the lab of the order of words, in Chinese. */

/** @type {import("../lab-list.js").Title} */
export const orderTitle = {
  name: "次序",
  question: "注意力知道词的先后次序吗？",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").ORDER>} */
export const labOrder = {
  positions: "位置：",
  ways: [
    [false, "关"],
    [true, "开"],
  ],
  again: "重新打乱",
  straight: "输出，词按原序",
  shuffled: "输出，词已打乱",
  apart: "放回原位后的差",
  apartShort: "差",
  largest: "每一行放回原位之后的最大差",
  follows:
    "行跟着词走。放回原位，剩下的只有舍入：按另一种次序求和，末位数字会不同。对这一层来说，句子是一袋词。",
  stays: "行不跟着词走。每个词的向量说明了它在哪里，所以换了地方，它问的不同，被找到的方式也不同。",
  masked:
    "行不跟着词走，虽然没有哪个向量说明它的词在哪里。说明这一点的是因果掩码：一个词看得到它前面的词，换了地方，前面的词就不同了。",
  lesson:
    "点积和 softmax 里没有什么知道次序。要次序就得把它加进去：加到向量里，如这里；加到分数里；或者用掩码。",
  one: "只有一个词，没有别的次序。请再输入几个。",
  given: "这一层的向量是给定的，所以没法为它的词造出别的位置上的向量。",
  row: (word, from, to, apart) =>
    `「${word}」从位置 ${from} 移到 ${to}；它的一行放回原位后，最多相差 ${apart}。`,
  figure: (tokens) =>
    `输出的 ${tokens} 行，词按原序，以及打乱之后；连线连着同一个词的两行。按 Enter 后用上下键逐词移动。`,
  table: "词",
  columns: ["位置", "打乱到", "放回原位后的差"],
};
