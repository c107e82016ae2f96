/** What the labs say, in Chinese: loaded where they are first shown. */
import { labBatch } from "./batch.js";
import { labBuild, labWanted } from "./build.js";
import { labChain } from "./chain.js";
import { labCost } from "./cost.js";
import { labDropout } from "./dropout.js";
import { backwardFormulas, labGradients } from "./gradients.js";
import { labLayer } from "./layer.js";
import { labMask } from "./mask.js";
import { labWords, labs } from "./names.js";
import { labOrder } from "./order.js";
import { labRoles } from "./roles.js";
import { labSoftmax } from "./softmax.js";

/** What the core refuses there. @type {readonly (readonly [RegExp, string])[]} */
const told = [
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

export default {
  ...{ labBatch, labBuild, labWanted, labChain, labCost, labDropout, backwardFormulas },
  ...{ labGradients, labLayer, labMask, labWords, labs, labOrder, labRoles, labSoftmax, told },
};
