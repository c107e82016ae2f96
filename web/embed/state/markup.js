import { escaped } from "../../kit/text/escaped.js";

/** @import { Attribute, Figure } from "./figure.js" */

const WIDE = 88; // characters per line

/** A tag, on one line if that is short enough. @param {string} open @param {readonly string[]} parts @param {string} close @param {string} [indent] */
export function tagOf(open, parts, close, indent = "") {
  const lines = [indent + open];
  for (const part of parts) {
    const last = lines[lines.length - 1];
    if (last.length + 1 + part.length <= WIDE) lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(`${indent}  ${part}`);
  }
  return `${lines.join("\n")}${close}`;
}

/** @param {Attribute} attribute */
const attribute = ({ name, kind, text }) =>
  kind === "flag" && text === "true" ? name : `${name}="${inMarkup(text)}"`;

/** @param {Figure["styles"]} styles */
const styleIn = (styles) =>
  styles.length
    ? [`style="${inMarkup(styles.map(([property, value]) => `${property}: ${value}`).join("; "))}"`]
    : [];

/** The element for a page. @param {Figure} figure */
export function html({ source, attributes, styles, fallback, picture, said, caption }) {
  const children = [
    ...(fallback ? [`  <img src="${inMarkup(picture)}" alt="${inMarkup(said)}">`] : []),
    ...(caption ? [`  <p slot="caption">${inMarkup(caption)}</p>`] : []),
  ];
  const within = children.map((line) => `${line}\n`).join("");
  const tag = tagOf(`<${source.tag}`, [...attributes.map(attribute), ...styleIn(styles)], ">");
  return `<script type="module" src="${source.script}"></script>\n${tag}${within && "\n"}${within}</${source.tag}>\n`;
}

/** An iframe for pages that allow nothing else. @param {Figure} figure */
export function iframe({ attributes, framed, looks, caption, said, height }) {
  const given = Object.fromEntries(attributes.map(({ name, text }) => [name, text]));
  const params = new URLSearchParams({ ...framed, ...given, ...framed }); // the frame's view first, over the element's
  if (caption) params.set("caption", caption);
  for (const { name, text } of looks) if (name !== "width") params.set(name, text);
  const width = looks.find(({ name }) => name === "width")?.text ?? "100%";
  return `${tagOf(
    "<iframe",
    [
      `title="${inMarkup(said)}"`,
      `src="${inMarkup(`frame.html?${params}`)}"`,
      `width="${width}"`,
      `height="${height}"`,
      'loading="lazy"',
    ],
    "></iframe>",
  )}\n`;
}

/** A code block of Markdown, whose content is not interpreted. @param {string} named text after the opening fence */
const fenced = (named) => (/** @type {Figure} */ figure) => `\`\`\`${named}\n${html(figure)}\`\`\`\n`;

export const quarto = fenced("{=html}");
export const myst = fenced("{raw} html");

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

/** A complete page with a figure, for a file. @param {Figure} figure @param {string} lang */
export const pageMarkup = (figure, lang) => `<!doctype html>
<html lang="${inMarkup(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${inMarkup(figure.said)}</title>
</head>
<body>
${html(figure)}</body>
</html>
`;
