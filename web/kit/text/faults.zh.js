/** Words of wrong paths, in Chinese. */

/** @typedef {import("./faults.js").Sizes} Sizes */

export const chips = {
  view_without_transpose: (/** @type {Sizes} */ { B, T, heads, dK }) => `.view(${B}, ${heads}, ${T}, ${dK})`,
  merge_without_transpose: (/** @type {Sizes} */ { B, T, concat }) => `.view(${B}, ${T}, ${concat})`,
  view_without_contiguous: () => ".view 不带 .contiguous()",
  no_scale: () => "不 ÷ √d_k",
  raw_inputs: () => "Q、K、V 直接用 x",
  softmax_axis: () => "沿查询做 softmax",
  mask_reversed: () => "掩码：true = 可以看",
  mask_repeat_order: () => "mask.repeat(H, 1, 1)",
  rope_style: () => "旋转了另一种配对",
  positions_restart: () => "位置又从 0 开始",
  alibi_sign: () => "+ 斜率 · 距离",
  window_off_by_one: () => "多看一个键",
};

export const wrong = {
  path: (/** @type {string} */ chip) => `错误路径：${chip}`,
  pair: "这条错误路径需要两句话；逐步演示会显示两句",
  without: (/** @type {string} */ id) => `错误路径没有 ${id} 这一步`,
  sums: "各行之和不为 1",
};

const TWO_BY_TWO = "从两个头、两个词元起就会出错。";

export const faults = {
  none: "在这些尺寸下没有差别",
  view_without_transpose: {
    right: (/** @type {Sizes} */ { B, T, heads, dK }) => `.view(${B}, ${T}, ${heads}, ${dK}).transpose(1, 2)`,
    title: () => "形状相同，数却不对",
    why: () =>
      "单元格按{T|词元}着色。正确：每个{H|头}看到所有词元。错误：一个词元的一行被切开，每一段都被当成一个词元分发出去。",
    training: "形状都对得上，所以不会报错；模型甚至能训练。只是那些头已经不再是头。",
    elsewhere: TWO_BY_TWO,
  },
  merge_without_transpose: {
    right: (/** @type {Sizes} */ { B, T, concat }) =>
      `.transpose(1, 2).contiguous().view(${B}, ${T}, ${concat})`,
    title: () => "头变成了词元",
    why: () =>
      "单元格按{T|词元}着色。不转置回来，各行就一个{H|头}接一个头地填：先是第一个头的全部词元，再是第二个头的，而不是一个词元的所有头。",
    training: "损失仍会下降，因为 W_O 会绕着它去学；但位置之间互相泄漏，连因果掩码也挡不住。",
    elsewhere: TWO_BY_TWO,
  },
  view_without_contiguous: {
    right: (/** @type {Sizes} */ { B, T, concat }) => `.contiguous().view(${B}, ${T}, ${concat})`,
    title: () => "被拒绝的视图",
    why: () =>
      "此时同一个词元的各个{H|头}和{d_v|特征}在内存里并不相邻，所以没有哪一个{stride|步幅}能把两者当作一个轴走完。",
    training: "根本到不了训练：它在第一次运行时就大声报错，因此是所有错误里最仁慈的一个。",
    elsewhere: "从两个头、两个词元、每头两个特征起才会被拒绝：尺寸太小的测试发现不了。",
  },
  no_scale: {
    right: (/** @type {Sizes} */ { dK }) => `scores / math.sqrt(${dK})`,
    title: () => "头越宽，越尖锐",
    why: () =>
      "{d_k|d_k} 项的点积，离散程度按 √d_k 增长。不缩放，头越宽，最大的分数占去的权重就越多：{softmax|softmax} 饱和了。",
    training:
      "一行的权重越集中在一个键上，它传回的梯度就越少：中位的行比平均值降得更厉害，因为平均值靠少数还没拿定主意的行撑着。训练起步缓慢或停滞，而且只发生在宽的头上。",
    elsewhere: "从两个键、每头两个特征起才看得出来。",
  },
  raw_inputs: {
    right: () => "x @ w_q, x @ w_k, x @ w_v",
    title: () => "省掉了投影",
    why: () =>
      "输入本身被切分给各个{H|头}。每个头拿一个词的一段与另一个词的同一段比较；该找什么，完全没有学。它要求输入与投影同宽。",
    training: "能训练，只是稍差：W_O 和后面的层还在学，而 W_Q、W_K、W_V 永远不变。",
    elsewhere: "只要投影不是恒等映射就看得出来。",
  },
  softmax_axis: {
    right: () => "scores.softmax(-1)",
    title: () => "列之和为 1，行却未必",
    why: () =>
      "沿列归一化，就成了键把自己的权重分给各个查询。这样一个{T|词元}的一行不再是分布：和可能几乎为零，也可能是好几，等于 1 只是碰巧。",
    training: "不会报错。有因果掩码时还会泄漏：一个权重会依赖于后面的查询。",
    elsewhere: "从两个词元起就看得出来。",
  },
  mask_reversed: {
    right: () => "scores.masked_fill(blocked, -torch.inf)",
    title: (/** @type {Sizes} */ { T }) => (T > 1 ? "只看得到未来" : "什么也看不到"),
    why: (/** @type {Sizes} */ { T }) =>
      `true 是什么意思，各个库并不一致。反过来理解，${
        T > 1
          ? "每个{T|词元}看到的恰恰是它不该看的，而最后一个什么也看不到。"
          : "唯一的{T|词元}连自己也看不到。"
      }`,
    training:
      "在 PyTorch 里，全是 −∞ 的一行经过 softmax 成为 NaN，第一步的损失也是 NaN。若填的是 −1e9，或者像这里一样置为 0，训练会照常进行：看得到未来，损失好得可疑，写出来的却是胡话。",
    elsewhere: "任何布尔掩码都看得出来。",
  },
  mask_repeat_order: {
    right: () => "mask.repeat_interleave(H, 0)",
    title: () => "用了另一句话的掩码",
    why: () =>
      "两句话，第二句有一半是填充。内存里各个{H|头}是排在自己那句话之内的，掩码却按另一种次序重复：头拿到了别的{B|句子}的填充。1:0 是第二句的头 0。",
    training: "句子一样长时看不出来。有填充时，一些头会读到填充，另一些则漏掉词。",
    elsewhere: "从两个头、两个词元起，且各句的填充不同，才看得出来。",
  },
  rope_style: {
    right: () => "rotate(q, 权重所用的配对)",
    title: () => "特征与错误的伙伴一起旋转",
    why: () =>
      "权重要求一个{d_k|特征}与相邻的特征一起旋转，或者与相隔半个头的特征一起旋转。这里的代码用了另一种配对：形状都对得上，每个向量的长度也不变。",
    training:
      "这样训练出来的模型会学会所给的配对。而检查点的权重是用另一种配对训练的：加载时毫无怨言，写出来的却是胡话，词离得越远越严重。",
    elsewhere: "从两个词元、四个旋转的特征起就看得出来。",
  },
  positions_restart: {
    right: () => "rotate(q, T_past)",
    title: () => "新词元站到了开头",
    why: () =>
      "缓存里的键是按各自的位置旋转过的。新的{T|词元}却又从 0 数起，好像前面什么也没有：它们到缓存中每个键的距离都太小。",
    training: "训练时从来没有过去，所以看不出来。生成从第二次调用起就出错，而只调用一次的测试会通过。",
    elsewhere: "有过去并使用旋转位置时看得出来。",
  },
  alibi_sign: {
    right: () => "scores - slope * distance",
    title: () => "越远权重越大",
    why: () => "距离本该减去，却加上了。于是每个{T|词元}都不看自己的近旁，斜率最大的头最严重。",
    training: "能训练，但更差：查询和键要去抵消随距离增长的偏置。比训练时更长的文本得到的只是噪声。",
    elsewhere: "从两个词元起就看得出来。",
  },
  window_off_by_one: {
    right: () => "i - j < window",
    title: () => "比窗口多一个键",
    why: () => "大小为 n 的窗口把{T|词元}自己也算在内：它前面只看得到 n − 1 个。若用 ≤ 代替 <，就看到 n 个。",
    training: "不会报错，损失也看不出来。结果与别的实现都略有不同，而只存 n 个键的缓存会少一个。",
    elsewhere: "词元比窗口多时看得出来。",
  },
};
