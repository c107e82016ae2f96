import { PYTORCH } from "./pytorch.js";
import { write } from "./template.js";

/**
 * The layer as a program in several languages.
 *
 * @typedef {import("./template.js").Language} Language
 * @typedef {import("./template.js").Line} Line
 * @typedef {import("./template.js").Subject} Subject
 */

/**
 * The languages. All but the first load on demand. Languages with `file` read large arrays from a file.
 *
 * @type {readonly { id: string, name: string, file: boolean, load: () => Promise<Language> }[]}
 */
export const LANGUAGES = [
  { id: "pytorch", name: "PyTorch", file: true, load: async () => PYTORCH },
  { id: "module", name: "Module", file: true, load: async () => (await import("./module.js")).MODULE },
  { id: "numpy", name: "NumPy", file: true, load: async () => (await import("./numpy.js")).NUMPY },
  { id: "einops", name: "einops", file: true, load: async () => (await import("./einops.js")).EINOPS },
  { id: "cpp", name: "C++", file: false, load: async () => (await import("./cpp.js")).CPP },
];

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
 * The lines around a step, without indentation; for a lane, those of the lane and of the main line.
 * @param {Language} language
 * @param {Subject} subject
 * @param {string} id
 * @param {number} most
 * @returns {(Line & { current: boolean })[]}
 */
export function excerpt(language, subject, id, most) {
  const lanes = new Map(subject.steps.map((step) => [step.id, step.lane]));
  const lane = lanes.get(id);
  const lines = write(language, subject).filter(({ makes }) =>
    makes.some((made) => !lane || !lanes.get(made) || lanes.get(made) === lane),
  );
  const at = lines.findLastIndex(({ makes }) => makes.includes(id));
  const from = Math.max(0, Math.min(at - Math.floor(most / 2), lines.length - most));
  return lines.slice(from, from + most).map(({ pieces: [first, ...rest], ...line }) => ({
    ...line,
    pieces: [{ ...first, text: first.text.trimStart() }, ...rest].filter(({ text }) => text),
    current: line.makes.includes(id),
  }));
}
