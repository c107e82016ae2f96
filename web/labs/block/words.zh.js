/** Words of the lab of the block around a layer, in Chinese. */

/** @type {import("../lab-list.js").Title} */
export const blockTitle = {
  name: "块",
  question: "这一层在哪里，周围有什么？",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").BLOCK>} */
export const labBlock = {
  ending: "最后一个词",
  layer: "层：",
  word: "行：",
  names: {
    before: "残差流",
    normed: "归一化",
    attention: "注意力",
    attentionNormed: "归一化",
    middle: "残差流",
    middleNormed: "归一化",
    mlpNormed: "归一化",
    router: "路由",
    up: "W_up",
    gated: "乘积",
    down: "W_down",
    downNormed: "归一化",
    after: "残差流",
    afterNormed: "归一化",
  },
  scales: { stream: "残差流", norm: "归一化", mlp: "MLP" },
  lesson:
    "演示里的那一层就是叫「注意力」的部分。它不替换任何东西：它的输出加到残差流上。残差流里每个词有一行 d_model 个数，从 x 一直到 logits。MLP 也往同一行上加。",
  adds: ({ feature, layer, before, attention, middle }) =>
    `第 ${layer} 层，特征 ${feature}：${before}，注意力加上 ${attention}，得 ${middle}。`,
  addsMlp: ({ middle, down, after }) => `${middle} 再由 MLP 加上 ${down}，得 ${after}。`,
  addsBoth: ({ feature, layer, before, attention, down, after }) =>
    `第 ${layer} 层，特征 ${feature}：${before}，注意力加上 ${attention}，MLP 加上 ${down}，得 ${after}。`,
  norms: (value) => `归一化后是 ${value}。`,
  norm: {
    layer: "归一化（LayerNorm）把每一行变成均值 0、方差 1，再乘以学到的增益、加上学到的偏移。",
    rms: "归一化（RMSNorm）把每一行除以它的均方根，再乘以学到的增益。",
  },
  order: {
    pre: "注意力和 MLP 读的都是残差流归一化后的行，不是残差流本身。",
    post: "归一化在相加之后，就在残差流上。",
    sandwich: "注意力和 MLP 的前后各有一次归一化。",
    parallel: "注意力和 MLP 读残差流的同一行，各经过一次归一化。",
    after: "注意力和 MLP 读残差流本身；各自结果的归一化再加到残差流上。",
  },
  keysFromWords: "键和值直接从词本身（x）读取。",
  mlp: ({ width, activation, isReLU }) =>
    `只有注意力在词与词之间搬运数。MLP 每次只读一行：W_up 把它变成 ${width} 个数，${activation} 把负数变成${isReLU ? " 0" : "接近 0"}，W_down 再变回来。`,
  gatedMlp: ({ width, activation }) =>
    `只有注意力在词与词之间搬运数。MLP 每次只读一行：W_gate 和 W_up 各把它变成 ${width} 个数，前者的 ${activation} 与后者相乘，W_down 把乘积变回来。`,
  mixed: "专家",
  experts: ({ count, chosen }) =>
    `只有注意力在词与词之间搬运数。这里不是一个 MLP，而是 ${count} 个，即专家：路由读这一行，选出几个，把它们的输出按权重相加。这一行的专家：${chosen}。`,
  checkpoint: "这些数来自当前的模型：每个词元的行怎样经过这一层。",
  learned: ({ steps, share, blanks }) =>
    `这个模型刚刚用 ${steps} 步学会：两个这样的块，用的是「训练」页的句子。「it」指什么：在 ${blanks} 个没有读过的句子里，答对的占 ${share}。`,
  finder: ({ head, weight }) => `${head}至少把 ${weight} 的权重给正确的名词。`,
  logits: (word, layer) =>
    `第 ${layer} 层之后，输出矩阵把「${word}」的行变成词表里每个词一个数（logits），softmax 再把它们变成概率：`,
  figure: ({ layer, word, features }) =>
    `第 ${layer} 层的块：「${word}」在残差流里的行、注意力加上的数和 MLP 加上的数，各 ${features} 个。按回车，再用方向键逐个查看特征。`,
  predicts: (piece) =>
    `最后一层之后，「${piece}」的行变成词表里每个词元一个数（logits），softmax 再把它们变成概率：`,
  table: "特征",
  added: { attention: "注意力加上", mlp: "MLP 加上" },
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").PAIR>} */
export const labBlockPair = {
  kind: "模型",
  kinds: { one: "一个块", pair: "编码器和解码器" },
  reads: "读：",
  writes: "写：",
  names: {
    before: "残差流",
    normed: "归一化",
    attention: "注意力",
    cross: "交叉",
    middle: "残差流",
    up: "W_up",
    down: "W_down",
    after: "残差流",
    last: "归一化",
  },
  encoder: (word) => `编码器：「${word}」的行`,
  decoder: (word) => `解码器：写出「${word}」的行`,
  memory: "键和值",
  encoderAdds: ({ feature, before, added: [attention, mlp], after }) =>
    `编码器，特征 ${feature}：${before}，注意力加上 ${attention}，MLP 加上 ${mlp}，得 ${after}。`,
  decoderAdds: ({ feature, before, added: [attention, cross, mlp], after }) =>
    `解码器，特征 ${feature}：${before}，注意力加上 ${attention}，交叉注意力加上 ${cross}，MLP 加上 ${mlp}，得 ${after}。`,
  lesson:
    "编码器一次读完所有英语词。解码器写法语词：它的每一行先读前面的法语词，再询问编码器。解码器的块多一个部分，即交叉注意力：查询来自解码器的行，键和值来自编码器最后的归一化，每个英语词一行。",
  learned: (steps) => `这个模型用 ${steps} 步学会了翻译。`,
  logits: (word) =>
    `解码器最后的归一化把写出「${word}」的行变成每个法语词一个数（logits），softmax 再把它们变成概率：`,
  figure: ({ english, french, features }) =>
    `编码器和解码器：「${english}」在编码器残差流里的行、写出「${french}」的行在解码器残差流里的数，以及每个部分加上的数，各 ${features} 个。按回车，再用方向键逐个查看特征。`,
  column: {
    source: (name) => `编码器 ${name}`,
    target: (name) => `解码器 ${name}`,
  },
};
