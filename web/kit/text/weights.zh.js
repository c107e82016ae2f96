/** Explanations of a layer's weights, in Chinese. */

const COPIED = "W_K 复制键的位置的正弦和余弦，W_Q 复制查询的位置的正弦和余弦";

export const kinds = {
  previous_token: {
    name: "前一个",
    score: "g Σ cos ω(i − 1 − j)",
    made: `${COPIED}，并把每一对往回转一个位置：在 j 比 i 早一个的地方，两者一致。`,
  },
  next_token: {
    name: "后一个",
    score: "g Σ cos ω(i + 1 − j)",
    made: `${COPIED}，并把每一对往前转一个位置：在 j 比 i 晚一个的地方，两者一致。`,
  },
  first_token: {
    name: "第一个",
    score: "g Σ cos ωj",
    made: "W_K 复制键的位置的正弦和余弦。W_Q 只读变化最慢的余弦，它在每个词元上都接近 1，于是每个查询都去找位置 0。",
  },
  self: { name: "自身", score: "g Σ cos ω(i − j)", made: `${COPIED}：在 j 等于 i 的地方，两者一致。` },
  near_tokens: {
    name: "邻近",
    score: "g Σ cos ω(i − j)，g 很小",
    made: `${COPIED}，增益很小，使邻居也分得一份。`,
  },
  same_word: {
    name: "同一个词",
    score: "g Σ cos(a(i) − a(j))",
    made: "W_Q 和 W_K 复制词自身的特征：词相同时两者最一致。",
  },
  broad: { name: "均匀", score: "0", made: "W_Q 为 0，所以每个键的权重都相同。" },
  random: {
    name: "随机",
    score: "随机抽取",
    made: "W_Q 从正态分布抽取，W_K 若不与别的头共用也是如此；两者经过缩放，使分数的标准差为 2。",
  },
};

export const weights = {
  constructed: {
    title: "构造的。",
    what: "这些权重没有人去学。它们由公式写出，使每个头做一件已知的事。词元的向量，前一半是词，后一半是位置，以正弦、余弦成对表示；W_K 复制这样的对，W_Q 复制或旋转它们。查询 i 与键 j 缩放后的分数成为",
    more: "ω 是一对的频率，a(i) 是 i 处的词在这一对里的角度；求和取遍一个头放得下的那些对。增益 g 在 W_Q 里，它让最合适的键突出出来。W_V 和 W_O 随机抽取，行或列标准正交：头所传递的内容是被旋转的，而不是学来的。",
    drawn: "",
  },
  random: {
    title: "随机的。",
    what: "这些权重没有人去学：训练就是从这样的权重开始的。它们按 Xavier 规则抽取，使数在一路上既不变大也不变小：",
    more: "分数都很小，所以每个头都把权重散给几乎所有的键。",
    drawn: "W_Q、W_K、W_V 在 ±√(6 / (行数 + 列数)) 之间均匀抽取，W_O 在 ±1/√行数 之间。",
  },
  small: {
    title: "小随机。",
    what: "这些权重没有人去学。它们的抽取方式与训练前 GPT-2 的大多数权重相同：",
    more: "分数都接近 0，所以每个头都把权重散给所有的键。",
    drawn: "从标准差为 0.02 的正态分布抽取。",
  },
  trained: {
    title: "训练所得。",
    what: "这些权重没有人写：一个小模型学着给一套语法的句子填词，学出了它们。这里是它的一层，以及这一层从句子里读到的东西。",
    more: "「训练」页展示它们是怎样得来的，以及每个头被发现在做什么。",
    drawn: "",
  },
  language: {
    title: "语言模型。",
    what: "这些权重没有人写：一个小模型读 World English Bible（英文圣经）和 WordNet 的释义与例句，学着猜下一个词片，学出了它们。这里是它四层中的一层，以及这一层对这个句子的真实输入：经过它的 LayerNorm，位置以旋转进入查询和键。",
    more: "它认识 4,096 个小写的词片。别的词会被切开，例如 tired 切成 t 和 ##ired；每段文字以 [BOS] 开头。「模型」页展示它所有的头。",
    drawn: "",
  },
  translation: {
    title: "翻译。",
    what: "这些权重没有人写：一个小模型，编码器和解码器各一层，学着把一套小语法的句子从英语译成法语，学出了它们。这里是它三种注意力中的一种，以及它对这个句子的输入。",
    more: "在交叉注意力里，每个查询以模型在那里写出的法语词命名：它读过的是前面的词。解码器的词以 <start> 开头，晚一个词。",
    drawn: "",
  },
  vision: {
    title: "图像。",
    what: "这些权重没有人写：一个小模型学着说出 60,000 张 28 × 28 像素灰度图（Fashion-MNIST）里是哪种衣物，学出了它们。这里是它四层中的一层，以及这一层对这张图的真实输入，经过它的 LayerNorm。",
    more: "一个词元是 4 × 4 像素的一块，按阅读顺序排列。它们前面是 [CLS]，一个不属于任何块的词元：模型从它在最后一层的那一行得出类别。",
    drawn: "",
  },
};

export const headWeights = {
  narrow: "这一层没有足够的特征来做这件事：这个头的 W_Q 为 0，所以每个键的权重都相同。",
  own: "这些权重是给定的；它们怎样得来，本页并不知道。",
  again: (/** @type {number} */ kinds) => `从头 ${kinds} 起再做同样的事，只是用别的对。`,
  item: (/** @type {{ head: number, name: string }} */ { head, name }) => `头 ${head}，${name}`,
  head: (/** @type {{ head: string, name: string }} */ { head, name }) => `${head}${name && `，${name}`}。`,
  score: "分数",
  nobody: "没有人去学它。",
  measured: (/** @type {string} */ habit) => `在此对所有词元测得：${habit}。`,
  tested: (/** @type {string} */ role, /** @type {number} */ sentences) =>
    `用 ${sentences} 句没有训练过的话测得：${role}。`,
  drawn: (/** @type {string} */ how) => `它的权重与其他头的一样抽取：${how}`,
};
