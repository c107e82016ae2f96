/** What the labs say, in French: loaded where they are first shown. */
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
    "view $1 ne convient pas à $2, qui a $3 éléments et non $4",
  ],
  [
    /^view (.+) does not fit (.+), which has (\d+) elements, no multiple of (\d+)$/,
    "view $1 ne convient pas à $2, dont les $3 éléments ne sont pas un multiple de $4",
  ],
  [
    /^view (.+) of shape (.+) with strides (.+): view size is not compatible .* Dimensions (\d+) and (\d+) do not follow one another in memory: stride (\d+) is not (\d+) \* (\d+)\. Call contiguous\(\) first, which copies$/,
    "view $1 de la forme $2 de pas $3 : les dimensions $4 et $5 ne se suivent pas en mémoire, le pas $6 n’est pas $7 · $8. Appelez d’abord contiguous(), qui copie",
  ],
  [
    /^dimension (\S+) of (.+) does not exist \(expected (\S+) to (\S+)\)$/,
    "la dimension $1 de $2 n’existe pas (attendu : $3 à $4)",
  ],
  [/^dimension (\S+) does not exist$/, "la dimension $1 n’existe pas"],
  [/^permute (.+) names (\d+) dimensions; (.+) has (\d+)$/, "permute $1 nomme $2 dimensions ; $3 en a $4"],
  [/^permute (.+) names dimension (\S+) twice$/, "permute $1 nomme deux fois la dimension $2"],
  [
    /^unsqueeze at (\S+) of (.+): there is no such place \(expected (\S+) to (\S+)\)$/,
    "unsqueeze à $1 de $2 : il n’y a pas de telle place (attendu : $3 à $4)",
  ],
  [/^expand (.+) has fewer dimensions than (.+)$/, "expand $1 a moins de dimensions que $2"],
  [
    /^expand (.+) of (.+): size (\S+) of dimension (\S+) cannot become (\S+); only a size of 1 expands$/,
    "expand $1 de $2 : la taille $3 de la dimension $4 ne peut pas devenir $5 ; seule une taille de 1 s’étend",
  ],
];

export default {
  ...{ labBatch, labBuild, labWanted, labChain, labCost, labDropout, backwardFormulas },
  ...{ labGradients, labLayer, labMask, labWords, labs, labOrder, labRoles, labSoftmax, told },
};
