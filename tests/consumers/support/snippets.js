// The documentation for the tests: its pages, code blocks and links.
import { readFileSync } from "node:fs";
import path from "node:path";
import { inRoot } from "../../../tools/lib/paths.mjs";
import { filesBelow } from "../../../tools/lib/stamp.mjs";

/**
 * @typedef {object} Snippet a fenced code block
 * @property {string} page   from the checkout's root
 * @property {number} line   of the opening fence, from 1
 * @property {string} lang   the first word behind the fence
 * @property {string} file   the second word: the file that the block is or changes, or ""
 * @property {string} text
 */

/** Every page of the documentation, relative to the root of the checkout. */
export const PAGES = [
  ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md"],
  ...filesBelow(inRoot("docs"))
    .filter((file) => file.endsWith(".md"))
    .map((file) => path.relative(inRoot(), file)),
];

/** @param {string} page */
export const textOf = (page) => readFileSync(inRoot(page), "utf8");

/** @param {string} page @returns {Snippet[]} */
export function snippetsOf(page) {
  const text = textOf(page);
  return [...text.matchAll(/^```(\S*) ?(\S*)\n([^]*?)^```$/gm)].map((found) => ({
    page,
    line: text.slice(0, found.index).split("\n").length,
    lang: found[1],
    file: found[2],
    text: found[3],
  }));
}

/** All code blocks in some languages, of all pages. @param {...string} languages */
export const snippetsIn = (...languages) =>
  PAGES.flatMap(snippetsOf).filter(({ lang }) => languages.includes(lang));

/** @param {Snippet} snippet */
export const nameOf = ({ page, line }) => `${page}:${line}`;
