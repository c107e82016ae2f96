// What can be set, heard and styled, for the manifest, the types of frameworks and the reference: from the tables of the sources.
import { ROWS } from "../../web/state/shown.js";
import { TRAIN_SETTINGS } from "../../web/state/train/settings.js";
import { TRAIN_ROWS } from "../../web/state/train/shown.js";
import { SAYS } from "../../web/text/settings.js";
import { TRAIN_SAYS } from "../../web/text/train.js";

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

/** What can be styled, and where something can be put. @type {Record<string, string>} */
export const STYLED = {
  "--mha-paper, --mha-card, --mha-ink, --mha-muted, --mha-hairline": "Colours.",
  "--mha-font, --mha-font-mono": "Type.",
  "--mha-gutter": "Space left and right.",
  "--mha-reserve":
    "The height that is kept free until it is loaded, where it is not to be what that view takes; of a walk that is readonly its height.",
  "::part(sentence), ::part(token), ::part(controls), ::part(heads), ::part(still)": "Regions.",
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
