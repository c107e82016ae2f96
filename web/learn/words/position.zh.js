import { saying } from "./phrases.js";

/** @import { Words } from "./phrases.js" */

/** @type {Words} */
export const questionsOfPosition = {
  order_lost: {
    ask: () => "词的向量不含位置，也没有掩码。把词打乱。输出的各行会怎样？",
    why: () => "每个词的行随词移动，其余不变：它对同样的键和值求和，只是次序不同。",
    wrong: {
      stay: () => "那样一行就属于一个位置。它属于产生它的查询的那个词。",
      change: () => "一个分数取决于两个向量，而和与次序无关。",
    },
    choice: saying({ follow: "随词移动，数不变", stay: "留在原位，数不变", change: "数会改变" }),
  },
  moved_together: {
    ask: ({ by }) => `旋转位置。位置 7 的查询与位置 4 的键有一个分数。两个词都往后移 ${by} 位。分数会怎样？`,
    why: () => "不变：两个向量再转过同样的角度，所以它们之间的角不变。只有距离起作用。",
    wrong: {
      larger: () => "旋转不改变向量的长度，而且两者转得一样多。",
      smaller: () => "它们之间的距离没有变大；两者都移动了。",
    },
    choice: saying({ same: "保持不变", other: "改变", larger: "变大", smaller: "变小" }),
  },
  alibi_penalty: {
    ask: ({ head, distance, slope }) =>
      `8 个头的 ALiBi：头 ${head} 的斜率是 1/${slope}。往回 ${distance} 位的键，分数减少多少？`,
    why: ({ distance, slope, answer }) => `${distance} · 1/${slope} = ${answer}：距离乘以斜率。`,
    wrong: {
      slope: () => "那是一个位置的代价。",
      distance: () => "那样斜率就是 1。",
      none: () => "只有词自己才一点也不减。",
    },
  },
};
