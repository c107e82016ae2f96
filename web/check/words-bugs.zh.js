/** Words about bugs that people really made, in Simplified Chinese. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-bugs.js").BUGS_PAGE>} */
export const bugsPage = {
  title: "人们真正写出过的错误",
  lead: "每一条都是多头注意力层里的一行错误代码。程序能运行，多数还能训练。图由本页计算：一个权重随机的小层，所用的代码就是 headscope check 拿来与您的代码比较的代码。在 PyTorch 中为 NaN 的行画成 0。",
  exercises: "同样内容的练习：找出错误",
  own: "检查您自己的代码",
  heads: "投影与头",
  positions: "位置",
  scores: "得分",
  masks: "掩码",
  softmax: "softmax 与 dropout",
  output: "输出",
  wrong: "错误",
  right: "正确",
  reported: "报告：",
  unreported: "尚不知有公开的报告。",
  walk: "在分步中查看",
  walkStep: "在分步中查看这一步",
  mapOfWeights: (sentence, head) => `句子 ${sentence} 中头 ${head} 的注意力。行：查询；列：键。`,
  mapOfOutput: (sentence) => `句子 ${sentence} 的输出`,
  failed: "无法计算这幅图。",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-bugs.js").BUG_WORDS>} */
export const bugs = {
  view_without_transpose: {
    title: "切分头时只用 view，没有转置",
    why: "每个头应持有每个词元的一部分。这里一个词元的行被切开，每一段都被当成单独的词元。",
  },
  split_features_first: {
    title: "切分头时特征在前",
    notice: "不会报错，新模型会在训练中适应。别处训练的权重则得出噪声，因为它们的头是相邻的列。",
  },
  raw_inputs: { title: "直接用输入作查询、键和值" },
  transposed: {
    title: "一个权重矩阵被转置",
    why: "矩阵是方阵，所以它的转置也能运行：键的每个数都由 W_K 的一行而不是一列算出。",
    notice: "形状都对，新模型照常训练。只有别处训练的权重会得出噪声。",
  },
  matrices_exchanged: {
    title: "用键的矩阵算值",
    notice: "新模型用一个矩阵做两件事，效果较差。别处训练的权重能正常加载，而 W_V 从未被读取。",
  },
  qkv_by_heads: {
    title: "合并矩阵按另一种次序切开",
    notice: "任何次序的形状都对。新模型会学会所给的次序；别的程序的检查点则写出胡话。",
  },
  kv_tiled: {
    title: "共享的键被整体重复",
    notice: "只有一个键头，或键头与查询头一样多时，两种次序相同，所以小测试能通过。分组的检查点得出噪声。",
  },
  no_bias: {
    title: "保存的偏置从未相加",
    why: "检查点有查询、键和值的偏置，程序却没有加上。",
    notice: "新模型几乎不受影响。有偏置的检查点输出乱码，而没有偏置的正常：这种对比暴露了错误。",
  },
  keys_ask: {
    title: "由键提问，由查询回答",
    notice: "训练看不出来，因为 W_Q 与 W_K 只是互换了角色。图被转置，别处训练的权重得出不同的结果。",
  },
  no_scale: {
    title: "得分从未被除",
    notice: "宽的头会饱和：一个键几乎拿走全部权重，能通过的梯度很少。训练开始得很慢，或停滞不前。",
  },
  scale_d_model: {
    title: "除以 √d_model",
    notice: "损失照样下降，因为 W_Q 与 W_K 可以变大。头越多，注意力在开始时就越均匀。",
  },
  scale_without_root: {
    title: "除以 √d_k 两次",
    notice: "损失照样下降。得分能看出来：每个都小了 √d_k 倍，一行的权重过于均匀。",
  },
  scale_multiplied: {
    title: "乘以 √d_k",
    notice: "从第一步起，每行几乎全部权重都落在一个键上。梯度极小，训练缓慢或不稳定。",
  },
  scale_factor: {
    title: "除以另一个模型的常数",
    notice: "在写这个常数时的宽度下一切正确。在别的宽度下损失照样下降，注意力却过于均匀或过于尖锐。",
  },
  alibi_sign: { title: "距离被加上，而不是减去" },
  mask_reversed: { title: "掩码被反过来读" },
  not_masked: {
    title: "缺少因果掩码",
    why: "每个查询也看得到它之后的键：模型读到了它要预测的词元。",
    notice: "损失好得可疑，而生成的文本毫无意义。一个测试就能发现：改变最后一个词元，前面的输出不应变化。",
  },
  mask_diagonal: {
    title: "掩码把词元自身也挡住",
    notice: "第一个词元什么也看不到：它的行是 NaN，损失也是。用 −1e9 代替 −∞ 时该行是均匀的，不会报错。",
  },
  mask_future: {
    title: "因果掩码晚了一个键",
    notice: "损失好得可疑，因为每个词元都看得到它要预测的那个。生成的文本毫无意义。",
  },
  causal_top_left: {
    title: "因果掩码从左上角开始",
    notice: "训练时查询与键一样多，没有错。有缓存时，新词元丢掉了前面的大部分内容。",
  },
  window_off_by_one: {
    title: "窗口多了一个键",
    why: "大小为 n 的窗口包含词元自身和它之前的 n − 1 个。把 >= 写成 >，就包含了之前的 n 个。",
  },
  mask_filled: {
    title: "被挡住的得分填的几乎是 0",
    notice:
      "1e-9 本应是 -1e9。被挡住的键保留了与普通得分一样大的份额：在因果掩码下损失好得过头，有填充时则几乎不变。",
  },
  mask_added_as_binary: {
    title: "相加掩码被当成二值掩码",
    notice: "两半单独看都对：一半做出 0 与 −1e9 的掩码，另一半在掩码为 0 处阻挡。看一眼注意力的图就能发现。",
  },
  masked_afterwards: {
    title: "在 softmax 之后才加掩码",
    notice: "损失看不出来。行的和能看出来，因为它小于 1：前面的词元把大部分权重给了被挡住的键。",
  },
  mask_repeat_order: {
    title: "掩码按错误的顺序重复",
    why: "在内存中，一个句子的各个头排在一起。掩码却被整体重复，于是一些头得到了另一个句子的填充。",
  },
  mask_batches_first: {
    title: "按头堆叠，掩码却按句子",
    notice: "句子一样长时看不出来。有填充时，一些头得到另一个句子的掩码：它们会读自己的填充，或漏掉词。",
  },
  mask_on_queries: {
    title: "填充掩码加在了查询上",
    notice:
      "用 −∞ 时填充行是 NaN，并在下一层扩散。用 −1e9 时不会报错：每一行仍看得到填充，句子的输出随批次的长度而变。",
  },
  padding_ignored: {
    title: "填充掩码从未使用",
    notice: "损失几乎看不出来。测试能看出来：单独的句子与较长批次中的同一句子，输出必须相同。",
  },
  mask_as_square: {
    title: "填充掩码被当成查询 × 键",
    notice: "只有一个句子时，由于广播，结果是对的。其他批次会报错，除非句子数等于词元数。",
  },
  softmax_axis: { title: "在查询上做 softmax" },
  softmax_heads: {
    title: "在头上做 softmax",
    notice: "不会报错：形状正确，每个权重都在 0 与 1 之间。行的和能看出来，因为它不是 1。",
  },
  dropped_attention: {
    title: "保存的是 dropout 之后的注意力",
    notice:
      "训练是对的，只有图和度量不对：运行两次得到两幅图，行的和也不是 1。dropout 留在混合值的地方；权重在它之前保存。",
  },
  merge_without_transpose: {
    title: "合并头时没有转置",
    why: "一行应持有一个词元的所有头。这里它持有一个头的几个词元：先是头 0 的所有词元，再是头 1 的。",
  },
  merge_mixes_batch: {
    title: "合并时混淆了句子",
    notice:
      "只有一个句子时，这就是没有转置的合并。在批次中它还会混淆句子：改变一个句子，另一个的输出也会变。",
  },
  rope_style: { title: "旋转位置用了另一种配对" },
  rope_axis: {
    title: "旋转位置沿着头",
    notice: "一个头的查询和键转过同样的角度，所以旋转在每个得分中相互抵消。模型训练起来就像没有位置。",
  },
  rope_missing: {
    title: "只旋转了查询",
    notice: "新模型能部分适应。用别处训练的权重时，文本几个词之后就散了。",
  },
  positions_restart: { title: "新词元的位置从 0 数起" },
  latent_style: {
    title: "潜向量注意力用了另一种配对来旋转",
    notice: "新模型会学会所给的配对。另一种配对的检查点能正常加载，却写出胡话。",
  },
  no_output: {
    title: "缺少输出投影",
    notice: "新模型稍差一些，因为后面的层会弥补。加载保存的权重时能看出来：W_O 多了出来。",
  },
};
