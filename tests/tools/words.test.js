// All words stand in tables, one per language: templates and pictures contain none.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import ts from "typescript";
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

/** The words in a template's markup, with blanks for expressions. @param {ts.TaggedTemplateExpression} node */
function wordsIn({ template }) {
  const text = ts.isNoSubstitutionTemplateLiteral(template)
    ? template.text
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)].join("\u0000");
  const attributes = [...text.matchAll(new RegExp(`\\s(?:${SAID})="([^"]*)"`, "g"))].map(([, said]) => said);
  const between = text.replace(/<[^>]*>|&#?\w+;/g, "\u0000").split("\u0000");
  return [...attributes, ...between].flatMap((said) => said.match(/[A-Za-z][A-Za-z_]*/g) ?? []);
}

/** Whether a text has two consecutive lower-case words. @param {string} text */
const isSentence = (text) => /(^|[^-\w.#[])[a-z]{2,} [a-z]{2,}/i.test(text);

/** Whether a string is thrown, logged, or only compared. @param {ts.Node} node */
function isUnsaid(node) {
  for (let at = node.parent; at; at = at.parent) {
    if (ts.isThrowStatement(at) || ts.isImportDeclaration(at) || ts.isExportDeclaration(at)) return true;
    if (ts.isTaggedTemplateExpression(at) && at.tag.getText() === "css") return true;
    if (ts.isNewExpression(at) && /Error$/.test(at.expression.getText())) return true;
    if (
      ts.isCallExpression(at) &&
      /^(console\.|this\.warn$|.*(matches|closest|querySelector\w*)$)/.test(at.expression.getText())
    )
      return true;
  }
  return false;
}

/** @param {string} file @returns {string[]} */
function saidIn(file) {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  /** @type {string[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isTaggedTemplateExpression(node) && /^(html|svg)$/.test(node.tag.getText()))
      found.push(...wordsIn(node).filter((word) => word.length > 1 && !SAME.test(word)));
    else if (
      ts.isPropertyAssignment(node) &&
      SHOWN.includes(node.name.getText()) &&
      ts.isStringLiteral(node.initializer)
    ) {
      if (/[a-z]{2}/i.test(node.initializer.text)) found.push(node.initializer.text);
    } else if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const isMarkup = ts.isTaggedTemplateExpression(node.parent);
      const text = ts.isTemplateExpression(node)
        ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("\u0000")
        : node.text;
      if (!isMarkup && isSentence(text) && !isUnsaid(node)) found.push(text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

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
