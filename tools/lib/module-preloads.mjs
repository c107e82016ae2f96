import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "rolldown/utils";

const SCRIPT =
  /^( *)<script type="module"( fetchpriority="\w+")? src="((?:\.\.\/)*modules)\/([\w-]+\.js)"><\/script>\n/gm;
/** The script that makes preloads of the later ones, on a page whose link carries a state. */
const SWITCH = /^( *)<script src="linked\.js"><\/script>\n/m;

/** @typedef {(name: string) => { now: readonly string[], later: readonly string[] }} ImportsOf  names of modules that a module imports statically, and by import() */

/**
 * Adds a link to every module that the scripts of the pages import statically. The browser then requests all modules at once; without the
 * links, it requests a module only after it has read the one that imports it. On a page with `linked.js`, modules that its scripts load by
 * import() have later preloads, which this script turns into preloads.
 * @param {string} site folder of the pages, with modules/
 */
export function preloadModules(site) {
  const folder = path.join(site, "modules");
  const importsOf = cached((name) => importsIn(readFileSync(path.join(folder, name), "utf8")));
  const pages = readdirSync(site, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".html"),
  );
  for (const page of pages) {
    const file = path.join(site, page);
    const text = readFileSync(file, "utf8");
    const linked = withLinks(text, importsOf);
    if (linked !== text) writeFileSync(file, linked);
  }
}

/** @param {string} text of a page @param {ImportsOf} importsOf */
function withLinks(text, importsOf) {
  /** @type {Set<string>} */
  const known = new Set();
  const fresh = (/** @type {readonly string[]} */ names) => {
    const found = reachable(names, importsOf).filter((each) => !known.has(each));
    for (const each of found) known.add(each);
    return found;
  };
  const scripts = Array.from(text.matchAll(SCRIPT), ([, , , , name]) => name);
  const withStatic = text.replace(SCRIPT, (script, indent, priority, from, name) => {
    const names = fresh(importsOf(name).now);
    const links = names.map((each) => link("modulepreload", `${from}/${each}`, priority));
    return links.map((each) => `${indent}${each}\n`).join("") + script;
  });
  if (!SWITCH.test(text)) return withStatic;
  return withStatic.replace(SWITCH, (script, indent) => {
    const names = fresh(scripts.flatMap((name) => importsOf(name).later));
    const links = names.map((each) => link("later-modulepreload", `modules/${each}`));
    return links.map((each) => `${indent}${each}\n`).join("") + script;
  });
}

/**
 * Lets the styles of a page whose text stands in the markup come before its scripts and the core, which elements load when they need it.
 * @param {string} html
 */
export const withLaterScripts = (html) =>
  html
    .replace('rel="preload"', 'rel="later-preload"')
    .replaceAll('<script type="module"', '$& fetchpriority="low"');

/** @param {string} rel @param {string} address @param {string} [more] attributes */
const link = (rel, address, more = "") => `<link rel="${rel}" href="${address}"${more} />`;

/** @param {string} source @returns {ReturnType<ImportsOf>} */
function importsIn(source) {
  const { module } = parseSync("module.js", source);
  const imported = module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  );
  const later = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    source.slice(start + 1, end - 1),
  );
  const named = (/** @type {readonly string[]} */ all) => all.map((each) => path.basename(each));
  return { now: named([...imported, ...exported]), later: named(later) };
}

/**
 * All modules that are needed to run some modules, these included, in the order of discovery.
 * @param {readonly string[]} names @param {ImportsOf} importsOf
 */
function reachable(names, importsOf) {
  const found = new Set(names);
  for (const each of found) for (const next of importsOf(each).now) found.add(next);
  return [...found];
}

/** @template T @param {(name: string) => T} compute @returns {(name: string) => T} */
function cached(compute) {
  /** @type {Map<string, T>} */
  const known = new Map();
  return (name) => {
    if (!known.has(name)) known.set(name, compute(name));
    return /** @type {T} */ (known.get(name));
  };
}
