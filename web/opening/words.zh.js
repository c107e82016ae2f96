import { groupDigits } from "../kit/text/grouped.js";

/** Words of the opening, in Chinese. The words of the sentence stay in English, since the model learned them. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").OPENED>} */
export const opening = {
  about: "一个注意力头改变了主意",
  asks: (word) => ["这里的 ", word, " 指什么？"],
  invites: "换掉最后一个词：注意力头会选另一个名词。",
  lets: (word) => `看「${word}」看向哪里`,
  turns: ({ from, to }) => `最后一个词是「${from}」：换成「${to}」`,
  others: ({ count, share }) => `其余 ${count} 个词：${share}。合起来：1。`,
  answers: "点一个词或一个格子。",
  cell: ({ from, to, share }) => `「${from}」把 ${share} 的注意力给「${to}」。`,
  map: "行看列",
  learned: ({ word, sentences }) => [
    "这个头学会了找出 ",
    word,
    ` 所指的词。没有人告诉它怎么找：它的小模型读了 ${groupDigits(sentences, "zh")} 个句子，并填上了空格。`,
  ],
  gives: ([first, second]) => [
    "以 ",
    first.ending,
    " 结尾时，它把 ",
    first.weight,
    " 的注意力给 ",
    first.to,
    "；以 ",
    second.ending,
    " 结尾时，给 ",
    second.to,
    " ",
    second.weight,
    "。",
  ],
  walk: "它怎样选择？",
  own: "你自己的句子",
  computed: "这一切都由 C++ 核心在你的浏览器里算出。",
  train: (page) => ["看这个头怎样学会：", page, "。"],
  learn: (page) => ["从头学起：", page, "。"],
  pages: { train: "训练", learn: "课程" },
  looks: ({ from, to, weight, ending }) =>
    `以「${ending}」结尾时，「${from}」主要看「${to}」，占它权重的 ${weight}。`,
  picture: ({ sentence, head, looks }) => `${sentence}。${head}：${looks}`,
  mapped: ({ head, words }) => `${head}：${words} 个词对 ${words} 个词的注意力。`,
};
