// All words stand in tables, one per language: templates and pictures contain none.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { parseAst } from "rollup/parseAst";
import { inRoot } from "../../tools/lib/paths.mjs";
import { filesBelow } from "../../tools/lib/stamp.mjs";

/** Names that are the same in every language. */
const SAME = /^(npz|b_O|W_[QKVO]|[qkvx])$/;

/** Attributes with visible or spoken text. */
const SAID = "aria-label|aria-description|aria-valuetext|title|placeholder|alt|label";

/** Properties with visible or spoken strings. */
const SHOWN = ["text", "note", "ariaLabel", "ariaDescription", "yName", "xName", "textContent"];

/** Files of pictures and elements. */
const SHOWS = /^web\/(elements\/[\w-]+\.js|labs\/|\w+\/(draw|elements)\/)/;

/** Exceptions: words, the labs' state, and the list of labs, which has their titles. */
const SHOWS_NOT = /\/(words|state|lab-list)[-.]/;

/** @typedef {import("rollup").AstNode & Record<string, any>} Node   node of ESTree */

/** The text of a template, with NUL for expressions. @param {Node} template */
const textOf = ({ quasis }) => quasis.map((/** @type {Node} */ { value }) => value.cooked).join("\u0000");

/** The words in a template's markup, with blanks for expressions. @param {Node} template */
function wordsIn(template) {
  const text = textOf(template);
  const attributes = [...text.matchAll(new RegExp(`\\s(?:${SAID})="([^"]*)"`, "g"))].map(([, said]) => said);
  const between = text.replace(/<[^>]*>|&#?\w+;/g, "\u0000").split("\u0000");
  return [...attributes, ...between].flatMap((said) => said.match(/[A-Za-z][A-Za-z_]*/g) ?? []);
}

/** Whether a text has two consecutive lower-case words. @param {string} text */
const isSentence = (text) => /(^|[^-\w.#[])[a-z]{2,} [a-z]{2,}/i.test(text);

/** Functions whose strings no reader sees. */
const UNSAID_CALLS = /^(console\.|this\.warn$|.*(matches|closest|querySelector\w*)$)/;

/** The strings in a file that look like words for readers. @param {string} file */
function saidIn(file) {
  const source = readFileSync(file, "utf8");
  /** @param {Node} node */
  const sourceOf = ({ start, end }) => source.slice(start, end);
  /** Whether strings inside a node are thrown, logged, only compared, or name a module. @param {Node} node */
  const isUnsaid = (node) =>
    node.type === "ThrowStatement" ||
    Boolean(node.source) ||
    (node.type === "TaggedTemplateExpression" && sourceOf(node.tag) === "css") ||
    (node.type === "NewExpression" && /Error$/.test(sourceOf(node.callee))) ||
    (node.type === "CallExpression" && UNSAID_CALLS.test(sourceOf(node.callee)));
  /** @type {string[]} */
  const found = [];
  /** @param {Node} node @param {boolean} unsaid  whether it is inside such a node @param {Node} [parent] */
  const visit = (node, unsaid, parent) => {
    if (node.type === "TaggedTemplateExpression" && /^(html|svg)$/.test(sourceOf(node.tag)))
      found.push(...wordsIn(node.quasi).filter((word) => word.length > 1 && !SAME.test(word)));
    else if (node.type === "Property" && isShown(node)) {
      if (/[a-z]{2}/i.test(node.value.value)) found.push(node.value.value);
    } else if (isString(node) || (node.type === "TemplateLiteral" && !parent?.tag)) {
      const text = isString(node) ? node.value : textOf(node);
      if (isSentence(text) && !unsaid) found.push(text);
    }
    for (const child of childrenOf(node)) visit(child, unsaid || isUnsaid(node), node);
  };
  visit(parseAst(source), false);
  return found;
}

/** @param {Node} node */
const isString = ({ type, value }) => type === "Literal" && typeof value === "string";

/** Whether a property has a name of SHOWN and a string. @param {Node} property */
const isShown = ({ key, value }) => SHOWN.includes(key.name ?? key.value) && isString(value);

/** @param {Node} node @returns {Node[]} */
const childrenOf = (node) =>
  Object.values(node)
    .flat()
    .filter((each) => typeof each?.type === "string");

/** Strings that look like sentences but are selectors, fonts, or markup of files. */
const NO_WORDS = [
  /^[^a-z]*$/i,
  /sans-serif|monospace/,
  /^\w+ still$/, // classes
  /^@media print/,
  /^<(svg|rect|path|text)|^ (stroke|rx)=/,
  /^a, button|^input, select|^[\w., :()[\]="-]*\[/,
  /^\d+ \w+/,
  /[0-9a-f]{6} [0-9a-f]{6}/,
  /^(no-preference|light dark)$/,
];

test("templates of elements and pictures contain no words", () => {
  const files = filesBelow(inRoot("web")).filter((file) => {
    const name = path.relative(inRoot(), file);
    return name.endsWith(".js") && SHOWS.test(name) && !SHOWS_NOT.test(name);
  });
  let seen = 0;
  for (const file of files) {
    seen++;
    const said = saidIn(file).filter((text) => !NO_WORDS.some((none) => none.test(text)));
    assert.deepEqual(said, [], path.relative(inRoot(), file));
  }
  assert.ok(seen > 80, `only ${seen} were read`);
});
