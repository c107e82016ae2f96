// What can be set, heard and styled, for the manifest, the types of frameworks and the reference: from the tables of the sources.
import { ROWS } from "../../web/kit/state/shown.js";
import { TRAIN_SETTINGS } from "../../web/kit/state/training-settings.js";
import { TRAIN_ROWS } from "../../web/train/state/shown.js";
import { SAYS } from "../../web/kit/text/settings.js";
import { TRAIN_SAYS } from "../../web/train/words.js";

/** What kinds are in TypeScript. @type {Record<string, string>} */
const TYPES = {
  count: "number",
  fraction: "number",
  seed: "number",
  flag: "boolean",
  tokens: "string | readonly string[]",
  text: "string",
  step: "string",
  index: "number | null",
  heads: "string | readonly number[]",
  scales: "string | Readonly<Record<number, number>>",
};

/** Of every row of the tables: its property, its attribute, its type as TypeScript writes it, and what it is. */
export const PROPERTIES = ROWS.map((row) => {
  const { name, attribute, kind, default: value } = row;
  const choices = "choices" in row && kind === "choice" ? row.choices : null;
  return {
    name,
    attribute,
    default: JSON.stringify(value),
    type: choices
      ? choices.map((choice) => JSON.stringify(choice)).join(" | ")
      : `${TYPES[kind]}${value === null && !TYPES[kind].endsWith("null") ? " | null" : ""}`,
    description: SAYS[/** @type {keyof typeof SAYS} */ (name)],
  };
});

/** The same of the element that trains. */
export const TRAIN_PROPERTIES = TRAIN_ROWS.map(({ name, attribute, asText }) => {
  const { choices, default: value = null } = TRAIN_SETTINGS.find((row) => row.name === name) ?? {};
  const type =
    name === "moment" || name === "seed"
      ? "number"
      : asText === String
        ? "string"
        : "string | readonly string[]";
  return {
    ...{ name, attribute, default: JSON.stringify(value) },
    type: choices ? choices.map((choice) => JSON.stringify(choice)).join(" | ") : type,
    description: TRAIN_SAYS[name],
  };
});

/** Attributes that no table has: what they take, and what they are. @type {Record<string, { type: string, description: string }>} */
export const OWN = {
  view: {
    type: '"walk" | "heads" | "map" | "head" | "memory" | "code"',
    description: "Of mha-explainer: what of it is shown.",
  },
  controls: {
    type: "string",
    description: "Of mha-explainer: what readers may change; none, few, all, or attributes of settings.",
  },
  kind: { type: "string", description: "Of mha-lab: which lab it is." },
  readonly: {
    type: "boolean",
    description: "A figure that only shows, with a caption in the slot of that name.",
  },
  for: { type: "string", description: "The id of the element whose state it shows." },
  theme: { type: '"light" | "dark"', description: "The page's color-scheme, where it is left out." },
  loading: { type: '"lazy" | "eager"', description: "Lazy loads when it comes near the viewport." },
  alt: { type: "string", description: "A sentence for those who do not see the picture." },
};

/** What is heard: its detail, and when. Those of loading do not bubble, as an image's do not; the others do, and leave shadow roots. @type {Record<string, { type: string, description: string }>} */
export const EVENTS = {
  load: { type: "Record<string, never>", description: "The first picture is there." },
  error: {
    type: "{ message: string, code: string }",
    description: "The core could not be loaded, or refused the first settings.",
  },
  stepchange: { type: "{ step: string }", description: "The reader went to another step." },
  headchange: { type: "{ head: number | null }", description: "The reader selected another head." },
  cellselect: {
    type: "{ step: string, index: readonly number[], value: number }",
    description: "The reader selected a cell.",
  },
  statechange: {
    type: "{ changed: readonly string[], state: Record<string, unknown> }",
    description: "The reader changed what is shown: the names of it, and all of it.",
  },
};

/** What can be called. @type {Record<string, string>} */
export const METHODS = {
  "next(), prev()": "A stage on, a stage back.",
  "goTo(step)": "Shows a step, once there is a picture; rejects with the steps there are.",
  "getTensor(step)": "A step's numbers, copied out: data, shape, strides, offset, storage.",
  state: "All that is shown as a plain object with its version; set, it takes what it names.",
  "toParams(), fromParams(params)": "The same as a link says it.",
  "act(params), preview(params), endPreview()":
    "Does what a link says, as the reader's wish; or only as long as it is pointed at.",
  "toSVG({ width }), toBlob({ width, scale })": "The picture as a file, SVG or PNG.",
  "toCSV()":
    "The numbers of what is shown: a row an element of the step's tensor, with its index by axis (b, h, q, k), its words and its value; of all heads a row a head.",
  "attention, parameters, input":
    "Properties alone: numbers of your own in place of the page's; null gives them back.",
};

/** Custom properties: on screen, on canvases and in files. A colour is whatever CSS takes for one, and may change at any time. @type {Record<string, string>} */
export const CUSTOM_PROPERTIES = {
  "--mha-paper": "The colour of what it stands on, and of a file's background.",
  "--mha-card": "Of what stands out from the paper: the code, fields, what is beside a cell.",
  "--mha-ink": "Of words and lines.",
  "--mha-accent":
    "Of what is chosen: the current station, the play button, outlines of a selected head or element. The ink, unless told.",
  "--mha-muted": "Of words that are said by the way.",
  "--mha-hairline": "Of what only parts.",
  "--mha-B": "Of the axis B, wherever it is drawn or written.",
  "--mha-T": "Of T, T_q and T_k: tokens.",
  "--mha-H": "Of H: heads.",
  "--mha-d_k": "Of d_k and d_v: features of a head.",
  "--mha-d_model": "Of d_model: features of a token's vector.",
  "--mha-heat":
    "Of attention weights: one colour, that of a weight of 1; several, with commas between, from 0 to 1; or viridis, cividis. A scale that a reader picks goes before it.",
  "--mha-font": "The family of what is read.",
  "--mha-font-mono": "The family of shapes, strides and code.",
  "--mha-gutter": "Space left and right.",
  "--mha-reserve":
    "The height that is kept free until it is loaded, where it is not to be what that view takes; of a walk that is readonly its height.",
};

/** Regions to be styled as ::part(), of mha-explainer and of the elements that it is made of; web/kit/elements/parts.js hands them on. @type {Record<string, string>} */
export const REGIONS = {
  sentence: "The sentence, or both.",
  token: "A word of it.",
  controls: "The settings that readers may change.",
  track: "The map of the layer.",
  stage: "The picture of the step.",
  words: "What is said beside it; the stage stands in it.",
  code: "The lines of the program.",
  memory: "The memory behind the step.",
  cost: "What it costs.",
  heads: "All heads and one large, side by side.",
  maps: "All heads.",
  head: "One head, large.",
  save: "What saves a picture as a file.",
  still: "The picture of a figure that only shows.",
  canvas: "Every canvas.",
  caption: "What its author says below it.",
};

/** Regions of the other elements. @type {Record<string, Record<string, string>>} */
export const OTHER_REGIONS = {
  "mha-lab": { lab: "The lab." },
  "mha-train": {
    controls: "What is set and started.",
    learning: "How the loss falls.",
    heads: "What each head looks at.",
    sentence: "The sentence, and what is guessed.",
    removal: "What happens without a head.",
  },
  "mha-value": { value: "The number." },
  "mha-predict": { question: "What is asked.", answer: "What is said of the answer." },
  "mha-check": {
    file: "The field for the file.",
    verdict: "What came of it.",
    table: "Step by step.",
  },
};

const regionRows = (/** @type {Record<string, string>} */ regions, /** @type {string} */ of = "") =>
  Object.fromEntries(Object.entries(regions).map(([name, said]) => [`${of}::part(${name})`, said]));

/** What can be styled, and where something can be put. @type {Record<string, string>} */
export const STYLED = {
  ...CUSTOM_PROPERTIES,
  ...regionRows(REGIONS),
  ...Object.assign({}, ...Object.entries(OTHER_REGIONS).map(([tag, regions]) => regionRows(regions, tag))),
  'slot="caption"': "What stands below it.",
  children: "Shown until it is loaded, and where it cannot be.",
};

/** The public elements, and the class of each. */
export const ELEMENTS = {
  "mha-explainer": "Explainer",
  "mha-shape-walk": "ShapeWalk",
  "mha-heads": "Heads",
  "mha-heatmap": "Heatmap",
  "mha-head": "HeadElement",
  "mha-memory": "Memory",
  "mha-program": "Program",
  "mha-lab": "Lab",
};

/** The one that trains, a module of its own. */
export const TRAIN_ELEMENT = /** @type {const} */ (["mha-train", "Train"]);

/** Those that stand in the prose beside a figure, a module of their own. */
export const LESSON_ELEMENTS = /** @type {const} */ ({
  "mha-value": "Value",
  "mha-predict": "Predict",
  "mha-check": "Check",
});
