import { refused } from "../text/refusals.js";
import { VISION_PICTURES } from "./vision-pictures.js";

/**
 * All settings, in one table. Attributes, properties, controls, limits, messages and the core's options follow from it. The core decides whether
 * settings can be combined.
 *
 * @typedef {import("../text/refusals.js").Message} Message
 * @typedef {"count" | "fraction" | "flag" | "choice" | "tokens" | "seed" | "text" | "window"} Kind
 *
 * @typedef {object} Setting
 * @property {string} name        name of the property, and key in Settings
 * @property {string} attribute
 * @property {Kind} kind
 * @property {number | boolean | string | readonly string[] | null} default  null: the value of `like`, or none, or the core's default
 * @property {string} [like]      setting whose value is the default
 * @property {(settings: { dModel: number, heads: number, dK: number | null }) => number} [from]  the default as the core computes it
 * @property {number} [least]
 * @property {number} [most]      largest value that this page accepts
 * @property {number} [max]       largest value of the control, if the page has no limit
 * @property {readonly string[]} [choices]  values of a choice; for flags, the names of off and on
 * @property {string} [axis]      axis whose colour the control has
 * @property {string} [option]    name of the core's option, or of a field of an option, as in `rope.base`. The option is off where the first of
 * its fields has no value or is "none"
 * @property {"layer" | "forward" | "model"} [of]     call of the core that takes the option
 * @property {string} [with]      setting without whose value this one has no effect; the control is shown only with that value
 * @property {string} [withValue] the value, if it has to be this one
 * @property {"sentence" | "few" | "more" | "attention" | "picture"} control  place of the control
 * @property {string} label       label of the control
 * @property {boolean} [explained]  whether a note explains the value
 * @property {boolean} [windowed]   for a flag: whether the label of its off state names a trained layer's window
 * @property {{ text: string, on: string, off: string }} [offer]  for optional sentences: an example, and the labels of the buttons that add
 * and remove it
 */

export const OPENING = "The animal didn't cross the street because it was too tired.";

/** Example for cross-attention: the same sentence in another language, as in translation. */
export const SECOND = "Das Tier war zu müde, um die Straße zu überqueren.";

/** Example for a batch: a shorter sentence, so that it is padded. */
export const SHORTER = "It was late.";

export const MOST_TOKENS = 512;

/** Largest number of tokens of attention over an image: a grid of 37 by 37, as DINOv2 has at 518 px, and more. */
export const MOST_PATCHES = 1600;
const MOST_HEADS = 96;

/** The default width of a head. @param {{ dModel: number, heads: number }} settings */
const share = ({ dModel, heads }) => Math.floor(dModel / heads);

/** Half the width of a head. @param {{ dModel: number, heads: number, dK: number | null }} settings */
const half = (settings) => Math.floor((settings.dK ?? share(settings)) / 2);

/** @satisfies {readonly Setting[]} */
// prettier-ignore
export const SETTINGS = /** @type {const} */ ([
  { name: "tokens", attribute: "tokens", kind: "tokens", default: [], most: MOST_TOKENS, control: "sentence", label: "tokens" },
  { name: "dModel", attribute: "d-model", kind: "count", default: 64, least: 1, most: 1024, axis: "model",
    of: "layer", option: "dModel", control: "few", label: "d_model" },
  { name: "heads", attribute: "heads", kind: "count", default: 8, least: 1, most: MOST_HEADS, axis: "H",
    of: "layer", option: "numHeads", control: "few", label: "heads" },
  { name: "causal", attribute: "causal", kind: "flag", default: false, choices: ["none", "causal"],
    of: "forward", option: "causal", control: "few", label: "mask", windowed: true },
  { name: "weights", attribute: "weights", kind: "choice", default: "constructed", choices: ["constructed", "random", "small", "trained", "language", "translation", "vision"],
    of: "layer", option: "init", control: "few", label: "weights", explained: true },
  { name: "attentionKind", attribute: "attention-kind", kind: "choice", default: "cross", choices: ["encoder", "decoder", "cross"],
    with: "weights", withValue: "translation", control: "few", label: "attention" },
  { name: "visionPicture", attribute: "vision-picture", kind: "choice", default: "pullover", choices: VISION_PICTURES,
    with: "weights", withValue: "vision", control: "few", label: "picture" },
  { name: "painted", attribute: "painted", kind: "text", default: "",
    with: "weights", withValue: "vision", control: "picture", label: "painted" },
  { name: "seed", attribute: "seed", kind: "seed", default: 1, least: 0, max: 2 ** 32 - 1,
    of: "layer", option: "seed", control: "more", label: "seed" },
  { name: "colormap", attribute: "colormap", kind: "choice", default: "blue", choices: ["blue", "viridis", "cividis"],
    control: "picture", label: "colours" },
  { name: "kvHeads", attribute: "kv-heads", kind: "count", default: null, like: "heads", least: 1, max: MOST_HEADS, axis: "H",
    of: "layer", option: "numKvHeads", control: "more", label: "kv-heads" },
  { name: "dK", attribute: "d-k", kind: "count", default: null, least: 1, most: 512, axis: "d",
    of: "layer", option: "dK", control: "more", label: "d_k", from: share },
  { name: "dV", attribute: "d-v", kind: "count", default: null, least: 1, most: 512, axis: "d",
    of: "layer", option: "dV", control: "more", label: "d_v", from: (settings) => settings.dK ?? share(settings) },
  { name: "bias", attribute: "bias", kind: "flag", default: false, choices: ["none", "four"],
    of: "layer", option: "bias", control: "more", label: "biases" },
  { name: "fused", attribute: "fused", kind: "flag", default: false, choices: ["no", "yes"],
    of: "layer", option: "fused", control: "more", label: "fused" },
  { name: "rope", attribute: "rope", kind: "choice", default: "none", choices: ["none", "interleaved", "half"],
    of: "layer", option: "rope.style", control: "attention", label: "rope" },
  { name: "ropeBase", attribute: "rope-base", kind: "fraction", default: 10000, least: 1,
    of: "layer", option: "rope.base", control: "attention", label: "rope base" },
  { name: "qkNorm", attribute: "qk-norm", kind: "flag", default: false, choices: ["none", "RMS"],
    of: "layer", option: "qkNorm", control: "attention", label: "QK norm" },
  { name: "alibi", attribute: "alibi", kind: "flag", default: false, choices: ["no", "yes"],
    of: "layer", option: "alibi", control: "attention", label: "ALiBi" },
  { name: "softcap", attribute: "softcap", kind: "fraction", default: null,
    of: "layer", option: "softcap", control: "attention", label: "soft cap" },
  { name: "window", attribute: "window", kind: "window", default: null,
    of: "layer", option: "window", control: "attention", label: "window" },
  { name: "sinks", attribute: "sinks", kind: "flag", default: false, choices: ["no", "yes"],
    of: "layer", option: "sinks", control: "attention", label: "sinks" },
  { name: "latentRank", attribute: "latent-rank", kind: "count", default: null, least: 1, most: 1024, axis: "d",
    of: "layer", option: "latent.rank", control: "attention", label: "latent" },
  { name: "latentQueryRank", attribute: "latent-query-rank", kind: "count", default: null, least: 1, most: 1024, axis: "d",
    of: "layer", option: "latent.queryRank", with: "latentRank", control: "attention", label: "query latent" },
  { name: "latentRopeWidth", attribute: "latent-rope-width", kind: "count", default: null, least: 1, most: 512, axis: "d",
    of: "layer", option: "latent.ropeWidth", with: "latentRank", control: "attention", label: "turned part", from: half },
  { name: "latentNorm", attribute: "latent-norm", kind: "flag", default: false, choices: ["none", "RMS"],
    of: "layer", option: "latent.norm", with: "latentRank", control: "attention", label: "latent norm" },
  { name: "batchTokens", attribute: "batch-tokens", kind: "tokens", default: [], most: MOST_TOKENS, control: "more", label: "tokens",
    offer: { text: SHORTER, on: "Batch a second sentence", off: "Back to a batch of one" } },
  { name: "keyTokens", attribute: "key-tokens", kind: "tokens", default: [], most: MOST_TOKENS, control: "more", label: "tokens",
    offer: { text: SECOND, on: "Attend to a second sentence", off: "Back to one sentence" } },
  { name: "training", attribute: "training", kind: "text", default: "", of: "model", option: "training", control: "picture", label: "training" },
]);

/**
 * @typedef {(typeof SETTINGS)[number]} Row
 * @typedef {{ count: number, fraction: number, flag: boolean, choice: string, tokens: readonly string[], seed: number, text: string,
 *   window: number | readonly [number, number] }} Kinds  window: a number of keys, the query's own among them; or how many before and after it
 * @typedef {{ [R in Row as R["name"]]:
 *   R extends { kind: "choice", choices: readonly (infer Choice)[] } ? Choice
 *   : R extends { default: null } ? Kinds[R["kind"]] | null : Kinds[R["kind"]] }} Settings  each with the type of its kind
 */

const OTHERS = SETTINGS.filter(({ name }) => name !== "tokens");

/** Defaults of all settings except the sentence, which has none. @type {Readonly<Omit<Settings, "tokens">>} */
export const DEFAULTS = Object.freeze(
  /** @type {any} */ (Object.fromEntries(OTHERS.map((row) => [row.name, row.default]))),
);

export const OPENING_STEP = "q_heads";

/** The value in effect: the setting's own, or its default. @param {Settings} settings @param {Setting} row */
export function valueOf(settings, { name, like, from }) {
  const values = /** @type {Record<string, unknown>} */ (settings);
  return values[name] ?? (like ? values[like] : from?.(settings));
}

/** Whether there is something to compute on: a sentence, or a picture, which the model of pictures reads in place of a sentence. @param {Pick<Settings, "tokens" | "weights">} settings */
export const hasInput = ({ tokens, weights }) => tokens.length > 0 || weights === "vision";

/** Whether a setting differs from its default. @param {Settings} settings @param {Row} row */
export function isSet(settings, row) {
  const value = settings[row.name];
  return Array.isArray(value) ? value.length > 0 : value !== row.default;
}

/**
 * The options of one of the core's calls.
 * @param {Settings} settings
 * @param {"layer" | "forward"} of
 * @returns {any}
 */
export function optionsOf(settings, of) {
  const rows = /** @type {readonly Setting[]} */ (SETTINGS).filter((row) => row.of === of);
  /** @type {Record<string, any>} */
  const options = {};
  for (const row of rows) {
    const value = valueOf(settings, { ...row, from: undefined });
    const [name, field] = /** @type {string} */ (row.option).split(".");
    if (field) {
      const isOff = options[name] === false || (!(name in options) && (value ?? "none") === "none");
      options[name] = !isOff && { ...options[name], ...(value !== undefined && { [field]: value }) };
    } else if (value !== undefined) options[name] = value;
  }
  return options;
}

/** Rows by the core's names, such as num_heads and rope base. */
const IN_CORE = new Map(
  SETTINGS.flatMap((row) =>
    "option" in row
      ? [[row.option.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(".", " "), row]]
      : [],
  ),
);

/** The setting that a message of the core names, if any. @param {Partial<Message>} said */
export function settingNamed({ parameters = {} }) {
  const [first = ""] = Object.keys(parameters);
  return IN_CORE.get(String(parameters.name ?? first))?.name ?? null;
}

/** A message of the core with the controls' labels instead of the core's names. @param {string} text */
export const asLabelled = (text) => text.replace(/\w+/g, (word) => IN_CORE.get(word)?.label ?? word);

/**
 * The first setting above a limit of the page, which excludes sizes that are too large for screens and browsers. Checked before the core is called.
 * @param {Settings} settings @param {boolean} [patches]  whether the tokens are patches of an image
 * @returns {({ setting: keyof Settings } & Message) | null}
 */
export function overLimit(settings, patches = false) {
  for (const row of SETTINGS) {
    const value = settings[row.name];
    const given = Array.isArray(value) ? value.length : Number(value);
    if (!("most" in row)) continue;
    const most = patches && row.kind === "tokens" ? MOST_PATCHES : row.most;
    if (given > most) {
      const said = refused("more_than_shown", { name: row.label, value: given, most });
      return { setting: row.name, ...said };
    }
  }
  return null;
}
