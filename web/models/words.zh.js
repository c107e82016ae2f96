import { groupDigits } from "../kit/text/grouped.js";
import { windowSaid } from "./state/layer-kind.js";

/** Words of the page Models, in Chinese. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").WHICH_MODEL>} */
export const whichModel = {
  about: "你磁盘上的模型，以及它的每一个头",
  model: "模型",
  listed: ({ name, size, from }) => `${name} · ${size} · ${from}`,
  disk: "你的磁盘",
  bytes: (size) => `${size}B`,
  site: "本站",
  hub: "hub",
  close: "关闭",
  closing: (name) => `关闭 ${name} 并释放它的内存`,
  open: "打开磁盘上的模型……",
  more: "更多",
  named: "或按名称打开",
  files: "选择文件",
  drop: "或把文件夹拖到这里",
  private: "打开的文件留在这台机器上：不会发送其中任何内容。",
  git: "git clone",
  cli: "hf download openai-community/gpt2 --local-dir gpt2",
  commands: (git, cli) => [
    "从 hub 取模型的文件夹：",
    git,
    "，或 ",
    cli,
    "。其中有 config.json、model.safetensors 和 tokenizer.json。",
  ],
  kinds:
    "可读 GPT-2、Llama、Mistral、Qwen、Gemma、Phi、OLMo、Falcon、BLOOM、BERT、RoBERTa、ModernBERT 等系列，类型为 F32、F16 或 BF16；读取图像的模型可读 ViT、DeiT、DINOv2，以及 CLIP 和 SigLIP 的视觉模型。",
  found: ({ family, layers, heads, dModel, dHead, parameters }) =>
    `${family} · ${groupDigits(layers, "zh")} 层 · ${heads} 个头 · d_model ${dModel} · d_k ${dHead} · ${parameters} 个参数`,
  tryAs: (family) => `按 ${family} 试读`,
  tried: (type, family) => `${type}，按 ${family} 试读`,
  opening: (name) => `正在打开 ${name}`,
  computing: (done, total) => `第 ${done} 块，共 ${total} 块`,
  writing: (done) => `正在写出目标：${done} 个片段`,
  stopped: (arrived, layers) => `已到 ${arrived} 层，共 ${layers} 层，已停止`,
  goOn: "加载其余部分",
  stop: "停止",
  none: "打开一个模型，在你自己的句子上看它的每一个头。",
  shows: "页面显示每个头的什么",
  looks: "它看哪里",
  writes: "它写什么",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").HUB_MODELS>} */
export const hubModels = {
  title: "Hugging Face hub 上的模型",
  open: "打开",
  token: "你的账户的访问令牌",
  tokenKept: "令牌只在本次访问中用于这个模型，不会保存。",
  linked: (name) => `${name} 尚未打开。按「打开」即可看到它的头。`,
  promise: (host) =>
    `「打开」向 ${host} 及它指定的主机请求模型文件的一部分。在此之前不请求任何内容。你的句子不会被发送：它在这台机器上计算。主机可以从所取的嵌入行得知句子由哪些词元组成。`,
  kept: (size) => `浏览器为下次访问保留了 ${size}B 的模型。`,
  forget: "忘记",
  columns: ["模型", "参数", "到第一张图", "总共"],
  megabytes: (size) => `${groupDigits(size, "zh")} MB`,
  kinds: {
    llama: "30 层，每层 9 个头，小而新，类似 Llama",
    neox: "6 层，每层 8 个头，为研究模型如何学习而做",
    gpt2: "12 层，每层 12 个头，多数关于头的论文研究的模型",
    bert: "12 层，每层 12 个头，双向阅读并填补遮住的词",
    qwen2: "24 层，每层 14 个分组的头，能读多种语言",
  },
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").MODEL_TEXT>} */
export const modelText = {
  text: "文本",
  ids: "词元编号",
  edit: "修改",
  run: "计算",
  nothingYet: "模型还没有读任何文本。请修改上面的文本：各个头的图会显示在这里。",
  noTokenizer: "文件夹里没有 tokenizer.json：模型读词元的编号。",
  pieces: "文本的词元；按一个即选中它的查询",
  id: "编号",
  after: (piece) => `在 ${piece} 之后`,
  masked: "在遮住的位置",
  mask: "遮住这个词元",
  unmask: "显示这个词元",
  toMask: "遮住一个词元，看这个位置上最可能的词元。",
  on: "继续",
  onMany: (pieces) => `×${pieces}：添加 ${pieces} 个词元`,
  stopAdding: (left) => `停止：还有 ${left} 个词元要添加`,
  add: "把这个词元加到文本末尾",
  temperature: "温度",
  topK: "top-k",
  seed: "种子",
  sampling: "温度为 0 时取最可能的词元。大于 0 时从 k 个最可能的词元中抽取；相同的种子抽出相同的词元。",
  cache: "缓存省下什么",
  noOutput: "权重没有输出层：不作预测。",
  corner: "词元",
  columns: ["编号", "概率"],
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").EVERY_HEAD>} */
export const everyHead = {
  title: "所有的头",
  mark: "标出",
  order: "顺序",
  measures: {
    none: "无",
    first: "第一个词元",
    sink: "汇点",
    previous: "前一个词元",
    sameWord: "相同的词",
    afterSame: "归纳",
    entropy: "熵",
  },
  orders: { layer: "层", measure: "度量" },
  only: "只看标出的头",
  withFigure: (name, figure) => `${name} ${figure}`,
  nats: " 奈特",
  framed: {
    first: "一半以上的权重在第一个词元上",
    sink: "一半以上的权重在汇点上，即没有键的可学习 logit",
    previous: "一半以上的权重在前一个词元上",
    sameWord: "一半以上的权重在别处相同的词上",
    afterSame: "一半以上的权重在先前相同的词之后：归纳",
    entropy: "熵至少是均匀权重的 95 %",
  },
  standing: (count, all) => `${all} 个头中有 ${count} 个突出`,
  causal: "灰色的格子被掩码遮住。",
  unmeasured: "查询看不到后面的键；第一个查询只看得到自己，不计入度量。",
  pooled: (n) => `每个点是 ${n} × ${n} 个权重中最大的。`,
  summary: ({ layers, heads, tokens }) =>
    `${layers} 层、每层 ${heads} 个头在 ${tokens} 个词元上的注意力，每个头一幅图。按回车，再用方向键移动。`,
  attentions: { encoder: "编码器", decoder: "解码器", cross: "交叉" },
  kind: ({ window, positions, isCross }) =>
    isCross
      ? "交叉"
      : [
          window === null ? "全局" : `窗口 ${windowSaid(window, "zh")}`,
          positions === "none" ? "无位置" : positions === "alibi" ? "ALiBi" : "",
        ]
          .filter(Boolean)
          .join("，"),
  layer: (layer) => `层 ${layer}`,
  stale: "仍在显示上一个句子",
  corner: "层，头",
  picture: (model) => `${model} 所有的头的注意力`,
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").MODEL_HEAD>} */
export const modelHead = {
  coming: "这一层还没有到",
  noRole: "没有明确的角色",
  over: (role, queries) => `${role}，${queries} 个查询的平均`,
  first: (figure) => `第一个词元 ${figure}`,
  summary: (head, piece) => `${head} 的注意力权重，每行一个查询。选中：${piece}。`,
  ranked: (piece) => `「${piece}」看向哪里`,
  off: "关掉它",
  on: "打开它",
  withAll: "所有的头都开着：",
  withOff: "关掉的头不算：",
  now: "现在是",
  unlikely: "不太可能",
  corner: "查询",
  pair: (view, { query, key }) => `${view}：「${query}」和「${key}」`,
  adds: (piece) => `它为「${piece}」的输出贡献多少`,
  share: "占注意力输出的份额",
  without: (moved) =>
    `经过 W_O 中属于它的行。这一层所有的头和 b_O 的份额之和为 1。没有它，这一层的注意力输出移动其范数的 ${moved}，按所有词元计。`,
  unselected: "选中这个头，看它为输出贡献多少。",
  masked: "遮住",
  why: "为什么是这么多？",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").LAYER_SUMS>} */
export const layerSums = {
  title: "一层所有的头合起来",
  how: (piece, heads) => `「${piece}」放在每个词元上的权重，对一层的 ${heads} 个头求和：共 ${heads}。`,
  point: "请指向一列，或文本中它的词元。",
  summary: (piece) => `「${piece}」在每个词元上的权重，对一层的头求和；每行一层，每列一个词元。`,
  pair: ({ query, key }) => `「${query}」到「${key}」，一层所有的头`,
  corner: "层",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").MODEL_ROWS>} */
export const modelRows = {
  source: "源文",
  target: "目标文",
  written: "模型所写",
  kinds: "注意力图",
  empty: "留空：由模型写出",
  emptyIds: "留空：由模型写出；否则给出词元的 ids，含起始词元",
  summary: (source, target) => `源文 ${source} 在上，目标文 ${target} 在下；曲线是所选头的权重。`,
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").MODEL_ABLATION>} */
export const modelAblation = {
  title: "消融",
  none: "所有的头都开着。",
  off: "已关：",
  on: (head) => `打开${head}`,
  layerOff: (layer) => `关掉层 ${layer}`,
  solo: (layer, head) => `层 ${layer} 只留头 ${head}`,
  allOn: "全部打开",
  probability: ({ piece, before, after }) =>
    `「${piece}」的概率：有所有的头时 ${before}，没有这些头时 ${after}`,
  loss: ({ before, after }) => `损失：有所有的头时每个词元 ${before} 奈特，没有这些头时 ${after}`,
  which: (piece) => `哪些头对「${piece}」要紧？`,
  rank: "逐个关掉每个头",
  how: "没有各个头时的变化，最大的在前。",
  by: "排序按",
  ways: { probability: "概率", loss: "句子的损失" },
  ranking: (done, total) => `${total} 个头中的 ${done} 个`,
  corner: "头",
  columns: ["概率的变化", "损失的变化，每词元奈特"],
};

/** Words of two sentences beside each other, in Chinese. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").MODEL_PAIR>} */
export const modelPair = {
  title: "并排的两个句子",
  what: "改一个词，看哪些头看向别处。",
  second: "第二个句子",
  compare: "比较",
  end: "去掉第二个句子",
  comparing: "正在读第二个句子",
  stale: "仍在显示之前的两个句子",
  pieces: "两个句子的词元；不同的已标出",
  quoted: (piece) => `「${piece}」`,
  aloneFirst: (pieces) => `在第二个句子里没有对应：${pieces}`,
  aloneSecond: (pieces) => `在第一个句子里没有对应：${pieces}`,
  caption: "第二个减第一个：核心为两个句子计算每个权重，再相减。",
  masked: "灰色的格子被掩码遮住。",
  summary: ({ layers, heads, tokens }) =>
    `${layers} 层、每层 ${heads} 个头的注意力图在 ${tokens} 个对齐词元上的差。按回车，再用方向键移动。`,
  ranking: "变动最大的头",
  measure: (queries) => `查询的权重中在第二个句子里移到其他键上的份额，${queries} 个查询的平均。`,
  causal: "第一个改动的词元之前的查询读到的词元相同，不计入。",
  one: (head) => `${head}：第二个减第一个`,
  oneSummary: (head, figure) => `${head} 的注意力权重之差，每行一个查询。权重的 ${figure} 移动了。`,
  corner: "头",
  columns: ["移动的权重份额"],
  query: "查询",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").STUDY_FOLD>} */
export const studyFold = {
  title: "在许多句子上",
  question: "在几百个句子上，一个头做什么？",
};

/** Words about the folder that is remembered, in Chinese. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").KEPT_FOLDER>} */
export const keptFolder = {
  keep: (name) => `为下次访问记住文件夹 ${name}`,
  what: "浏览器只记住文件夹的位置；文件留在原处，读取之前浏览器会先询问。",
  kept: (name) => `已记住文件夹 ${name}。`,
  again: (name) => `再次打开：${name}`,
  forget: "忘记它",
  unstored: (reason) => `浏览器的存储没有接受这次更改（${reason}）。请再按一次按钮。`,
  refused: "浏览器不能读取这个文件夹。请用上面的按钮打开。",
};

/** Labels of the buttons “Walk through it” and “Inspect this head” in Models, and of the view that they open, in Chinese. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-into.js").INTO_LAYER>} */
export const intoLayer = {
  walk: "逐步走过它",
  heads: "查看这个头",
  back: "回到所有的头",
  title: ({ layer, model, text }) => `${model} 的第 ${layer} 层，文字是「${text}」`,
};
