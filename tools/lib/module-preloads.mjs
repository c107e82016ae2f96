import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "rolldown/utils";

const SCRIPT = /^( *)<script type="module" src="((?:\.\.\/)*modules)\/([\w-]+\.js)"><\/script>\n/gm;

/**
 * Adds a link to every module that the scripts of the pages import statically. The browser then requests all modules at once; without the
 * links, it requests a module only after it has read the one that imports it.
 * @param {string} site folder of the pages, with modules/
 */
export function preloadModules(site) {
  const folder = path.join(site, "modules");
  const importsOf = cached((name) => staticImports(readFileSync(path.join(folder, name), "utf8")));
  const pages = readdirSync(site, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".html"),
  );
  for (const page of pages) {
    const file = path.join(site, page);
    const linked = new Set();
    const text = readFileSync(file, "utf8").replace(SCRIPT, (script, indent, from, name) => {
      const names = reachable(name, importsOf).filter((each) => !linked.has(each));
      for (const each of names) linked.add(each);
      const links = names.map((each) => `${indent}<link rel="modulepreload" href="${from}/${each}" />\n`);
      return links.join("") + script;
    });
    if (linked.size) writeFileSync(file, text);
  }
}

/** Names of the modules that a module imports or re-exports from. @param {string} source @returns {string[]} */
function staticImports(source) {
  const { module } = parseSync("module.js", source);
  const imported = module.staticImports.map(({ moduleRequest }) => moduleRequest);
  const exported = module.staticExports.flatMap(({ entries }) => entries.map((each) => each.moduleRequest));
  return [...imported, ...exported].flatMap((request) => (request ? path.basename(request.value) : []));
}

/**
 * All modules that a module needs, without itself, in the order of discovery.
 * @param {string} name @param {(name: string) => string[]} importsOf
 */
function reachable(name, importsOf) {
  const found = new Set([name]);
  for (const each of found) for (const next of importsOf(each)) found.add(next);
  found.delete(name);
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
