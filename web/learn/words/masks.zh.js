import { saying } from "./phrases.js";

/** @import { Words } from "./phrases.js" */

/** @type {Words} */
export const questionsOfMasks = {
  weights_left: {
    ask: ({ heads, tokens }) =>
      `因果掩码，${tokens} 个词元，${heads} 个头。所有头里一共还有多少对可以被看见？`,
    why: ({ heads, tokens, answer }) =>
      `${heads} · ${tokens} · ${tokens + 1} / 2 = ${answer}：第一行 1 对，第二行 2 对，依此类推。`,
    wrong: {
      all: () => "没有掩码时有这么多。",
      strictly: () => "对角线保留：每个词元看得见自己。",
      one_head: () => "那是每个头里的个数。",
      half: () => "比一半多一点：对角线保留。",
    },
  },
  even_row: {
    ask: ({ row }) => `一个头的查询全为 0，并有因果掩码。第 ${row} 行里每个不为 0 的权重是多少？`,
    why: ({ row, answer }) => `1/${row + 1} = ${answer}：所有分数相等，所以看得见的键平分权重。`,
    wrong: {
      of_all: () => "被遮住的键什么也得不到；权重由其余的分。",
      of_those_before: () => "行从 0 数起，而且词元看得见自己。",
    },
  },
  blind_rows: {
    ask: ({ queries, keys }) => `${queries} 个查询，${keys} 个键，因果掩码。有多少行什么也看不见？`,
    why: ({ queries, keys, answer }) =>
      `${answer}：掩码在末尾对齐，所以最后一个查询看见全部 ${keys} 个键，最前面的 ${queries - keys} 个一个也看不见。`,
    wrong: {
      none: () => "掩码在末尾对齐，而查询比键多：最前面的查询排在第一个键之前。",
      keys: () => "有这么多行看得见东西。",
      one: () => "从最后一个查询往上数：每往上一行就少看见一个键。",
    },
  },
  keys_seen: {
    ask: ({ queries, keys }) =>
      `因果掩码，${keys} 个键，只有最后 ${queries} 个词元的查询。每一行看见多少个键？请为每行写一个数。`,
    why: ({ answer }) => `${answer}：最后一个查询位于最后一个键处，就像前面的键是从之前留下来的一样。`,
    wrong: {
      from_the_left: () => "那是把第一个查询与第一个键对齐；掩码在末尾对齐。",
      all: () => "最后一行看见全部，其余各行依次少一个。",
    },
  },
  all_blocked: {
    ask: ({ fill }) =>
      `一行的每个键都被挡住，被挡住的分数设为 ${fill === "-inf" ? "−∞" : "−1e9"}。普通的 softmax 会把这一行变成什么？`,
    why: ({ fill, answer }) =>
      fill === "-inf"
        ? `${answer}：0 除以 0。这里改为把这样的行设为 0，并有一条说明。`
        : `${answer}：处处是 −1e9，也就是处处分数相同，于是这一行把它不得看见的键平均了。`,
    wrong: {
      nan: () => "−1e9 和别的数一样是数；只有 −∞ 才产生 0 / 0。",
      average: () => "那是 −1e9 的结果：所有分数相等。",
      zero: () => "softmax 要除以这一行的和，而它也是 0。",
      error: () => "不会报错：NaN 对程序来说也是数，会一直传到损失里。",
    },
    choice: saying({ nan: "NaN", average: "对全部取平均", zero: "0", error: "报错" }),
  },
  last_word: {
    ask: ({ word }) => `因果掩码。最后一个词元「${word}」换成另一个词。输出的哪些行会变？`,
    why: () => "只有它自己的那一行：它前面的词元都不得看见它。如果别的行变了，就有泄漏。",
    wrong: {
      all: () => "没有掩码时才是全部。",
      none: () => "它仍然发问，也看见自己的值。",
      after_it: () => "前面的词元看不见后面来的。",
    },
    choice: saying({ last: "只有最后一行", all: "全部", none: "没有", all_but_first: "除第一行外的全部" }),
  },
};
