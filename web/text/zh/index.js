/** Simplified Chinese: every area of the page by its English table's name. */
import { asked, habits, heads, measures } from "./heads.js";
import { axes, compared, drawn, formulas, memory, scenes } from "./pictures.js";
import { attention, code, cost, files, messages, origin, settings, table, walk } from "./page.js";
import { embed, faint } from "./embed.js";
import { glossary } from "./glossary.js";
import { steps } from "./steps.js";
import { pages, site } from "./site.js";
import { told } from "./told.js";
import { headWeights, kinds, weights } from "./weights.js";
import { chips, faults, wrong } from "./wrong.js";

/** @type {import("../words.js").Locale} */
export default {
  parts: {
    train: () => import("./train.js"),
    labs: () => import("./labs/index.js"),
    learn: () => import("./learn.js"),
  },
  lang: "zh-Hans",
  stop: "。",
  ...{
    asked,
    attention,
    axes,
    chips,
    code,
    compared,
    cost,
    drawn,
    embed,
    faint,
    faults,
    files,
    formulas,
    glossary,
    habits,
    heads,
  },
  ...{
    headWeights,
    kinds,
    measures,
    memory,
    messages,
    origin,
    pages,
    scenes,
    settings,
    site,
    steps,
    table,
    told,
  },
  ...{ walk, weights, wrong },
};
