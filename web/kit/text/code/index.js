import { PYTORCH } from "./pytorch.js";
import { factsOf, write } from "./template.js";

/**
 * The layer as a program in several languages.
 *
 * @typedef {import("./template.js").Language} Language
 * @typedef {import("./template.js").Line} Line
 * @typedef {import("./template.js").Subject} Subject
 */

/** Steps of a library's layer, and the steps that its fused call computes. */
const OF_A_LAYER =
  "x query key value qkv q k v q_split k_split v_split q_heads k_heads v_heads k_t scores scaled masked weights context context_t context_c concat output";
const OF_A_CALL =
  "k_t scores_groups scores scaled biased masked weights weights_groups context_groups context";

/** @param {readonly import("./template.js").Step[]} steps @param {string} ids */
const areAllOf = (steps, ids) => steps.every(({ id }) => ids.split(" ").includes(id));

/** @param {Set<string>} facts @param {Subject} subject */
const isOfLibrary = (facts, { steps, config: { dModel, dKey, dValue } }) =>
  areAllOf(steps, OF_A_LAYER) &&
  facts.has("none") &&
  !["sized", "window", "added", "blocked"].some((fact) => facts.has(fact)) &&
  dKey === dModel &&
  dValue === dModel;

/** @param {Set<string>} facts @param {Subject} subject */
function isFused(facts, { steps }) {
  const [from, to] = ["k_t", "context"].map((id) => steps.findIndex((step) => step.id === id));
  return (
    areAllOf(steps.slice(from, to + 1), OF_A_CALL) && !facts.has("softmax_axis") && !facts.has("no_scale")
  );
}

const library = () => import("./libraries.js");

/**
 * The languages. All but the first load on demand. Languages with `file` read large arrays from a file; those with `shows` write programs for some runs only.
 *
 * @type {readonly { id: string, name: string, file: boolean, shows?: (facts: Set<string>, subject: Subject) => boolean, load: () => Promise<Language> }[]}
 */
export const LANGUAGES = [
  { id: "pytorch", name: "PyTorch", file: true, load: async () => PYTORCH },
  { id: "module", name: "Module", file: true, load: async () => (await import("./module.js")).MODULE },
  { id: "numpy", name: "NumPy", file: true, load: async () => (await import("./numpy.js")).NUMPY },
  { id: "einops", name: "einops", file: true, load: async () => (await import("./einops.js")).EINOPS },
  { id: "cpp", name: "C++", file: false, load: async () => (await import("./cpp.js")).CPP },
  {
    ...{ id: "jax", name: "JAX", file: true },
    shows: (_, { steps }) => !steps.some(({ error }) => error), // JAX has no views to refuse
    load: async () => (await library()).JAX,
  },
  { id: "sdpa", name: "SDPA", file: true, shows: isFused, load: async () => (await library()).SDPA },
  {
    ...{ id: "torch-nn", name: "torch.nn", file: true, shows: isOfLibrary },
    load: async () => (await library()).TORCH_NN,
  },
  { id: "flax", name: "Flax", file: true, shows: isOfLibrary, load: async () => (await library()).FLAX },
  { id: "keras", name: "Keras", file: true, shows: isOfLibrary, load: async () => (await library()).KERAS },
];

/** The languages that have a program for a run. @param {Subject} subject */
export function languagesFor(subject) {
  const facts = factsOf(subject);
  return LANGUAGES.filter(({ shows }) => !shows || shows(facts, subject));
}

/** Loaded languages by id. @type {Map<string, Language>} */
const loaded = new Map([[LANGUAGES[0].id, PYTORCH]]);

/** @param {string} id @returns {Promise<Language>} PyTorch for an unknown id */
export async function loadLanguage(id) {
  const language = loaded.get(id) ?? (await LANGUAGES.find((each) => each.id === id)?.load()) ?? PYTORCH;
  loaded.set(id, language);
  return language;
}

/** The language, or null if it is not loaded yet. @param {string} id */
export const languageOf = (id) =>
  loaded.get(id) ?? (LANGUAGES.some((language) => language.id === id) ? null : PYTORCH);

/**
 * The lines around a step, without indentation; for a lane, the lines of the lane and of the main line. If one line computes all steps, the lines before it.
 * @param {Language} language
 * @param {Subject} subject
 * @param {string} id
 * @param {number} most
 * @returns {(Line & { current: boolean })[]}
 */
export function excerpt(language, subject, id, most) {
  const lanes = new Map(subject.steps.map((step) => [step.id, step.lane]));
  const lane = lanes.get(id);
  const all = write(language, subject);
  const own = all.filter(({ makes }) =>
    makes.some((made) => !lane || !lanes.get(made) || lanes.get(made) === lane),
  );
  const lines = own.length < most ? all : own; // one call makes all steps
  const at = lines.findLastIndex(({ makes }) => makes.includes(id));
  const from = Math.max(0, Math.min(at - Math.floor(most / 2), lines.length - most));
  return lines.slice(from, from + most).map(({ pieces: [first, ...rest], ...line }) => ({
    ...line,
    pieces: [{ ...first, text: first.text.trimStart() }, ...rest].filter(({ text }) => text),
    current: line.makes.includes(id),
  }));
}
