/** How a text stands in each of the languages that a figure is written in, so that it is read back as it was. */

/** Letters that nobody sees, and that turn what stands after them round: as numbers wherever they would be code. */
const UNSEEN = /[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** @param {string} letter */
const reference = (letter) => `&#${letter.charCodeAt(0)};`;

/** @type {Record<string, string>} */
const NAMED = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };

/**
 * Of HTML, between double quotes or between tags; also where a page is made of Markdown or a template first: no line ends in it, and no
 * brace, backtick or dollar is seen there.
 * @param {string} text
 */
export const inMarkup = (text) =>
  text
    .replace(/[&"<>]/g, (letter) => NAMED[letter])
    .replace(/[{}`$\n\r\t]/g, reference)
    .replace(UNSEEN, reference);

/** A string of JavaScript, and of Python, which reads JSON's escapes likewise. @param {string} text */
export const asString = (text) =>
  JSON.stringify(text)
    .replace(UNSEEN, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .replace(/<(?=[!/])/g, "\\u003c"); // should the program stand in a page

/** Text that is the same in a JSX string and to a reader. */
const SIMPLE = /^[^"&{}<>\\\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]*$/u;

/** A value of an attribute of JSX, whose strings know references and no escapes. @param {string} text */
export const inJSX = (text) => (SIMPLE.test(text) ? `"${text}"` : `{${asString(text)}}`);

/** A text of Markdown in one line, with nothing in it that marks. @param {string} text */
export const inMarkdown = (text) =>
  text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_[\](){}<>&$~^|!#"'@:-]/g, "\\$&")
    .replace(UNSEEN, "");
