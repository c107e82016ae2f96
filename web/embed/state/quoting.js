import { escaped } from "../../kit/text/escaped.js";

/** Quoting of text in each target language, so that it is read back unchanged. */

/** Invisible characters that change the direction of text: written as numeric escapes in code. */
const UNSEEN = /[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** @param {string} letter */
const reference = (letter) => `&#${letter.charCodeAt(0)};`;

/**
 * Text in HTML, between double quotes or tags. Also safe if the page first passes through Markdown or a template: without line breaks,
 * braces, backticks and dollar signs.
 * @param {string} text
 */
export const inMarkup = (text) =>
  escaped(text)
    .replace(/[{}`$\n\r\t]/g, reference)
    .replace(UNSEEN, reference);

/** A string in JavaScript and in Python, which reads JSON's escapes in the same way. @param {string} text */
export const asString = (text) =>
  JSON.stringify(text)
    .replace(UNSEEN, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .replace(/<(?=[!/])/g, "\\u003c"); // for programs inside a page

/** Text that needs no escapes in a JSX string. */
const SIMPLE = /^[^"&{}<>\\\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]*$/u;

/** A JSX attribute's value. JSX strings have character references but no escapes. @param {string} text */
export const inJSX = (text) => (SIMPLE.test(text) ? `"${text}"` : `{${asString(text)}}`);

/** Text on one line of Markdown, without markup. @param {string} text */
export const inMarkdown = (text) =>
  text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_[\](){}<>&$~^|!#"'@:-]/g, "\\$&")
    .replace(UNSEEN, "");
