import { refused } from "../text/refusals.js";

/**
 * What a reader or an author can set: one table, from which follow the attributes and properties of the elements, the controls, the
 * limits and their messages, and what the core is given. Whether settings go together is the core's to say.
 *
 * @typedef {import("../text/refusals.js").Message} Message
 * @typedef {"count" | "fraction" | "flag" | "choice" | "tokens" | "seed" | "text"} Kind
 *
 * @typedef {object} Setting
 * @property {string} name        the property's, and the key in Settings
 * @property {string} attribute
 * @property {Kind} kind
 * @property {number | boolean | string | readonly string[] | null} default  null: what `like` is set to
 * @property {string} [like]      the setting that one left out is like
 * @property {(settings: { dModel: number, heads: number, dK: number | null }) => number} [from]  what the core makes of one left out
 * @property {number} [least]
 * @property {number} [most]      that this page shows
 * @property {number} [max]       that its control goes to, where the page declines no more
 * @property {readonly string[]} [choices]  of a choice; of a flag what off and on are called
 * @property {string} [axis]      whose colour its control wears
 * @property {string} [option]    the core's name for it
 * @property {"layer" | "forward" | "model"} [of]     which of the core's calls takes that option
 * @property {"sentence" | "few" | "more" | "picture"} control  where its control stands
 * @property {string} label       what that is called
 * @property {boolean} [explained]  whether what its value means is told beside it
 * @property {{ text: string, on: string, off: string }} [offer]  of tokens that few want: what is offered, and the words to take it and to leave it
 */

export const OPENING = "The animal didn't cross the street because it was too tired.";

/** What is offered for cross-attention: the same thought in another language, as in translation. */
export const SECOND = "Das Tier war zu müde, um die Straße zu überqueren.";

/** What is offered for a batch: shorter, so that it is padded. */
export const SHORTER = "It was late.";

export const MOST_TOKENS = 512;
const MOST_HEADS = 96;

/** Each head's of the width. @param {{ dModel: number, heads: number }} settings */
const share = ({ dModel, heads }) => Math.floor(dModel / heads);

/** @satisfies {readonly Setting[]} */
// prettier-ignore
export const SETTINGS = /** @type {const} */ ([
  { name: "tokens", attribute: "tokens", kind: "tokens", default: [], most: MOST_TOKENS, control: "sentence", label: "tokens" },
  { name: "dModel", attribute: "d-model", kind: "count", default: 64, least: 1, most: 1024, axis: "model",
    of: "layer", option: "dModel", control: "few", label: "d_model" },
  { name: "heads", attribute: "heads", kind: "count", default: 8, least: 1, most: MOST_HEADS, axis: "H",
    of: "layer", option: "numHeads", control: "few", label: "heads" },
  { name: "causal", attribute: "causal", kind: "flag", default: false, choices: ["none", "causal"],
    of: "forward", option: "causal", control: "few", label: "mask" },
  { name: "weights", attribute: "weights", kind: "choice", default: "constructed", choices: ["constructed", "random", "small", "trained"],
    of: "layer", option: "init", control: "few", label: "weights", explained: true },
  { name: "seed", attribute: "seed", kind: "seed", default: 1, least: 0, max: 2 ** 32 - 1,
    of: "layer", option: "seed", control: "few", label: "seed" },
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
  { name: "batchTokens", attribute: "batch-tokens", kind: "tokens", default: [], most: MOST_TOKENS, control: "more", label: "tokens",
    offer: { text: SHORTER, on: "Batch a second sentence", off: "Back to a batch of one" } },
  { name: "keyTokens", attribute: "key-tokens", kind: "tokens", default: [], most: MOST_TOKENS, control: "more", label: "tokens",
    offer: { text: SECOND, on: "Attend to a second sentence", off: "Back to one sentence" } },
  { name: "training", attribute: "training", kind: "text", default: "", of: "model", option: "training", control: "picture", label: "training" },
]);

/**
 * @typedef {(typeof SETTINGS)[number]} Row
 * @typedef {{ count: number, fraction: number, flag: boolean, choice: string, tokens: readonly string[], seed: number, text: string }} Kinds
 * @typedef {{ [R in Row as R["name"]]:
 *   R extends { kind: "choice", choices: readonly (infer Choice)[] } ? Choice
 *   : R extends { default: null } ? Kinds[R["kind"]] | null : Kinds[R["kind"]] }} Settings  each in its kind
 */

const OTHERS = SETTINGS.filter(({ name }) => name !== "tokens");

/** Of all but the sentence, which nobody leaves out. @type {Readonly<Omit<Settings, "tokens">>} */
export const DEFAULTS = Object.freeze(
  /** @type {any} */ (Object.fromEntries(OTHERS.map((row) => [row.name, row.default]))),
);

export const OPENING_STEP = "q_heads";

/** What it comes to: its own value, or that of the setting it is like. @param {Settings} settings @param {Setting} row */
export function valueOf(settings, { name, like, from }) {
  const values = /** @type {Record<string, unknown>} */ (settings);
  return values[name] ?? (like ? values[like] : from?.(settings));
}

/** Whether it is not as it is left out. @param {Settings} settings @param {Row} row */
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
  const options = rows.map((row) => [row.option, valueOf(settings, { ...row, from: undefined })]);
  return Object.fromEntries(options.filter(([, value]) => value !== undefined));
}

/** The rows by the core's own names for them: num_heads. */
const IN_CORE = new Map(
  SETTINGS.flatMap((row) =>
    "option" in row ? [[row.option.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), row]] : [],
  ),
);

/** The setting that a message of the core is about; null where it is about none. @param {Partial<Message>} said */
export function settingNamed({ parameters = {} }) {
  const [first = ""] = Object.keys(parameters);
  return IN_CORE.get(String(parameters.name ?? first))?.name ?? null;
}

/** The text of a message of the core with its names for the settings as their controls have them. @param {string} text */
export const asLabelled = (text) => text.replace(/\w+/g, (word) => IN_CORE.get(word)?.label ?? word);

/**
 * What the page declines before the core is asked: sizes that no screen and no browser's memory is meant for.
 * @param {Settings} settings
 * @returns {({ setting: keyof Settings } & Message) | null}
 */
export function overLimit(settings) {
  for (const row of SETTINGS) {
    const value = settings[row.name];
    const given = Array.isArray(value) ? value.length : Number(value);
    if ("most" in row && given > row.most) {
      const said = refused("more_than_shown", { name: row.label, value: given, most: row.most });
      return { setting: row.name, ...said };
    }
  }
  return null;
}
