/** The tables of words in Simplified Chinese, each under the name of the English table. */
import { coreMessages } from "../../kit/text/core-messages.zh.js";
import { refusals } from "../../kit/text/refusals.zh.js";
import { checkRefusals } from "../../check/words-refusals.zh.js";
import { embedRefusals } from "../../embed/words-refusals.zh.js";
import { trainRefusals } from "../../train/words-refusals.zh.js";
import { chips, faults, wrong } from "../../kit/text/faults.zh.js";
import { glossary } from "../../kit/text/glossary.zh.js";
import { habits } from "../../kit/text/habits.zh.js";
import { files, messages, settings, table } from "../../kit/text/page.zh.js";
import { axes, compared, drawn, memory, scenes } from "../../kit/text/pictures.zh.js";
import { pages, site } from "../../kit/text/site.zh.js";
import { steps } from "../../kit/text/steps.zh.js";
import { headWeights, kinds, weights } from "../../kit/text/weights.zh.js";
import { attention, code, cost, formulas, origin, walk } from "../../walk/words.zh.js";
import { asked, heads, measures } from "../../heads/words.zh.js";
import train from "../../train/words.zh.js";
import { embed, faint } from "../../embed/words.zh.js";
import { learn, unread } from "../../learn/words/index.zh.js";
import { check, checkPage, checkPaths } from "../../check/words.zh.js";
import { labMeasures, labWords, labs } from "../../labs/words.zh.js";
import { labBatch } from "../../labs/batch/words.zh.js";
import { labBuild, labWanted } from "../../labs/build/words.zh.js";
import { labChain } from "../../labs/chain/words.zh.js";
import { labCost } from "../../labs/cost/words.zh.js";
import { labDropout } from "../../labs/dropout/words.zh.js";
import { backwardFormulas, labGradients } from "../../labs/gradients/words.zh.js";
import { labLayer } from "../../labs/layer/words.zh.js";
import { labMask } from "../../labs/mask/words.zh.js";
import { labNetwork } from "../../labs/network/words.zh.js";
import { labOrder } from "../../labs/order/words.zh.js";
import { labRoles } from "../../labs/roles/words.zh.js";
import { labSoftmax } from "../../labs/softmax/words.zh.js";

/** @type {import("../../kit/text/words.js").Locale} */
export default {
  lang: "zh-Hans",
  stop: "。",
  told: { ...coreMessages, ...refusals, ...checkRefusals, ...embedRefusals, ...trainRefusals },
  ...{ chips, faults, wrong },
  ...{ glossary },
  ...{ habits },
  ...{ files, messages, settings, table },
  ...{ axes, compared, drawn, memory, scenes },
  ...{ pages, site },
  ...{ steps },
  ...{ headWeights, kinds, weights },
  ...{ attention, code, cost, formulas, origin, walk },
  ...{ asked, heads, measures },
  ...train,
  ...{ embed, faint },
  ...{ learn, unread },
  ...{ check, checkPage, checkPaths },
  ...{ labMeasures, labWords, labs },
  ...{ labBatch },
  ...{ labBuild, labWanted },
  ...{ labChain },
  ...{ labCost },
  ...{ labDropout },
  ...{ backwardFormulas, labGradients },
  ...{ labLayer },
  ...{ labMask },
  ...{ labNetwork },
  ...{ labOrder },
  ...{ labRoles },
  ...{ labSoftmax },
};
