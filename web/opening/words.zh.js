import { grouped } from "../kit/text/grouped.js";

/** Words of the opening, in Chinese. The words of the sentence stay in English, since the model learned them. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").OPENED>} */
export const opening = {
  about: "一个注意力头改变了主意",
  asks: (word) => ["这里的 ", word, " 指什么？"],
  invites: "换掉最后一个词，看一个注意力头怎样改变主意。",
  map: (head) => `${head}：谁（行）看谁（列）`,
  learned: ({ word, sentences, layers, heads }) => [
    "这个头学会了找出 ",
    word,
    ` 所指的词。没有人告诉它怎么找：一个有 ${layers} 层、每层 ${heads} 个头的小模型读了 ${grouped(sentences, "zh")} 个句子，并填上了空格。`,
  ],
  gives: ([first, second]) => [
    "句子以 ",
    first.ending,
    " 结尾时，这个头把 ",
    first.weight,
    " 的权重给 ",
    first.to,
    "；以 ",
    second.ending,
    " 结尾时，把 ",
    second.weight,
    " 的权重给 ",
    second.to,
    "。",
  ],
  only: (word) => ["只有 ", word, " 这一行用来填空；模型不读其他行。"],
  behind:
    "这一个数的背后有十二步：三次投影、一次变形、一次转置、一次乘积、一次 softmax，再原路返回。每一步都是一个张量，有形状，也有在内存里的位置。",
  walk: "一步一步看它怎样算出来",
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
