// Properties, events and styles of the elements, for the manifest, the types of frameworks and the reference, from tables in the sources.
import { ROWS } from "../../web/kit/state/shown.js";
import { PRESETS } from "../../web/kit/state/presets.js";
import { TRAIN_SETTINGS } from "../../web/kit/state/training-settings.js";
import { TRAIN_ROWS } from "../../web/train/state/shown.js";
import { SAYS } from "../../web/command/setting-words.js";
import { ENDINGS } from "../../web/opening/state/opening.js";
import { OPENING_SAYS } from "../../web/opening/words.js";
import { VIEWS } from "../../web/kit/state/views.js";
import { MODEL_VIEWS } from "../../web/kit/state/views.js";
import { MODELS_SAYS } from "../../web/models/words-attributes.js";
import { TRAIN_SAYS } from "../../web/train/words.js";

/** TypeScript types by kind of setting. @type {Record<string, string>} */
const TYPES = {
  count: "number",
  fraction: "number",
  seed: "number",
  flag: "boolean",
  tokens: "string | readonly string[]",
  text: "string",
  window: "string | number | readonly [number, number]",
  step: "string",
  index: "number | null",
  heads: "string | readonly number[]",
  scales: "string | Readonly<Record<number, number>>",
};

/** For each row of the tables: property, attribute, TypeScript type and description. */
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

/** Properties of mha-train. */
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

/** Properties of mha-opening. */
export const OPENING_PROPERTIES = [
  {
    ...{ name: "ending", attribute: "ending", default: JSON.stringify(ENDINGS[0]) },
    type: ENDINGS.map((word) => JSON.stringify(word)).join(" | "),
    description: OPENING_SAYS.ending,
  },
];

/** Properties of mha-models. */
export const MODELS_PROPERTIES = Object.entries(MODELS_SAYS).map(([name, description]) => ({
  ...{ name, attribute: name, default: "", description },
  type: name === "view" ? MODEL_VIEWS.map((view) => JSON.stringify(view)).join(" | ") : "string",
}));

/** Attributes that are not in the tables, with types and descriptions. @type {Record<string, { type: string, description: string }>} */
export const OWN = {
  view: {
    type: Object.keys(VIEWS)
      .map((view) => JSON.stringify(view))
      .join(" | "),
    description: "mha-explainer only: the view on show.",
  },
  controls: {
    type: "string",
    description:
      "mha-explainer only: the settings that readers may change: none, few, all, or names of attributes.",
  },
  attention: {
    type: `${PRESETS.map(({ id }) => JSON.stringify(id)).join(" | ")} | TensorInput | null`,
    description:
      "A model whose attention is drawn: its options and its heads, at most 64 and narrower; rotary positions without YaRN. Attributes beside it keep their own values. As a property, your own attention weights.",
  },
  image: {
    type: "string | Blob | ImageData | CanvasImageSource | TensorInput | null",
    description:
      "mha-heads, mha-head and mha-heatmap only: the image whose patches are tokens of the attention. An attribute is a URL; a property also takes a Blob, an ImageData, a canvas, or pixels (height, width, 3).",
  },
  grid: {
    type: "string | readonly [rows: number, columns: number] | null",
    description: "With `image` or alone: rows and columns of the patches, such as `14 14`.",
  },
  extra: {
    type: "string | number",
    description: "Number of tokens before the patches, such as [CLS] and registers. Defaults to 0.",
  },
  kind: { type: "string", description: "mha-lab only: the lab on show." },
  readonly: {
    type: "boolean",
    description: "A figure without controls.",
  },
  for: { type: "string", description: "Id of the element whose state is shown." },
  theme: { type: '"light" | "dark"', description: "Colour scheme. Defaults to the page's `color-scheme`." },
  loading: { type: '"lazy" | "eager"', description: "`lazy` loads near the viewport, `eager` at once." },
  alt: { type: "string", description: "Text alternative of the picture." },
  link: {
    type: "string",
    description:
      "Address of the hosted pages to which “Open in Headscope” in the menus of figures leads, or `none` for no such link. Defaults to the address that the build was given.",
  },
};

/**
 * Events, with type of detail and cause. Loading events do not bubble, like those of images; the others bubble and cross shadow roots.
 * @type {Record<string, { type: string, description: string }>}
 */
export const EVENTS = {
  load: { type: "Record<string, never>", description: "The first picture is ready." },
  error: {
    type: "{ message: string, code: string }",
    description: "The core failed to load, or refused the first settings.",
  },
  stepchange: { type: "{ step: string }", description: "The reader went to another step." },
  headchange: { type: "{ head: number | null }", description: "The reader selected another head." },
  cellselect: {
    type: "{ step: string, index: readonly number[], value: number }",
    description: "The reader selected a cell.",
  },
  statechange: {
    type: "{ changed: readonly string[], state: Record<string, unknown>, arrived?: true }",
    description:
      "The reader changed the state. Gives the names of the changed values, and the whole state. `arrived` is true if weights that the reader chose before have arrived now, and moved the selection.",
  },
};

/** Methods, with descriptions. @type {Record<string, string>} */
export const METHODS = {
  "next(), prev()": "Go to the next or previous stage.",
  "goTo(step)":
    "Goes to a step. Resolves when the first picture is ready; rejects with a list of steps if the step does not exist.",
  "getTensor(step)": "Resolves to a copy of a step's tensor: data, shape, strides, offset, storage.",
  state:
    "The whole state as a plain object with its version. Setting it changes the fields that the object has.",
  "toParams(), fromParams(params)": "The state as URLSearchParams, and back.",
  "act(params), preview(params), endPreview()":
    "Applies a link, as if the reader had followed it; or previews it until endPreview().",
  "toSVG({ width }), toBlob({ width, scale })": "Resolve to the picture as SVG text, or as a PNG Blob.",
  "toCSV()":
    'Resolves to the numbers on show: one row for each element of the tensor, with its index by axis (b, h, q, k), its words and its value. In the view of all heads (`<mha-heads>`), one row of measures for each head; for every weight, use `<mha-heatmap for="…">`.',
  "attention, parameters, input": "Properties only: your own tensors. null restores the computed ones.",
};

/**
 * Custom properties. They apply to HTML, canvases and files. Colours are CSS colours and can change at any time.
 * @type {Record<string, string>}
 */
export const CUSTOM_PROPERTIES = {
  "--mha-paper": "Background, of exported files too.",
  "--mha-card": "Background of code, fields and notes.",
  "--mha-ink": "Text and lines.",
  "--mha-accent":
    "Selection: the current station, the play button, outlines of a selected head or cell. Defaults to the ink.",
  "--mha-muted": "Secondary text.",
  "--mha-hairline": "Dividing lines.",
  "--mha-B": "Axis B, the batch, in pictures and text.",
  "--mha-T": "Axes T, T_q and T_k: tokens.",
  "--mha-H": "Axis H: heads.",
  "--mha-d_k": "Axes d_k and d_v: features of a head.",
  "--mha-d_model": "Axis d_model: features of a token's vector.",
  "--mha-heat":
    "Attention weights: one colour, for a weight of 1; several from 0 to 1, separated by commas; or viridis or cividis. A scale that the reader chooses takes precedence.",
  "--mha-font": "Font family of text.",
  "--mha-font-mono": "Font family of shapes, strides and code.",
  "--mha-gutter": "Space at the left and the right.",
  "--mha-reserve":
    "Height reserved until the figure loads, in place of the view's own. For a readonly walk, its height.",
};

/** Regions for ::part(), of mha-explainer and its elements; web/kit/elements/parts.js exports them. @type {Record<string, string>} */
export const REGIONS = {
  sentence: "The sentence, or both sentences.",
  token: "A token of the sentence.",
  controls: "The controls of the settings.",
  track: "The map of the layer.",
  stage: "The picture of the current step.",
  words: "The explanation; contains the stage.",
  beside: "The column beside the picture: words and facts of a step, further panels of the heads.",
  code: "The lines of the program.",
  row: "One word in three moves.",
  memory: "The memory tape.",
  cost: "The cost of the step.",
  heads: "All heads and one large, side by side.",
  maps: "All heads.",
  head: "One head, large.",
  save: "The menu of a figure: files, colours and scale.",
  still: "The picture of a readonly figure.",
  tour: "The caption and the controls of the tour.",
  canvas: "Every canvas.",
  caption: "The caption.",
};

/** Regions of the other elements. @type {Record<string, Record<string, string>>} */
export const OTHER_REGIONS = {
  "mha-lab": { lab: "The lab.", beside: "The menu of a picture: its numbers as a table, and files." },
  "mha-train": {
    controls: "Settings and playback.",
    learning: "The learning curve.",
    heads: "The maps of the heads.",
    beside: "The menu of a picture: its numbers as a table, and files.",
    below: "The sentence and ablation, below the maps.",
    sentence: "The sentence and the predictions.",
    removal: "Ablation.",
    caveats: "The limits of the model.",
  },
  "mha-opening": {
    endings: "The switch of the last word.",
    sentence: "The sentence and the arc.",
    map: "The whole map of the head.",
    words: "The sentences about the head.",
    ways: "The buttons that lead to other pages.",
  },
  "mha-models": {
    controls: "Which model is on show, and how to open another.",
    sentence: "The text and the likeliest pieces.",
    heads: "The maps of all heads.",
    head: "One head, large.",
    ablation: "Heads that are off, and the ranking of heads, in their own view.",
    writes: "What the heads write, in its own view or in place of the maps.",
    pair: "Two sentences beside each other.",
    beside: "The menu of a picture: its numbers as a table, and files.",
  },
  "mha-value": { value: "The number." },
  "mha-predict": { question: "The question.", answer: "The response to an answer." },
  "mha-check": {
    file: "The file field.",
    verdict: "The result.",
    table: "The table of steps.",
  },
};

const regionRows = (/** @type {Record<string, string>} */ regions, /** @type {string} */ of = "") =>
  Object.fromEntries(Object.entries(regions).map(([name, said]) => [`${of}::part(${name})`, said]));

/** All names for styling, and slots. @type {Record<string, string>} */
export const STYLED = {
  ...CUSTOM_PROPERTIES,
  ...regionRows(REGIONS),
  ...Object.assign({}, ...Object.entries(OTHER_REGIONS).map(([tag, regions]) => regionRows(regions, tag))),
  'slot="caption"': "Caption below the figure, with or without `readonly`.",
  children: "Shown until the figure loads, and if it cannot.",
};

/** Elements that show attention over an image, and their own attributes. */
export const OVER_IMAGES = {
  elements: ["mha-heads", "mha-heatmap", "mha-head"],
  attributes: /** @type {const} */ (["image", "grid", "extra"]),
};

/** Public elements with their classes. */
export const ELEMENTS = {
  "mha-explainer": "Explainer",
  "mha-shape-walk": "ShapeWalk",
  "mha-heads": "Heads",
  "mha-heatmap": "Heatmap",
  "mha-head": "HeadElement",
  "mha-row": "RowElement",
  "mha-memory": "Memory",
  "mha-program": "Program",
  "mha-lab": "Lab",
};

/** The element of headscope/opening. */
export const OPENING_ELEMENT = /** @type {const} */ (["mha-opening", "Opening"]);

/** The element of headscope/train. */
export const TRAIN_ELEMENT = /** @type {const} */ (["mha-train", "Train"]);

/** The element of headscope/models-element. */
export const MODELS_ELEMENT = /** @type {const} */ (["mha-models", "Models"]);

/** The elements of headscope/learn, for the prose beside a figure. */
export const LESSON_ELEMENTS = /** @type {const} */ ({
  "mha-value": "Value",
  "mha-predict": "Predict",
  "mha-check": "Check",
});
