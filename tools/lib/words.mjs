import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inRoot } from "./paths.mjs";
import { filesBelow } from "./stamp.mjs";
import { UserError } from "./user-error.mjs";

/** Languages besides English. Every file of web/ whose name ends with .fr.js contains tables of words in French. */
export const LANGUAGES = ["fr", "zh"];

/** Writes build/words/: one module per language, whose default export contains all tables of the language by name. */
export function writeWords() {
  const to = inRoot("build/words");
  mkdirSync(to, { recursive: true });
  for (const language of LANGUAGES) {
    const files = filesBelow(inRoot("web")).filter((file) => file.endsWith(`.${language}.js`));
    writeFileSync(path.join(to, `${language}.js`), gathered(files, to));
  }
}

/** The table of messages, of which several files export a part. */
const MESSAGES = "messagesById";

/**
 * @param {readonly string[]} files files that export tables
 * @param {string} folder folder of the module
 * @returns {string} text of the module
 * @throws {UserError} if two files export the same name, except MESSAGES
 */
export function gathered(files, folder) {
  /** @type {Map<string, string>} */
  const homes = new Map();
  /** @type {string[]} */
  const parts = [];
  const imports = files.map((file) => {
    const from = path.relative(folder, file);
    const names = [...readFileSync(file, "utf8").matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
    const imported = names.map((name) => {
      if (name === MESSAGES) {
        const part = `messages${parts.length}`;
        parts.push(part);
        return `${name} as ${part}`;
      }
      const other = homes.get(name);
      if (other) throw new UserError(`${other} and ${file} both export ${name}: rename one of the two.`);
      homes.set(name, file);
      return name;
    });
    return `import { ${imported.join(", ")} } from "${from}";\n`;
  });
  const messages = parts.length ? [`${MESSAGES}: { ${parts.map((part) => `...${part}`).join(", ")} }`] : [];
  const tables = [...homes.keys(), ...messages].join(", ");
  return `// Written by tools/lib/words.mjs.\n${imports.join("")}\nexport default { ${tables} };\n`;
}
