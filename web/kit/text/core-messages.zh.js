/** @param {string} said "0 to 7" */
const span = (said) => said.replace(" to ", " 到 ");

/** What the core and the state tell, in Chinese. @type {readonly (readonly [RegExp, string | ((...found: string[]) => string)])[]} */
export const told = [
  [
    /^(\S+) (\d+) is not divisible by (\S+) (\d+) \(nearest \S+: ([\d, ]+); nearest \S+: ([\d, ]+)\)$/,
    "$1 $2 不能被$3 $4 整除（最接近的 $1：$5；最接近的$3：$6）",
  ],
  [
    /^(\S+) (\d+) is not divisible by (\S+) (\d+) \(divisors: ([\d, ]+)\)$/,
    "$1 $2 不能被 $3 $4 整除（约数：$5）",
  ],
  [/^(\S+) (\S+) is not a whole number of at least (\d+)$/, "$1 $2 不是不小于 $3 的整数"],
  [/^(\S+) (\S+) is more than this page shows \(at most (\d+)\)$/, "$1 $2 超出了本页能显示的范围（至多 $3）"],
  [/^(\S+) (.+) is none of (.+)$/, "$1 $2 不在可选之列：$3"],
  [/^(\S+) (.+) is no colour of three or six digits, as (.+)$/, "$1 $2 不是三位或六位的颜色，例如 $3"],
  [/^(\S+) (.+) is no list of fonts, as (.+)$/, "$1 $2 不是字体列表，例如 $3"],
  [/^(\S+) (.+) is no width of (\d+) to (\d+) px, as (.+)$/, "$1 $2 不是 $3 到 $4 px 的宽度，例如 $5"],
  [/^(\S+) (.+) is neither true nor false$/, "$1 $2 既不是 true 也不是 false"],
  [/^(\S+) (.+) is not there: they go from 0 to (\d+)$/, "$1 $2 不存在：范围是 0 到 $3"],
  [/^(\S+) (.+) is not a whole number from 0 on$/, "$1 $2 不是从 0 起的整数"],
  [/^(\S+) (.+) names a head twice$/, "$1 $2 把一个头列了两次"],
  [/^(\S+) (.+) is no list of heads, as 2,5$/, "$1 $2 不是头的列表，例如 2,5"],
  [/^(\S+) (.+) scales head (\S+) by other than 0 to 2$/, "$1 $2 对头 $3 的缩放不在 0 到 2 之间"],
  [/^(\S+) (.+) scales no heads, as 2:0\.5,6:0 does$/, "$1 $2 没有缩放任何头，写法例如 2:0.5,6:0"],
  [/^This makes no difference here: every number comes out the same$/, "在此没有差别：每个数都一样"],
  [
    /^This makes no difference here: with one head or one token the order in memory is the same$/,
    "在此没有差别：只有一个头或一个词元时，内存里的次序相同",
  ],
  [
    /^This makes no difference here: with one head, one token or d_v = 1 these strides can be viewed$/,
    "在此没有差别：只有一个头、一个词元或 d_v = 1 时，这些步幅可以直接做视图",
  ],
  [
    /^This makes no difference here: a softmax over one key is 1$/,
    "在此没有差别：只有一个键时 softmax 就是 1",
  ],
  [/^This makes no difference here: the square root of d_k = 1 is 1$/, "在此没有差别：d_k = 1 的平方根是 1"],
  [
    /^This makes no difference here: with one query and one key both axes are the same$/,
    "在此没有差别：只有一个查询和一个键时，两个轴相同",
  ],
  [/^This makes no difference here: there is one head$/, "在此没有差别：只有一个头"],
  [/^This makes no difference here: there is one batch item$/, "在此没有差别：批次里只有一句话"],
  [
    /^This needs inputs as wide as their projections: (\S+) has (\d+) features, its projection (\d+)$/,
    "它要求输入与投影同宽：$1 有 $2 个特征，其投影有 $3 个",
  ],
  [/^This needs a mask of true and false, not one that is added$/, "它需要布尔掩码，而不是相加的掩码"],
  [
    /^batch (\d+), heads? ([\d to]+), query rows? ([\d to]+): every key is blocked, so that (?:its|their) weights are 0$/,
    (/** @type {string[]} */ ...[, batch, heads, rows]) =>
      `句子 ${batch}、头 ${span(heads)}、查询行 ${span(rows)}：所有的键都被屏蔽，所以权重为 0`,
  ],
  [/^(\d+) of (\d+) rows do(?:es)? not sum to 1$/, "$2 行中有 $1 行之和不为 1"],
  [/^(\d+) of (\d+) weights (?:is|are) negative$/, "$2 个权重中有 $1 个为负"],
  [/^(\d+) of (\d+) weights (?:is no number|are no numbers) \(NaN\)$/, "$2 个权重中有 $1 个不是数（NaN）"],
  [
    /^a fused layer reads one input; give query alone, or create the layer without fused$/,
    "合并的层只读一个输入：请回到一句话，或把 Q、K、V 分开",
  ],
  [
    /^(\S+) (\d+) for weights that were trained with (\d+): leave it out, or choose other weights$/,
    "$1 $2：这些权重是以 $3 训练的；请不要设置它，或选择其他权重",
  ],
  [
    /^(\S+) for weights that were trained without: leave it out, or choose other weights$/,
    "$1：这些权重训练时没有它；请不要设置它，或选择其他权重",
  ],
  [/^The model learns: step (\d+) of (\d+)$/, "模型正在学习：第 $1 步，共 $2 步"],
  // Where a model learns.
  [/^(\S+) (.+) is no whole number from 0 on$/, "$1 $2 不是从 0 起的整数"],
  [/^(\S+) (.+) is no whole \S+ from 0 to (\d+)$/, "$1 $2 不是 0 到 $3 的整数"],
  [/^off (.+) is no head: they go from (\S+) to (\S+)$/, "off $1 不是头：从 $2 到 $3"],
  [
    /^cut (.+) is no edge: expected layer:kind:noun or layer:kind:tells, as (\S+)$/,
    "cut $1 不是边：应为 层:类别:noun 或 层:类别:tells，例如 $2",
  ],
  [/^the model does not know the word (.*); it knows (.+)$/s, "模型不认识 $1 这个词；它认识的有 $2"],
  [/^no words to read; expected 1 to (\d+)$/, "没有可读的词；应为 1 到 $1 个"],
  [
    /^(\d+) words, as the model reads them, are more than the (\d+) that it has positions for$/,
    "按模型的读法有 $1 个词，超过了它的 $2 个位置",
  ],
  [
    /^the sentence has no blank, so that nothing is asked; expected it, this\/these or was\/were$/,
    "这句话里没有空，也就没有问题；应含有 it、this/these 或 was/were",
  ],
  [
    /^the sentence has no blank, so that nothing is asked; expected a letter that stood before.*$/,
    "这句话里没有空，也就没有问题；应含有前面出现过的字母，例如 a b c a 中的第二个 a",
  ],
  // Of chains of calls.
  [
    /^view (.+) does not fit (.+), which has (\d+) elements, not (\d+)$/,
    "view $1 与 $2 不符，后者有 $3 个元素，而不是 $4 个",
  ],
  [
    /^view (.+) does not fit (.+), which has (\d+) elements, no multiple of (\d+)$/,
    "view $1 与 $2 不符，后者有 $3 个元素，不是 $4 的倍数",
  ],
  [
    /^view (.+) of shape (.+) with strides (.+): view size is not compatible .* Dimensions (\d+) and (\d+) do not follow one another in memory: stride (\d+) is not (\d+) \* (\d+)\. Call contiguous\(\) first, which copies$/,
    "对形状 $2、步幅 $3 做 view $1：第 $4 维与第 $5 维在内存里并不相接，步幅 $6 不是 $7 · $8。请先调用 contiguous()，它会复制",
  ],
  [
    /^dimension (\S+) of (.+) does not exist \(expected (\S+) to (\S+)\)$/,
    "$2 没有第 $1 维（应为 $3 到 $4）",
  ],
  [/^dimension (\S+) does not exist$/, "没有第 $1 维"],
  [/^permute (.+) names (\d+) dimensions; (.+) has (\d+)$/, "permute $1 给出了 $2 维，而 $3 有 $4 维"],
  [/^permute (.+) names dimension (\S+) twice$/, "permute $1 把第 $2 维给出了两次"],
  [
    /^unsqueeze at (\S+) of (.+): there is no such place \(expected (\S+) to (\S+)\)$/,
    "在 $2 的 $1 处 unsqueeze：没有这个位置（应为 $3 到 $4）",
  ],
  [/^expand (.+) has fewer dimensions than (.+)$/, "expand $1 的维数比 $2 少"],
  [
    /^expand (.+) of (.+): size (\S+) of dimension (\S+) cannot become (\S+); only a size of 1 expands$/,
    "expand $2 为 $1：第 $4 维的尺寸 $3 不能变成 $5；只有尺寸 1 才能扩展",
  ],
];
