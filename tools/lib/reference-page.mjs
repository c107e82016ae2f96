import { QUESTIONS } from "../../web/learn/state/quiz.js";
import { ELEMENTS, EVENTS, METHODS, OWN, PROPERTIES, STYLED, TRAIN_PROPERTIES } from "./reference.mjs";

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

const HEAD = ["attribute", "takes", "left out", "what it is"];

/** @param {readonly { attribute: string, type: string, default: string, description: string }[]} properties */
const rowsOf = (properties) =>
  properties.map((row) => [code(row.attribute), code(row.type), code(row.default), row.description]);

const attributes = () =>
  table(HEAD, [
    ...rowsOf(PROPERTIES),
    ...Object.entries(OWN).map(([name, { type, description }]) => [code(name), code(type), "", description]),
  ]);

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

## mha-train

The element that trains a model is in the single files, and in a module of its own, \`headscope/train\`. It takes \`theme\`, \`loading\` and
\`alt\` as the others do, tells \`load\`, \`error\` and \`statechange\`, and has \`state\`, \`toParams()\` and \`fromParams(params)\`. A property has its attribute's
name; that of \`step\` is \`moment\`. \`inside\` is the id of an element of the page, an \`mha-explainer\` or a part of it: with it the reader is offered
to look into a head there, with the weights of the step that is shown.

${table(HEAD, rowsOf(TRAIN_PROPERTIES))}

## In a notebook

\`headscope/anywidget\`, or the one file \`dist/anywidget.js\`, is a front-end module of anywidget's. The traits are the attributes above but for
\`for\` and \`loading\`, with \`_\` for \`-\`; \`caption\`, a sentence below the figure; \`state\`, all of it; and the properties \`attention\` and \`input\`. \`weights\` takes
\`parameters\` too, by their names. A tensor is nested lists, or \`{ data, shape }\` with the bytes of \`float32\`, or of the \`dtype\` \`float64\`. Of custom messages,
\`{ get: "state" }\`, \`{ get: "tensor", step }\`, \`{ get: "svg", width }\`, \`{ get: "png", width, scale }\` and \`{ get: "csv" }\` are answered, with their \`id\` where they
have one; \`{ set: state }\` and \`{ act: link }\` do what \`state\` and \`act\` do. What fails is answered with \`error\`.

## mha-value, mha-predict, mha-check

What stands in the prose beside a figure, a module of its own, \`headscope/learn\`. All take \`for\`, the id of the figure.

\`<mha-value for="fig1" of="weights[0,4,7,1]">0.08</mha-value>\` is a number of the figure: an element of a step by its index; \`.sum\`, \`.max\` or
\`.min\` of several; a step's \`.shape\`, \`.strides\`, \`.offset\`, \`.storage\`, \`.bytes\`, \`.flops\` or \`.size\`; \`tokens[7]\`; an attribute of the
table above, as \`heads\`; or of the whole layer \`parameters\`, \`flops\`, \`bytesRead\`, \`bytesWritten\`, \`bytesHeld\`. \`digits\` are its significant ones, 3
where it is left out. What stands in it is read until it is there.

\`<mha-predict for="fig1" question="offset">\` asks before one looks, and says why, and where a wrong answer comes from. \`turn\` asks the same of other
places or sizes: 0 at first. It tells \`answer\`, with \`{ question, turn, right, given }\`, which bubbles.

\`<mha-check for="fig1">\` takes a file of the reader's own arrays, as \`np.savez\` writes them, and says at which step they part from the core's and by
which wrong path, as the command \`headscope check\` does. It is read in the browser, by what is loaded then. Of a figure it saves x and the weights to begin with;
without \`for\` it only checks. \`checked\` is what came of the last file.

${table(
  ["question", "level", "about", "answered by"],
  [...QUESTIONS.values()].map(({ id, level, about, kind }) => [code(id), String(level), about, kind]),
)}

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
