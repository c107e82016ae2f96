import { groupDigits } from "../kit/text/grouped.js";

/** Words of the views of many sentences, in Chinese. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").STUDY_MEASURES>} */
export const studyMeasures = {
  axes: {
    previous: "前一个词元上的权重",
    first: "第一个词元上的权重",
    same: "词元自身上的权重",
    next: "后一个词元上的权重",
    twoBefore: "前第二个词元上的权重",
    sameWord: "同一个词前面词元上的权重",
    samePiece: "之前相同词元上的权重",
    induction: "之前相同词元后一个词元上的权重",
    inductionPair: "之前相同的两个词元后一个词元上的权重",
    separators: "标点和分隔符上的权重",
    colons: "冒号上的权重",
    sentenceStart: "句首上的权重",
    lastNoun: "最近的类名词上的权重",
    mask: "遮蔽词元上的权重",
    entropy: "熵，奈特",
    distance: "距离，词元",
    far: "10 个词元以外的权重",
    smallValues: "值向量小的词元上的权重",
    valueNorm: "权重 × 值向量的范数",
    functionWords: "虚词上的权重",
    lossWithout: "没有该头时损失的上升，每词元奈特",
  },
  names: {
    previous: "前一个词元",
    first: "第一个词元",
    same: "自身",
    next: "后一个词元",
    twoBefore: "前第二个",
    sameWord: "同一个词",
    samePiece: "相同词元",
    induction: "归纳",
    inductionPair: "两个词元后的归纳",
    separators: "分隔符",
    colons: "冒号",
    sentenceStart: "句首",
    lastNoun: "最近的名词",
    mask: "遮蔽",
    entropy: "熵",
    distance: "距离",
    far: "远处词元",
    smallValues: "小的值",
    valueNorm: "值的范数",
    functionWords: "虚词",
    lossWithout: "没有该头时的损失",
  },
  partly: (name) => `部分${name}`,
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").STUDY_SOURCE>} */
export const studySource = {
  text: "文本",
  progress: "已度量的句子",
  kinds: { default: "小模型没有学过的 500 个句子", text: "你自己的", file: "文件" },
  own: "你的文本",
  choose: "选择文件",
  drop: "或拖到这里：.txt、.csv、.jsonl，或结果 study.npz",
  column: "列",
  cut: "切分为",
  cuts: { sentences: "句子", lines: "行" },
  how: {
    sentences: "句子在空格前的 . ! ? … 处和每行末尾结束。",
    lines: "每个非空的行是一个句子。",
  },
  start: "度量所有的头",
  stop: "停止",
  on: "继续",
  done: ({ done, total }) =>
    total === null
      ? `${groupDigits(done, "zh")} 个句子`
      : `${groupDigits(total, "zh")} 个句子中的 ${groupDigits(done, "zh")} 个`,
  speed: (count) => `每秒 ${count} 个`,
  left: (time) => `大约还要 ${time}`,
  seconds: (seconds) => `${seconds} 秒`,
  minutes: (minutes) => `${minutes} 分钟`,
  hours: (hours) => `${hours} 小时`,
  losses: "以及没有每个头时损失上升多少",
  times: (times) => `（大约 ${groupDigits(times, "zh")} 倍的时间）`,
  takes: (time, count) => `（${groupDigits(count, "zh")} 个句子大约 ${time}）`,
  private: "一切都在这台机器上计算；文本不会被发送，链接里也没有它。",
  of: (model, text) => `${model}，${text}`,
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").STUDY_POINTS>} */
export const studyPoints = {
  title: (count) => `全部 ${groupDigits(count, "zh")} 个头`,
  about: "一个点是一个头；十字是对句子的 95 % 区间；虚线：均匀分布的注意力",
  up: "纵轴",
  across: "横轴",
  varies: "句子之间的变化",
  deviation: (axis) => `标准差：${axis}`,
  summary: ({ x, y, count }) =>
    `${count} 个头，每个是一个点。横向：${x}。纵向：${y}。按 Enter 后用方向键移动，或用 Page Up 和 Page Down 逐个移动；按住 Shift，左右方向键框住周围的头。`,
  press: "按一个点看它的句子；拖动框住几个点。",
  interval: (mean, half) => `${mean} ± ${half}`,
  readout: (from, to) => `横向 ${from}，纵向 ${to}`,
  colon: "：",
  then: "；然后",
  framed: (count) => `框住了 ${count} 个头：`,
  release: "放开",
  layer: (layer) => `第 ${layer} 层`,
  without: (count) => `${count} 个头没有这样的查询或键，因此没有点。`,
  keep: "保留，与另一个模型或文本比较",
  corner: "层，头",
  half: "±（95 %）",
  picture: (title) => `${title} 的头`,
  even: (share) => `均匀 ${share}`,
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").STUDY_HEAD>} */
export const studyHead = {
  parts: { strongest: "最强的", tenths: "每个十分位", looks: "它看什么", all: "所有度量" },
  part: "头的视图",
  by: "按",
  mean: ({ axis, mean, half, count, of }) =>
    `${axis}：${mean} ± ${half}，${count === of ? `全部 ${groupDigits(of, "zh")} 个句子的平均` : `${groupDigits(of, "zh")} 个句子中 ${groupDigits(count, "zh")} 个的平均；其余的没有这样的查询或键`}。`,
  none: "到目前为止没有句子有这样的查询或键。",
  value: "值",
  asks: "提问",
  same: "之前的相同词元",
  looked: "看向",
  strongest: "这些是它最好的情形。给头取名之前，请看「每个十分位」。",
  tenths: "所有句子按顺序排列，每个十分位取中间一个。",
  sentence: (number) => `句子 ${groupDigits(number + 1, "zh")}`,
  noText: "结果文件里没有文本：句子只有编号。",
  open: "打开这个句子",
  noLooks: "结果文件没有说明看了哪些词元。",
  waits: "运行结束或停止后才统计词元。",
  pairs: "最大的权重最常",
  rests: ({ key, count, of }) =>
    `${groupDigits(of, "zh")} 个查询中有 ${groupDigits(count, "zh")} 个落在 ${key} 上；其余的：`,
  pairColumns: ["从", "到", "次数", "距离"],
  except: (name) => `「${name}」不成立的地方`,
  exceptHow: "对提问至少 5 次的词元，最大的权重有多少次落在别的键上。",
  exceptBy: { query: "它提问时", before: "紧接在它之后" },
  missed: "在别处",
  times: (count, of) => `${groupDigits(of, "zh")} 次中 ${groupDigits(count, "zh")} 次`,
  noExceptions: (name) => `「${name}」对提问至少 5 次的每个词元都成立。`,
  columns: ["度量", "对句子", "平均", "句子"],
  spread: "每条曲线按值统计句子，从 0（或更低的最小值）到最大值。",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").STUDY_PAIR>} */
export const studyPair = {
  title: "差别最大的地方",
  about: (first, second) =>
    `先是 ${first}，再是 ${second}；95 % 区间不含 0 的差别，最明显的在前，每个头取最明显的一个。`,
  none: "没有一个头的差别超出它的 95 % 区间。",
  unlike: "两者没有编号相同的头。",
  many: "头和度量很多时，大约二十分之一会偶然有这样的差别。",
  next: "在上面选择另一个模型，或另一段文本，然后度量。",
  end: "不再比较",
  columns: ["头", "度量", "第一个", "第二个", "差"],
};
