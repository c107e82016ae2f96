import { inMarkup } from "./quoting.js";

/** @import { Figure, Attribute } from "./figure.js" */

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
  const given = attributes.map(({ name, text }) => [name, text]);
  const params = new URLSearchParams([...Object.entries(framed ?? {}), ...given]);
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
