import { groupDigits } from "../kit/text/grouped.js";

/** Words of the page Train, in Chinese. Words that the model learns stay in English. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").TRAIN_CHOICES>} */
export const trainChoices = {
  task: { reference: "填词", induction: "归纳", translation: "翻译" },
  stack: { crisp: "清晰", ordinary: "普通" },
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").TRAIN_CHIPS>} */
export const trainChips = { task: "任务", heads: "头数", layers: "层数", stack: "结构", seed: "种子" };

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").TRAIN>} */
export const train = {
  what: "一个正在学习的模型，以及它的头学到了什么",
  training: "训练",
  trained: "训练什么",
  start: "开始",
  pause: "暂停",
  on: "继续",
  one: "走一步",
  faster: "加快",
  slower: "放慢",
  end: "直到结束",
  again: "从头开始",
  once: "再来一次",
  step: (at, steps) => `第 ${at} 步，共 ${steps} 步`,
  read: (sentences) => `已读 ${groupDigits(sentences, "zh")} 句`,
  said: "必须说明的事",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").SMALL>} */
export const smallTrain = {
  title: "看它学习",
  learns: (steps) => `上面的头，从随机权重训练到第 ${steps} 步。损失越低，模型猜被遮住的词就越准。`,
  all: (steps) => `全部 ${steps} 步`,
  step: (at, steps) => `第 ${at} 步，共 ${steps} 步`,
  loss: (at) => `损失，第 ${at} 步`,
  looks: ({ from, to, share }) => `${from} → ${to} ${share}`,
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").LEARNING>} */
export const learning = {
  title: "损失与正确率",
  scrub: "显示哪一步",
  step: (at, steps) => `第 ${at} 步，共 ${steps} 步`,
  right: "正确率",
  loss: "损失，每个空的奈特数",
  lossOfWords: "损失，每个词的奈特数",
  translated: { sentence: "整句", word: "词正确", form: "正确词的形式" },
  byKind: "各类空的正确率",
  solved: (step) => `第 ${step} 步达 95 %`,
  tested: {
    reference: (sentences) => `用 ${sentences} 句话测试，句中的词它从未一起见过。`,
    induction: (sentences) => `用 ${sentences} 句话测试，它们的开头与学过的句子都不相同。`,
    translation: (sentences) => `用 ${sentences} 句从不用于训练的话测试。`,
  },
  corner: "步",
  column: (kind) => `正确率，${kind}`,
  rightly: (kind, right, solved) =>
    solved === null ? `${kind}：正确率 ${right}` : `${kind}：正确率 ${right}，自第 ${solved} 步起达 95 %`,
  summary: (at, steps, kinds) => `第 ${at} 步，共 ${steps} 步。${kinds.join("；")}。`,
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").MAPS>} */
export const learnedMaps = {
  title: "各头的注意力",
  lit: {
    alone: (word) => ["模型要填的是 ", word, "；只有这一行影响它的回答。"],
    among: (word) => ["模型要在 ", word, " 处回答；亮着的行是回答的行。"],
  },
  none: "没有明确的角色",
  group: "各个头，按下即关闭",
  corner: "头，空",
  off: (name) => `${name} 已关闭`,
  job: ({ drawn }, weight) => `${drawn} ${weight}`,
  brief: (weight, untrained) => `${weight}，训练前 ${untrained}`,
  note: (untrained, sentences) => [
    `训练前 ${untrained}，按 ${sentences} 句计`,
    `训练前 ${untrained}，${sentences} 句`,
    `训练前 ${untrained}`,
  ],
  weight: (name, from, to, weight) => `${name}：${from} → ${to} ${weight}`,
  summary: (heads) => `每个头在这句话上的注意力。${heads.join("")}`,
  headOff: (name) => `${name}：已关闭`,
  headNone: (name) => `${name}：没有明确的角色`,
  headFound: (name, edge, weight, untrained, sentences) =>
    `${name}：${edge}：${weight}（训练前 ${untrained}），按 ${sentences} 句计`,
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").BLANKED>} */
export const blanked = {
  says: "它在每个空里填什么",
  right: "正确",
  wrong: (answer) => `正确答案：${answer}`,
  luck: (share, sentences) => `正确，但属侥幸：去掉后 ${sentences} 句中只有 ${share} 答对`,
  at: (position) => `在第 ${position} 位`,
  corner: "词",
  column: (kind, position) => `${kind}，第 ${position} 位`,
  edges: "各条边，按下即切断",
  edge: (layer, from, to, what, weight) =>
    `层 ${layer}：${from} → ${to}${what === null ? "" : `（${what}）`}${weight === undefined ? "" : ` ${weight}`}`,
  weight: (weight, name) => `${name}：${weight}`,
  looks: (name, word, weight) => `${name} 看向 ${word} ${weight}`,
  cut: (word) => `已切断：${word}`,
  nowhere: "没有哪个头特别看向哪里",
  likeliest: (at, word, probability) => `在 ${at} 处它填 ${word} ${probability}`,
  summary: (sentence, from, arcs, said) =>
    `${sentence}。从 ${from} 出发：${arcs.join("，")}；${said.join("，")}。`,
  another: "换一句",
  own: "自己写一句",
  field: "用它认识的词写一句话",
  words: "它认识的词",
  done: "完成",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").AWAY>} */
export const away = {
  title: "消融",
  right: (sentences) => `正确率，按 ${sentences} 句计`,
  whole: "原样",
  without: (what) => `没有${what.join("、")}`,
  heads: (names) => `头 ${names.join("、")}`,
  edge: (edge, layer) => `层 ${layer} 中${edge}的边`,
  edgeTo: (kind, word, layer) => `层 ${layer} 中从 ${kind} 到第 ${word} 个词的边`,
  cut: (edge) => `切断 ${edge}`,
  keep: (names) => `只留最好的头：${names.join("、")}`,
  back: "全部放回",
  least: "逐个去掉头",
  removing: "正在去掉……",
  moved: (kind, from, to) => `${kind}：从 ${from} 到 ${to}`,
  same: "各类空的正确率都与之前一样",
  summary: (what, moved) => `没有${what.join("、")}：${moved.join("；")}。`,
  axis: "剩余的头数，最不需要的先去",
  share: "正确率",
  corner: "剩余的头数",
  gone: "去掉的头",
  point: (left, kinds) => `剩 ${left} 个，${kinds.join("，")}`,
  curve: (points) => `逐个去掉头时的正确率，最不需要的先去：${points.join("；")}。`,
  lessons: {
    reference:
      "切断一条边，坏的只是靠它的那一项：没有从 it 到它的名词的边，或者到作为依据的形容词的边，it 就只能靠猜，而 this/these 和 was/were 依旧正确。只去掉一个头，it 多半也依旧正确，因为别的头会顶上；was/were 则常常只靠一个头。",
    induction:
      "切断从字母到它上次的后继的边，答案就没有了。当第二层的头逐渐学会读第一层的一个头记下的东西，也就是前面是哪个字母，损失会在一百步左右的时间里降下来。",
  },
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").INSIDE>} */
export const inside = {
  head: "看内部：",
  at: (at) => `用第 ${at} 步的权重：`,
  walk: "逐步走一遍",
  heads: "查看这个头",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").CAVEATS>} */
export const caveats = {
  of: {
    reference: [
      "它学会的是大约 110 个词和一套语法，不是英语。",
      "每个空都说明自己属于哪一类：在模型看来，this/these 是一个词，was/were 也是一个词；it 就是它自己。",
      "测试用的句子，把它从未一起见过的词放在了一起。",
    ],
    induction: [
      "它学会的是把重复出现的字母接下去，仅此而已：字母对它没有任何含义。",
      "凡是前面出现过的字母，都要它回答。每句话的字母都重新抽取，所以没有什么可以死记。",
      "只有一层时它永远学不会：没有哪个头能去找一个字母后面跟的是什么。",
    ],
    translation: [
      "它学会了大约一百个英语词、对应的法语词和一种语法：两种语言都没有学会。",
      "答案相同的两个模型，内部做法可以不同：有些种子里，编码器的一个头从限定词看向它的名词；另一些种子里没有这样的头，由交叉注意力去读名词。",
      "每个法语词都是在前面的词之后概率最大的词，写下后不再更改。",
    ],
  },
  stacks: {
    crisp:
      "两层的键和值都来自词本身，只有查询来自残差流。所以一个头放在某个词上的权重说的就是那个词，热图因此清晰。",
    ordinary:
      "键和值照常来自残差流。答案一样正确，但到那时，一个词的位置上可能已经混入了别的词，于是头会散开，热图说明不了多少。千万不要把这样的热图当作理由来读。",
  },
  oneLayer:
    "看得到全部的一层也能全部答对，但没有一张热图说明为什么。所以需要两层的不是它，而是要看它怎样做到的我们。",
};
