/** The tables of words in French, each under the name of the English table. */
import { coreMessages } from "../../kit/text/core-messages.fr.js";
import { refusals } from "../../kit/text/refusals.fr.js";
import { checkRefusals } from "../../check/words-refusals.fr.js";
import { embedRefusals } from "../../embed/words-refusals.fr.js";
import { trainRefusals } from "../../train/words-refusals.fr.js";
import { chips, faults, wrong } from "../../kit/text/faults.fr.js";
import { glossary } from "../../kit/text/glossary.fr.js";
import { habits } from "../../kit/text/habits.fr.js";
import { files, messages, settings, table } from "../../kit/text/page.fr.js";
import { axes, compared, drawn, memory, scenes } from "../../kit/text/pictures.fr.js";
import { pages, site } from "../../kit/text/site.fr.js";
import { steps } from "../../kit/text/steps.fr.js";
import { headWeights, kinds, weights } from "../../kit/text/weights.fr.js";
import { attention, code, cost, formulas, origin, walk } from "../../walk/words.fr.js";
import { asked, heads, measures } from "../../heads/words.fr.js";
import train from "../../train/words.fr.js";
import { embed, faint } from "../../embed/words.fr.js";
import { learn, unread } from "../../learn/words/index.fr.js";
import { check, checkPage, checkPaths } from "../../check/words.fr.js";
import { labMeasures, labWords, labs } from "../../labs/words.fr.js";
import { labBatch } from "../../labs/batch/words.fr.js";
import { labBuild, labWanted } from "../../labs/build/words.fr.js";
import { labChain } from "../../labs/chain/words.fr.js";
import { labCost } from "../../labs/cost/words.fr.js";
import { labDropout } from "../../labs/dropout/words.fr.js";
import { backwardFormulas, labGradients } from "../../labs/gradients/words.fr.js";
import { labLayer } from "../../labs/layer/words.fr.js";
import { labMask } from "../../labs/mask/words.fr.js";
import { labNetwork } from "../../labs/network/words.fr.js";
import { labOrder } from "../../labs/order/words.fr.js";
import { labRoles } from "../../labs/roles/words.fr.js";
import { labSoftmax } from "../../labs/softmax/words.fr.js";

/** @type {import("../../kit/text/words.js").Locale} */
export default {
  lang: "fr",
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
