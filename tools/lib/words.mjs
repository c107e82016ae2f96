import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inRoot } from "./paths.mjs";
import { filesBelow } from "./stamp.mjs";
import { UserError } from "./user-error.mjs";

/** Languages besides English. Every file of web/ whose name ends with .fr.js contains tables of words in French. */
export const LANGUAGES = ["fr", "zh"];

/** The table of messages, of which several files export a part. */
const MESSAGES = "messagesById";
/** Exports that are no tables of an area: the tag of the language, the end of a sentence, and messages. */
const NO_AREAS = ["lang", "stop", MESSAGES];

/** Tables of the page of bugs, which has a chunk of its own. */
const OF_BUGS = ["bugs", "bugsPage"];

/** The table of the gallery, which no other page needs. */
const OF_GALLERY = ["gallery"];

/** Tables of the page Train for one of its tasks, which have a chunk of their own. */
const OF_TRANSLATION = ["translation"];

/** Tables of models that only those that read pictures need. */
const OF_PICTURES = ["modelPicture", "camera"];

/** Tables of what the heads of a model or of a layer write, which load when the reader asks for it. */
const OF_WRITES = ["headCircuits", "modelCircuit", "modelPatches", "modelWrites"];

/** Tables of kit that not every page needs, by part. */
const OF_KIT = {
  layer: ["axes", "chips", "compared", "faults", "memory", "scenes", "steps", "wrong"],
  images: ["overImage"],
  notes: ["glossary", "headWeights", "kinds", "weights"],
};

/** Parts of elements that the page for iframes in one file does not show. */
const NOT_IN_FRAME = /^(bugs|embed|gallery|labs|lab-.*|learn|models|opening|pictures|study|teach|writes)$/;

/**
 * Writes build/words/:
 * - fr-walk.js and so on: the tables of a language that a part of the page needs.
 * - parts.js: for each language, the areas of each part and a function that loads the part.
 * - frame-parts.js: the same for the page for iframes in one file, without the parts of elements that it does not show.
 * - fr.js and so on: all tables of a language.
 */
export function writeWords() {
  const to = inRoot("build/words");
  mkdirSync(to, { recursive: true });
  const web = inRoot("web");
  const languages = LANGUAGES.map((language) => {
    const files = filesBelow(web).filter((file) => file.endsWith(`.${language}.js`));
    return { language, parts: partsIn(files, web) };
  });
  for (const { language, parts } of languages) {
    for (const [part, tables] of parts)
      writeFileSync(path.join(to, `${language}-${part}.js`), moduleOf(tables, to, part));
    writeFileSync(path.join(to, `${language}.js`), wholeModule(language, [...parts.keys()]));
  }
  writeFileSync(path.join(to, "parts.js"), listModule(languages));
  const ofFrame = languages.map(({ language, parts }) => ({
    language,
    parts: new Map([...parts].filter(([part]) => !NOT_IN_FRAME.test(part))),
  }));
  writeFileSync(path.join(to, "frame-parts.js"), listModule(ofFrame));
}

/** @typedef {{ file: string, name: string }} Table an exported table */

/**
 * The tables of a language, by part: a part is a feature or a lab; kit has several. Titles of labs belong to the list of labs.
 * @param {readonly string[]} files files that export tables @param {string} web folder of the features
 * @returns {Map<string, Table[]>}
 * @throws {UserError} if two files export the same name, except MESSAGES
 */
export function partsIn(files, web) {
  /** @type {Map<string, string>} */
  const homes = new Map();
  /** @type {Map<string, Table[]>} */
  const parts = new Map();
  for (const file of files)
    for (const [, name] of readFileSync(file, "utf8").matchAll(/^export const (\w+)/gm)) {
      const other = name !== MESSAGES && homes.get(name);
      if (other) throw new UserError(`${other} and ${file} both export ${name}: rename one of the two.`);
      homes.set(name, file);
      const part = partOf(path.relative(web, file).split(path.sep), name);
      parts.set(part, [...(parts.get(part) ?? []), { file, name }]);
    }
  return parts;
}

/** @param {readonly string[]} file path below the folder of the features @param {string} name of a table */
function partOf([feature, lab], name) {
  if (feature === "labs") return name.endsWith("Title") || lab.includes(".") ? feature : `lab-${lab}`;
  if (OF_BUGS.includes(name)) return "bugs";
  if (OF_GALLERY.includes(name)) return "gallery";
  if (OF_TRANSLATION.includes(name)) return "translation";
  if (OF_PICTURES.includes(name)) return "pictures";
  if (OF_WRITES.includes(name)) return "writes";
  if (feature !== "kit") return feature;
  return Object.entries(OF_KIT).find(([, names]) => names.includes(name))?.[0] ?? feature;
}

/**
 * The module of a part. Each part imports its own copy of a file, so that the bundler keeps only the tables that the part exports: the query
 * makes the copy.
 * @param {readonly Table[]} tables @param {string} folder folder of the module @param {string} part
 */
export function moduleOf(tables, folder, part) {
  const names = tables.map(({ name }, i) => (name === MESSAGES ? `${MESSAGES}${i}` : name));
  const imports = tables.map(({ file, name }, i) => {
    const from = path.relative(folder, file).split(path.sep).join("/");
    return `import { ${name === names[i] ? name : `${name} as ${names[i]}`} } from "${from}?${part}";\n`;
  });
  const messages = names.filter((name, i) => name !== tables[i].name).map((name) => `...${name}`);
  const all = [
    ...names.filter((name, i) => name === tables[i].name),
    ...(messages.length ? [`${MESSAGES}: { ${messages.join(", ")} }`] : []),
  ];
  return `${WRITTEN}${imports.join("")}\nexport default { ${all.join(", ")} };\n`;
}

const WRITTEN = "// Written by tools/lib/words.mjs.\n";

/** @param {string} language @param {readonly string[]} parts */
function wholeModule(language, parts) {
  const imports = parts.map((part, i) => `import part${i} from "./${language}-${part}.js";\n`);
  const tables = parts.map((_, i) => `...part${i}`);
  const messages = parts.map((_, i) => `...part${i}.${MESSAGES}`);
  return `${WRITTEN}${imports.join("")}\nexport default { ${tables.join(", ")}, ${MESSAGES}: { ${messages.join(", ")} } };\n`;
}

/** @param {readonly { language: string, parts: ReadonlyMap<string, readonly Table[]> }[]} languages */
function listModule(languages) {
  /** Areas by part, over all languages. @type {Map<string, Set<string>>} */
  const areas = new Map();
  for (const { parts } of languages)
    for (const [part, tables] of parts)
      for (const { name } of tables.filter((table) => !NO_AREAS.includes(table.name)))
        areas.set(part, (areas.get(part) ?? new Set()).add(name));
  const of = [...areas].map(([part, names]) => `  "${part}": "${[...names].join(" ")}".split(" "),\n`);
  const offers = languages.map(({ language, parts }) => {
    const each = [...parts.keys()].map(
      (part) => `    { areas: areas["${part}"], load: () => import("./${language}-${part}.js") },\n`,
    );
    return `  ${language}: [\n${each.join("")}  ],\n`;
  });
  return `${WRITTEN}const areas = {\n${of.join("")}};\n\nexport default {\n${offers.join("")}};\n`;
}
