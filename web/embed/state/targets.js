import { html, iframe, myst, quarto, asString, inJSX, inMarkdown, tagOf } from "./markup.js";
import { TARGETS } from "./rows.js";

/** @import { Attribute } from "./figure.js" */

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
const react = (figure) => `import "${figure.source.reactModule}";

export function Figure() {
  return (
${jsx(figure, "    ")}
  );
}
`;

/** @param {Figure} figure */
const mdx = (figure) => `import "${figure.source.module}";

${jsx(figure, "")}
`;

/**
 * Traits of a notebook's model with their values as code; they have the names of attributes, with _ for -.
 * @param {Figure} figure @param {readonly [yes: string, no: string]} flags @returns {[name: string, value: string][]}
 */
function traitsOf({ attributes, looks, caption }, [yes, no]) {
  const valueOf = (/** @type {Attribute} */ { kind, text }) => {
    if (kind === "flag") return text === "true" ? yes : no;
    return /^(count|index|seed|fraction|width)$/.test(kind) && /^-?\d+(\.\d+)?$/.test(text)
      ? text
      : asString(text);
  };
  return [
    ...[...attributes, ...looks].map(
      (each) => /** @type {[string, string]} */ ([each.name.replaceAll("-", "_"), valueOf(each)]),
    ),
    ...(caption ? [/** @type {[string, string]} */ (["caption", asString(caption)])] : []),
  ];
}

/** A cell of a notebook. @param {Figure} figure */
function jupyter(figure) {
  const traits = traitsOf(figure, ["True", "False"]);
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

/** A directive of mystmd, whose body is the widget's model in JSON. @param {Figure} figure */
const directive = (figure) => `:::{anywidget} anywidget.js
{
${traitsOf(figure, ["true", "false"])
  .map(([name, value]) => `  "${name}": ${value}`)
  .join(",\n")}
}
:::
`;

/** Only the picture. @param {Figure} figure */
const markdown = ({ said, picture }) => `![${inMarkdown(said)}](${picture})\n`;

/**
 * The targets of a figure.
 *
 * @typedef {import("./figure.js").Figure} Figure
 * @typedef {import("./rows.js").Target} Target
 *
 * @typedef {object} Written
 * @property {(figure: Figure) => string} code
 * @property {(figure: Figure) => readonly string[]} files  files of the package that the figure needs
 * @property {(figure: Figure) => readonly string[]} lost   names of rows that the target cannot express
 * @property {boolean} [still]   whether it contains only the picture
 * @property {boolean} [package] whether it needs the installed package
 * @property {(figure: Figure) => boolean} [shows]  whether it can show a figure; all can without it
 */

const nothing = () => [];

const script = (/** @type {Figure} */ { source: { files, data = [] } }) => [...files, ...data];

/** A widget is a single file, which has no others beside it. */
const WIDGET = {
  files: () => ["anywidget.js"],
  lost: fallbackOf,
  shows: (/** @type {Figure} */ { isLayer, source }) => isLayer && !source.data,
};

/** @type {Readonly<Record<Target, Written>>} */
export const WRITTEN = {
  html: { code: html, files: script, lost: nothing },
  iframe: {
    code: iframe,
    files: ({ source: { data = [] } }) => ["frame.html", "frame.css", "modules/", ...data],
    lost: fallbackOf,
    shows: ({ framed }) => framed !== null,
  },
  react: { code: react, files: nothing, lost: nothing, package: true },
  mdx: { code: mdx, files: nothing, lost: nothing, package: true },
  quarto: { code: quarto, files: script, lost: nothing },
  myst: { code: myst, files: script, lost: nothing },
  directive: { code: directive, ...WIDGET },
  jupyter: { code: jupyter, ...WIDGET },
  markdown: { code: markdown, files: nothing, lost: nothing, still: true, shows: ({ isLayer }) => isLayer },
};

/** The targets that can show a figure. @param {Figure} figure @returns {readonly Target[]} */
export const targetsOf = (figure) => TARGETS.filter((target) => WRITTEN[target].shows?.(figure) ?? true);

/** @param {Figure} figure @returns {string[]} */
function fallbackOf({ fallback }) {
  return fallback ? ["fallback"] : [];
}
