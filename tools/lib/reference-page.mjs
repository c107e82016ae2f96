import { ELEMENTS, EVENTS, METHODS, OWN, PROPERTIES, STYLED } from "./reference.mjs";

const BEGIN = "<!-- Written by npm run reference -->";
const END = "<!-- End of what it wrote -->";

/** In a cell of a table. @param {string} text */
const cell = (text) => text.replaceAll("|", "\\|");

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows.map((row) => row.map(cell))]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");

const code = (/** @type {string} */ text) => `\`${text}\``;

const attributes = () =>
  table(
    ["attribute", "takes", "left out", "what it is"],
    [
      ...PROPERTIES.map((row) => [code(row.attribute), code(row.type), code(row.default), row.description]),
      ...Object.entries(OWN).map(([name, { type, description }]) => [
        code(name),
        code(type),
        "",
        description,
      ]),
    ],
  );

/** The README with the table of attributes in its place. @param {string} readme */
export function withTable(readme) {
  const [from, to] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (from < 0 || to < from)
    throw new Error(`README.md has to have these two lines, in this order: ${BEGIN} and ${END}`);
  return `${readme.slice(0, from + BEGIN.length)}\n\n${attributes()}\n\n${readme.slice(to)}`;
}

/** docs/reference.md */
export const referencePage = () => `# Reference

Written by \`npm run reference\` from the tables of the sources.

Elements: ${Object.keys(ELEMENTS).map(code).join(", ")}.

## Attributes

Each is a property too, in camel case (\`d-model\` is \`dModel\`), and a name in \`state\` and in a link.

${attributes()}

## Events

${table(
  ["event", "detail", "when"],
  Object.entries(EVENTS).map(([name, { type, description }]) => [code(name), code(type), description]),
)}

Only what the reader does is told, and nothing that the page sets itself. \`load\` and \`error\` stay at the element, as an image's do; the others
bubble, out of shadow roots as well.

## Properties and methods

${table(
  ["", "what it does"],
  Object.entries(METHODS).map(([name, text]) => [code(name), text]),
)}

Buttons call with \`commandfor="id"\` and \`command="--next"\`, \`--prev\`, \`--play\` or \`--pause\`.

## Looks

${table(
  ["", "what it is"],
  Object.entries(STYLED).map(([name, text]) => [code(name), text]),
)}
`;
