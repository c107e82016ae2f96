import { asString, inJSX, inMarkdown } from "./quoting.js";
import { tagOf } from "./markup.js";

/** @import { Figure, Attribute } from "./figure.js" */

/** Kinds whose property is a number; TypeScript allows no string there. */
const NUMBERS = ["count", "fraction", "seed", "index"];

/** @param {Attribute} attribute */
function attribute({ name, kind, text }) {
  if (kind === "flag" && text === "true") return name;
  return NUMBERS.includes(kind) && /^\d+(\.\d+)?$/.test(text)
    ? `${name}={${text}}`
    : `${name}=${inJSX(text)}`;
}

/** Custom properties keep their names. @param {string} property */
const styleName = (property) =>
  property.startsWith("--")
    ? asString(property)
    : property.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/** @param {Figure["styles"]} styles */
const styleIn = (styles) =>
  styles.length
    ? [
        `style={{ ${styles.map(([property, value]) => `${styleName(property)}: ${asString(value)}`).join(", ")} }}`,
      ]
    : [];

/** @param {Figure} figure @param {string} indent */
function jsx({ source: { tag }, attributes, styles, fallback, picture, said, caption }, indent) {
  const children = [
    ...(fallback ? [`<img src=${inJSX(picture)} alt=${inJSX(said)} />`] : []),
    ...(caption ? [`<p slot="caption">{${asString(caption)}}</p>`] : []),
  ].map((line) => `\n${indent}  ${line}`);
  const close = children.length ? `>${children.join("")}\n${indent}</${tag}>` : ` />`;
  return tagOf(`<${tag}`, [...attributes.map(attribute), ...styleIn(styles)], close, indent);
}

/** @param {Figure} figure */
export const react = (figure) => `import "${figure.source.reactModule}";

export function Figure() {
  return (
${jsx(figure, "    ")}
  );
}
`;

/** @param {Figure} figure */
export const mdx = (figure) => `import "${figure.source.module}";

${jsx(figure, "")}
`;

/** Value of a trait, by the row's kind. @param {Attribute} attribute */
const python = ({ kind, text }) => {
  if (kind === "flag") return text === "true" ? "True" : "False";
  return /^(count|index|seed|fraction|width)$/.test(kind) && /^-?\d+(\.\d+)?$/.test(text)
    ? text
    : asString(text);
};

/** A cell of a notebook; traits have the names of attributes, with _ for -. @param {Figure} figure */
export function jupyter({ attributes, looks, caption }) {
  const traits = [
    ...[...attributes, ...looks].map((each) => [each.name.replaceAll("-", "_"), python(each)]),
    ...(caption ? [["caption", asString(caption)]] : []),
  ];
  return `import pathlib

import anywidget
import traitlets


class Headscope(anywidget.AnyWidget):
    _esm = pathlib.Path("anywidget.js")
${traits.map(([name]) => `    ${name} = traitlets.Any().tag(sync=True)\n`).join("")}

Headscope(
${traits.map(([name, value]) => `    ${name}=${value},\n`).join("")})
`;
}

/** Only the picture. @param {Figure} figure */
export const markdown = ({ said, picture }) => `![${inMarkdown(said)}](${picture})\n`;
