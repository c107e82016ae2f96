/** Titles and explanations of steps, in Chinese. */

const PROJECT =
  "的 {d_model|$width 个特征}以后要分成 {H|$heads 个头}；此时它们仍并排在一行里，每个{T|词元}一行。";
const SPLIT =
  "一个{T|词元}的一行共 {d_model|$width} 个数，现在读作 {H|$heads 个头}、每个头 {d_k|$dK 个特征}。变的只是形状，这是一个{view|视图}：同样的数，还在内存里同样的地方。";
const HEADS =
  "现在每个{H|头}都有了自己的矩阵，{T|词元}乘{d_k|特征}。内存里一个数也没有移动：只是{stride|步幅}交换了位置。";

/** @param {string} why */
const ofValues = (why) => why.replace("d_k", "d_v").replace("$dK", "$dV");

/** @typedef {Readonly<Record<string, number>>} Sizes */

/** @param {number} bias @param {string} name */
const plus = (bias, name) => (bias ? ` + ${name}` : "");

const SLICE = "qkv 中属于它的列：一个{view|视图}，{stride|步幅}与整体相同。";

const ROTATE = "每一对{d_k|特征}转过一个随位置增大的角度：于是分数能反映两个{T|词元}相隔多远。";
const NORM =
  "每个{H|头}的一行除以它的均方根，每个{d_k|特征}再乘以学到的权重。于是{score|分数}更取决于方向，而不是长度。";

const NORM_LATENTS =
  "每个{T|词元}的潜向量除以它的均方根，每个特征再乘以学到的权重。于是由潜向量得到的一切取决于方向，而不取决于长度。";

const PAST = "它们在这些{T|词元}还是新的时候算出，一直保留着。其中没有一样要重新计算。";

const CACHE = "新{T|词元}的排在保留的之后：两者一起复制。后面各步把它们当作一句话来读。";

/** 掩码留下可见的部分。 @param {Sizes} sizes */
function seen({ window, before, after, isBatch }) {
  if (window) return "在这一层里，一个{T|词元}只看得到自己和它后面的 $window 个词元。";
  if (before < 0 && after > 0) return "一个{T|词元}最多看得到它后面 $after 个词元。";
  if (isBatch && before < 0 && after < 0) return "没有{T|词元}看得到较短句子末尾的填充。";
  if (before < 0) return "没有{T|词元}看得到后面的词元。";
  if (after < 0) return "一个{T|词元}最多看得到它前面 $before 个词元。";
  return after
    ? "一个{T|词元}看得到自己、前面 $before 个和后面 $after 个词元。"
    : "一个{T|词元}看得到最近的 $newest 个词元，包括自己。";
}

const UNGROUP = {
  name: "解组",
  title: "把头重新连续编号",
  why: "各组又读作一排 {H|$heads 个头}。这是视图：什么都没有移动。",
};
const ONE = "一个矩阵服务于所有的头，它";

export const steps = {
  x: {
    name: "x",
    title: "词元变成向量",
    why: "每个{T|词元}是一行 {d_model|$dModel 个特征}：前一半是这个词自己的向量，后一半是其位置的正弦和余弦。",
  },
  query: {
    name: "query",
    title: "发问的句子",
    why: (/** @type {{ isRead: number }} */ { isRead }) =>
      isRead
        ? "每个{T|词元}是一行 {d_model|$dModel 个特征}：前面各层把它的词变成了什么。它要问：哪些词与我有关？"
        : "这里的每个{T|词元}都要问：另一句话里，哪些词元与我有关？",
  },
  key: {
    name: "key",
    title: "被问的句子",
    why: (/** @type {{ isRead: number }} */ { isRead }) =>
      isRead
        ? "词本身，也就是模型给它们的嵌入：每个{T|词元}都把自己亮出来，供查询来找。"
        : "这里的每个{T|词元}都把自己亮出来，供查询来找。",
  },
  value: {
    name: "value",
    title: "可以取走的内容",
    why: "一个{T|词元}被关注之后交出的东西。",
  },
  q: {
    name: "投影",
    title: "投影为查询",
    why: (/** @type {Sizes} */ { bias }) =>
      `x W_Q${plus(bias, "b_Q")}，{query|查询}：每个词元在找什么。${ONE}${PROJECT}`,
  },
  k: {
    name: "投影",
    title: "投影为键",
    why: (/** @type {Sizes} */ { bias }) =>
      `x W_K${plus(bias, "b_K")}，{key|键}：凭什么能找到每个词元。${ONE}${PROJECT}`,
  },
  v: {
    name: "投影",
    title: "投影为值",
    why: (/** @type {Sizes} */ { bias }) =>
      `x W_V${plus(bias, "b_V")}，{value|值}：每个词元被关注时给出什么。${ONE}${PROJECT}`,
  },
  qkv: {
    name: "投影",
    title: "三者一次投影",
    why: "W_Q、W_K、W_V 并排，只做一次乘法：x 只读一遍，而不是三遍。",
  },
  "q:slice": { name: "切片", title: "切出查询", why: SLICE },
  "k:slice": { name: "切片", title: "切出键", why: SLICE },
  "v:slice": { name: "切片", title: "切出值", why: SLICE },
  q_split: { name: "拆分", title: "拆分查询", why: SPLIT },
  k_split: { name: "拆分", title: "拆分键", why: SPLIT },
  v_split: { name: "拆分", title: "拆分值", why: ofValues(SPLIT) },
  q_heads: { name: "分头", title: "转置成头", why: HEADS },
  k_heads: { name: "分头", title: "把键转置成头", why: HEADS },
  v_heads: { name: "分头", title: "把值转置成头", why: ofValues(HEADS) },
  q_norm: { name: "归一化", title: "归一化查询", why: NORM },
  k_norm: { name: "归一化", title: "归一化键", why: NORM },
  q_rope: { name: "旋转", title: "旋转查询", why: ROTATE },
  k_rope: { name: "旋转", title: "旋转键", why: ROTATE },
  q_latent: {
    name: "压缩",
    title: "为查询压缩",
    why: "一次乘积把每个{T|词元}变成短短的一行：这个词元的所有查询都由这个潜向量得到。",
  },
  latent: {
    name: "压缩",
    title: "压缩成潜向量",
    why: "每个{T|词元}短短的一行。每个{H|头}的键和值都由这一行得到，所以缓存不必保存它们。",
  },
  k_rotary: {
    name: "投影",
    title: "投影成要旋转的键",
    why: "旋转由潜向量得到的键，就省不下内存了。所以每个{T|词元}用几个特征携带位置，所有{H|头}共用一行。",
  },
  q_latent_norm: { name: "归一化", title: "归一化查询的潜向量", why: NORM_LATENTS },
  latent_norm: { name: "归一化", title: "归一化潜向量", why: NORM_LATENTS },
  latent_past: {
    name: "缓存",
    title: "先前词元的潜向量",
    why: "上一次调用留下的，代替键和值：每个{T|词元}一行，与{H|头}的数目无关。",
  },
  latent_cache: { name: "追加", title: "追加新的潜向量", why: CACHE },
  q_content: {
    name: "切出",
    title: "切出不带位置的部分",
    why: "每个查询前面几个特征的{view|视图}：它们与由潜向量得到的键比较。",
  },
  q_rotary: {
    name: "切出",
    title: "切出要旋转的部分",
    why: "每个查询后面几个特征的{view|视图}：只有它们知道位置。",
  },
  k_rope_past: { name: "缓存", title: "先前词元旋转过的键", why: PAST },
  k_rope_cache: { name: "追加", title: "追加新的旋转过的键", why: CACHE },
  k_rope_heads: {
    name: "共用",
    title: "共用旋转过的键",
    why: "每个{H|头}读同样的旋转过的键：{stride|步幅}为 0 的{view|视图}，什么也不复制。",
  },
  q_joined: {
    name: "拼接",
    title: "拼接查询的两部分",
    why: "不带位置和带位置的特征并排：它们与一个键的乘积加在同一个{score|分数}里。",
  },
  k_joined: {
    name: "拼接",
    title: "拼接键的两部分",
    why: "每个{H|头}自己的特征旁边，再放上所有头共用的旋转过的特征。",
  },
  k_past: { name: "缓存", title: "先前词元的键", why: PAST },
  v_past: { name: "缓存", title: "先前词元的值", why: PAST },
  k_cache: { name: "追加", title: "追加新的键", why: CACHE },
  v_cache: { name: "追加", title: "追加新的值", why: CACHE },
  q_groups: {
    name: "分组",
    title: "给查询分组",
    why: "查询的{H|头}有了两个编号：读哪一个共用的键，以及是它的第几个读者。这是视图：什么都没有移动。",
  },
  scores_groups: {
    name: "QKᵀ",
    title: "查询遇见共用的键",
    why: "每一对{T|词元}做一次{score|点积}，跨 {d_k|$dK 个特征}；一{G|组}里的{H|头}都读同样的键。",
  },
  weights_groups: {
    name: "分组",
    title: "给权重分组",
    why: "各{H|头}再次按组编号，使每个头遇到本组共用的值。",
  },
  context_groups: {
    name: "× V",
    title: "混合共用的值",
    why: "每个{T|词元}得到本组值的平均，按它那一行注意力加权，每个{H|头}各做各的。",
  },
  k_groups: {
    name: "共用",
    title: "共用键",
    why: "几个查询{H|头}读同样的键。{stride|步幅}为 0，就是重复使用而不复制。",
  },
  v_groups: {
    name: "共用",
    title: "共用值",
    why: "几个查询{H|头}读同样的值。{stride|步幅}为 0，就是重复使用而不复制。",
  },
  k_t: {
    name: "Kᵀ",
    title: "转置键",
    why: "{d_k|特征}竖排，{T|词元}横排，使查询的一行能遇上每个键的一列。这次也只是两个步幅交换了位置。",
  },
  scores: {
    name: "QKᵀ",
    title: "查询遇见键",
    why: "每一对{T|词元}、每个{H|头}都做一次{score|点积}，跨 {d_k|$dK 个特征}：这个{query|查询}与那个键有多匹配？",
  },
  "scores:view": UNGROUP,
  scaled: {
    name: "÷ √d_k",
    title: "缩放分数",
    why: "{d_k|$dK} 个乘积之和，大小按 √{d_k|$dK} 增长。除以它，{score|分数}的离散程度不变，{softmax|softmax} 也就保持平缓。",
  },
  capped: {
    name: "限幅",
    title: "限制分数的大小",
    why: "{score|分数} s 变成 c · tanh(s / c)：小的不变，大的不超过 c。这样没有一个键能凭巨大的分数占去全部权重。",
  },
  biased: {
    name: "− 距离",
    title: "减去距离",
    why: "每个{score|分数}减去两个{T|词元}的距离乘以这个{H|头}的斜率。远处的键分量变小，有的头里小很多，有的头里几乎不变。",
  },
  masked: {
    name: "掩码",
    title: "屏蔽不该看的",
    why: (/** @type {Sizes} */ sizes) =>
      `画斜线的是被{mask|掩码}遮住的：置为 −∞，使 {softmax|softmax} 给它们的权重恰好为 0：${seen(sizes)}`,
  },
  weights: {
    name: "softmax",
    title: "沿键做 softmax",
    why: "{softmax|softmax} 把每一行{logit|分数}变成一个分布：一个{T|词元}把总和为 1 的权重分给它可以看的词元，每个{H|头}各分一次。",
  },
  with_sink: {
    name: "+ 汇",
    title: "加上汇",
    why: "多出一列：每个{H|头}学到的一个{score|分数}，不属于任何键。找不到什么的{T|词元}可以把权重放在那里。",
  },
  weights_with_sink: {
    name: "softmax",
    title: "对键和汇做 softmax",
    why: "{softmax|softmax} 把每一行{logit|分数}变成分布，汇也在内。汇得到的越多，留给键的就越少。",
  },
  "weights:slice": {
    name: "去掉汇",
    title: "去掉汇的那一列",
    why: "汇没有值可给，所以去掉它的一列：其余部分是一个{view|视图}。现在一行权重之和小于 1。",
  },
  dropped: {
    name: "dropout",
    title: "丢弃一些权重",
    why: "训练时用 {dropout|dropout} 随机把一些权重置为 0，其余的乘以 1/(1 − p)，使任何一个头都不会只依赖某一对。",
  },
  context: {
    name: "× V",
    title: "混合值",
    why: "每个{T|词元}得到所有值的平均，按它那一行注意力加权，每个{H|头}各做各的。",
  },
  "context:view": UNGROUP,
  context_scaled: {
    name: "缩放头",
    title: "缩放各头",
    why: "每个{H|头}的上下文乘以它自己的一个数；乘 0 就去掉这个头。",
  },
  context_t: {
    name: "转回",
    title: "转置回来",
    why: "同一个{T|词元}的各个{H|头}又挨在一起了，但只是在形状上：在内存里每个头还是自成一片。",
  },
  context_c: {
    name: "连续化",
    title: "重写内存",
    why: (/** @type {Readonly<Record<string, number>>} */ { dV }) =>
      `现在数真的移动了：一份副本，其中同一个{T|词元}的各个{H|头}并排放着。${
        dV > 1
          ? "没有它，下一个视图会被拒绝。"
          : "每个头只有一个{d_v|特征}时，下一个视图其实不需要它：单独一个{stride|步幅}仍能走完一行。"
      }`,
  },
  "context_c:view": {
    name: "连续化",
    title: "无须重写",
    why: "只有一个{H|头}或一个{T|词元}时，数已经按轴的次序排列：contiguous() 什么也不复制，把原来的内存直接交下去。",
  },
  concat: {
    name: "拼接",
    title: "拼接各头",
    why: (/** @type {Readonly<Record<string, number>>} */ { heads, T }) =>
      `{H|$heads 个头}、每个 {d_v|$dV} 个数，读作一行{d_model|特征}。拼接是视图：什么都不复制${
        heads > 1 && T > 1 ? "，因为前一步已经复制过了" : ""
      }。`,
  },
  output: {
    name: "W_O",
    title: "投影为输出",
    why: "W_O 把各个{H|头}找到的东西混合起来，每个{T|词元}得到一个 {d_model|$dModel 个特征}的向量，与输入的形状相同。",
  },
};
