// English tables by area, and words that wait for a translation.
import path from "node:path";
import { inRoot } from "../../../tools/lib/paths.mjs";
import { filesBelow } from "../../../tools/lib/stamp.mjs";
import "../../../web/learn/words/index.js"; // names the areas of the questions
import { TITLES } from "../../../web/labs/lab-list.js";
import { SETTINGS } from "../../../web/kit/state/settings.js";
import { areaOf } from "../../../web/kit/text/words.js";
import chinese from "#words/zh";
import french from "#words/fr";

/** Tables that are not said to readers of a page: what leads to a wrong path, and what references say; questions by id, which stand in their tables, too; and code. */
const UNSAID = [
  "FAULTS",
  "SAYS",
  "TRAIN_SAYS",
  "OPENING_SAYS",
  "MODELS_SAYS",
  "LANGUAGES",
  "MEASURED",
  "REFUSALS",
  "QUESTION_WORDS",
  "MAKES",
];

/** Words in terminals, which are English as in other programs. */
const IN_TERMINALS = ["render/words.js"];

/** English tables, by area. @type {Map<string, any>} */
export const english = new Map();
/** Exports beside the tables that are no table. @type {string[]} */
export const outside = [];
/** Words that several features share, of a feature, and of a lab; and of questions. */
const WORDS =
  /^(kit\/text\/[\w-]+|\w+\/words(-(?!refusals)[a-z]+)?|labs\/\w+\/words|learn\/words\/(?!phrases)[a-z]+)\.js$/;
const files = filesBelow(inRoot("web"))
  .map((file) => path.relative(inRoot("web"), file))
  .filter((file) => WORDS.test(file));
for (const file of files)
  for (const [name, table] of Object.entries(await import(`../../../web/${file}`))) {
    if (typeof table === "function" || UNSAID.includes(name)) continue;
    const area = typeof table === "object" && table && areaOf(table);
    if (area) english.set(area, table);
    else if (!IN_TERMINALS.includes(file) && table !== undefined) outside.push(`${file}: ${name}`);
  }

for (const title of Object.values(TITLES)) english.set(areaOf(title) ?? "", title);

/** The languages as the package exports them. @type {{ lang: string, locale: import("../../../web/kit/text/words.js").Locale }[]} */
export const locales = [
  { lang: "zh", locale: chinese },
  { lang: "fr", locale: french },
];

/** Scales of a picture, and how a habit is shortened, which every language does in its own way. */
export const NO_WORDS = ["chart", "shorter"];

/** Whether missing words are errors, as for a release: `npm test -- --release`. */
export const IS_RELEASE = process.env.HEADSCOPE_RELEASE === "1";

/**
 * The English words that a table of a language lacks, by their path.
 * @param {any} own @param {any} model @param {string} where @returns {string[]}
 */
export function missingIn(own, model, where) {
  if (typeof model !== "object" || Array.isArray(model)) return own === undefined ? [where] : [];
  return Object.keys(model)
    .filter((key) => !NO_WORDS.includes(key))
    .flatMap((key) => missingIn(own?.[key], model[key], `${where}.${key}`));
}

/** Words of a language that wait for their translation: of all tables, controls and their choices. @param {any} locale */
export function waitingWords(locale) {
  /** @type {readonly import("../../../web/kit/state/settings.js").Setting[]} */
  const rows = SETTINGS;
  const controls = rows.filter(({ control }) => control !== "sentence" && control !== "picture"); // these have no label of their own
  const settings = controls.flatMap(({ name, label, choices = [], offer }) => {
    const model = {
      ...(/_/.test(label) ? {} : { label }), // d_model is called so in every language
      named: Object.fromEntries(choices.map((choice) => [choice, choice])),
      ...(offer ? { offer: { on: "", off: "", text: "" } } : {}),
    };
    return missingIn(locale.settings?.[name], model, `settings.${name}`);
  });
  return [...english].flatMap(([area, table]) => missingIn(locale[area], table, area)).concat(settings);
}

/** “2 words wait for fr: steps.q.why, table.copy”. @param {string} lang @param {readonly string[]} names */
export function waitingNote(lang, names) {
  const more = names.length > MOST_NAMES ? `, and ${names.length - MOST_NAMES} more` : "";
  return `${names.length} ${names.length === 1 ? "word waits" : "words wait"} for ${lang}: ${names.slice(0, MOST_NAMES).join(", ")}${more}`;
}

const MOST_NAMES = 12;

/**
 * Notes the words that wait; for a release, they are an error.
 * @param {import("node:test").TestContext} t @param {string} lang @param {readonly string[]} names
 */
export function holdForRelease(t, lang, names) {
  if (!names.length) return;
  if (IS_RELEASE) throw new Error(`${waitingNote(lang, names)}. A release needs all of them.`);
  t.diagnostic(waitingNote(lang, names));
}
