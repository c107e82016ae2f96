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
import { labNetwork } from "./network.js";
import { labOrder } from "./order.js";
import { labRoles } from "./roles.js";
import { labSoftmax } from "./softmax.js";

export default {
  ...{ labBatch, labBuild, labWanted, labChain, labCost, labDropout, backwardFormulas },
  ...{ labGradients, labLayer, labMask, labNetwork, labWords, labs, labOrder, labRoles, labSoftmax },
};
