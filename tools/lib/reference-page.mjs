import { STEPS } from "../../web/kit/text/steps.js";
import { QUESTIONS } from "../../web/learn/state/quiz.js";
import { KINDS } from "../../web/labs/lab-list.js";
import { WORDS } from "../../web/kit/text/fault-words.js";
import { CHIPS, FAULTS } from "../../web/kit/text/faults.js";
import { say } from "../../web/kit/text/words.js";
import {
  ELEMENTS,
  EVENTS,
  METHODS,
  MODELS_PROPERTIES,
  OPENING_PROPERTIES,
  OWN,
  PROPERTIES,
  STYLED,
  TRAIN_PROPERTIES,
} from "./reference.mjs";

/** Escapes text for a cell of a table. @param {string} text */
const cell = (text) => text.replaceAll("|", "\\|");

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows.map((row) => row.map(cell))]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");

const code = (/** @type {string} */ text) => `\`${text}\``;

const HEAD = ["Attribute", "Type", "Default", "Description"];

/** @param {readonly { attribute: string, type: string, default: string, description: string }[]} properties */
const rowsOf = (properties) =>
  properties.map((row) => [code(row.attribute), code(row.type), code(row.default), row.description]);

/** Names of sizes in the code of a wrong path. @type {any} */
const NAMES = { B: "B", T: "T", heads: "H", dK: "d_k", concat: "H·d_v" };

const faults = () =>
  Object.keys(FAULTS).map((fault) => [
    code(fault),
    /** @type {any} */ (say(CHIPS))[fault](NAMES),
    /** @type {any} */ (say(WORDS))[fault].title(NAMES),
  ]);

const steps = () => stepTitles().map(([id, title]) => [code(id), title]);

const attributes = () =>
  table(HEAD, [
    ...rowsOf(PROPERTIES),
    ...Object.entries(OWN).map(([name, { type, description }]) => [code(name), code(type), "", description]),
  ]);

/** docs/reference.md */
export const referencePage = () => `# Reference

\`npm run reference\` writes this page from the tables in the sources. [Embedding](guide/embedding.md) explains how to use the elements.

Elements: ${Object.keys(ELEMENTS).map(code).join(", ")}.

## Attributes

Each attribute is also a property in camel case (\`d-model\` is \`dModel\`), a field of \`state\`, and a name in a link.

${attributes()}

[Steps](#steps) lists the values of \`step\`, [Wrong paths](#wrong-paths) those of \`wrong\`. A figure without \`token\` selects the token with the index ⌊0.6 · number of tokens⌋, and without \`head\` head 2, or the last one if there are fewer. Setting such a property to
\`null\` later removes the selection.

Kinds of \`mha-lab\`: ${KINDS.map(code).join(", ")}.

## Steps

Values of \`step\`. A figure has the steps that its settings need.

${table(["Step", "Title"], steps())}

## Wrong paths

A wrong path is a known bug in attention code. The figure computes the path beside the right one, and shows the difference. Values of \`wrong\`:

${table(["Wrong path", "Code", "Title"], faults())}

## Events

${table(
  ["Event", "Detail", "Fires when"],
  Object.entries(EVENTS).map(([name, { type, description }]) => [code(name), code(type), description]),
)}

Events fire for actions of the reader, not for changes by your page. \`load\` and \`error\` do not bubble, like those of an image. The others bubble and cross
shadow roots.

## Properties and methods

${table(
  ["Member", "Description"],
  Object.entries(METHODS).map(([name, text]) => [code(name), text]),
)}

Buttons act by \`commandfor="id"\` and \`command="--next"\`, \`--prev\`, \`--play\` or \`--pause\`.

## Looks

${table(
  ["Name", "Description"],
  Object.entries(STYLED).map(([name, text]) => [code(name), text]),
)}

Colours take any CSS colour and may change at any time. They apply to the screen, canvases and exported files.

## mha-opening

\`<mha-opening>\` shows one learned head whose target changes with the last word of its sentence. The package exports it as \`headscope/opening\`; the single files
contain it. It takes \`theme\`, \`loading\` and \`alt\`, and fires \`load\`, \`error\` and \`statechange\`. \`inside\` is the id of an \`mha-explainer\`: readers can then walk through
the head there.

${table(HEAD, rowsOf(OPENING_PROPERTIES))}

The modules contain the numbers of its first picture, which the core computed when the package was made. Then the core computes them from the weights of the model, a file beside the
modules, \`reference.safetensors\`. The single files have neither: the model trains first, for a few seconds.

## mha-train

\`<mha-train>\` trains a model. The package exports it as \`headscope/train\`; the single files contain it. It takes \`theme\`, \`loading\`, \`alt\` and \`link\`, fires \`load\`,
\`error\` and \`statechange\`, and has \`state\`, \`toParams()\` and \`fromParams(params)\`. Each property has the name of its attribute, except \`moment\` for \`step\`. \`inside\` is the id
of an \`mha-explainer\` or one of its parts: readers can then open a head there, with the weights of the step on show.

${table(HEAD, rowsOf(TRAIN_PROPERTIES))}

## mha-models

\`<mha-models>\` shows every head of a language model on the reader's sentence. The package exports it as \`headscope/models-element\`; the single files do not contain it. It takes \`theme\`,
\`loading\`, \`alt\` and \`link\`, and fires \`load\`, \`error\` and \`statechange\`, whose state has \`model\`, \`text\`, \`second\`, \`layer\`, \`head\`, \`token\` and \`off\`, the heads that are switched off.
\`toParams()\` is that state without the model and without defaults, and \`fromParams(params)\` restores it; values that do not fit the model are ignored.

${table(HEAD, rowsOf(MODELS_PROPERTIES))}

\`frame.html?view=models\` shows it in an iframe, with \`src\`, \`text\` and \`second\` as parameters; \`view=models/pair\` shows one part. There, \`src\` is an address on the host of
\`frame.html\`, and defaults to the small model of the package, \`headscope-small/\`.

## mha-value, mha-predict, mha-check

Elements for the prose beside a figure, exported as \`headscope/learn\`. Each takes \`for\`, the id of the figure.

\`<mha-value for="fig1" of="weights[0,4,7,1]">0.08</mha-value>\` shows a number of the figure. \`of\` is one of:

- an element of a step, by one index per axis from 0: attention weights take \`[b, h, q, k]\` (batch, head, query, key); with fewer indices, \`.sum\`, \`.max\` or \`.min\`;
- a step's \`.shape\`, \`.strides\`, \`.offset\`, \`.storage\`, \`.bytes\`, \`.flops\` or \`.size\`;
- \`tokens[7]\`, or an attribute such as \`heads\`;
- for the whole layer, \`parameters\`, \`flops\`, \`bytesRead\`, \`bytesWritten\` or \`bytesHeld\`.

\`digits\` is the number of significant digits, 3 by default. The content shows until the number is ready.

\`<mha-predict for="fig1" question="offset">\` asks a question before the reader looks, and explains right and wrong answers. \`turn\`, from 0, selects a variant with other places
or sizes. The element fires \`answer\` with \`{ question, turn, right, given }\`, which bubbles.

\`<mha-check for="fig1">\` takes a file of the reader's own arrays, as \`np.savez\` writes them, and reports at which step they differ from the core's and which wrong path explains it, as
\`headscope check\` does. The file stays in the browser. With \`for\`, readers can download x and the weights of the figure to start from. \`checked\` is the result of the last
file. With \`element.pages = { bugs: "https://host/bugs/" }\`, the address of that page of a built site, the verdict links to the row about the mistake.

${table(
  ["Question", "Level", "About", "Answered by"],
  [...QUESTIONS.values()].map(({ id, level, about, kind }) => [code(id), String(level), about, kind]),
)}

## In a notebook

\`headscope/anywidget\`, or the one file \`dist/anywidget.js\`, is a front-end module for [anywidget](https://anywidget.dev). Its traits are the attributes above without \`kind\`, \`for\` and \`loading\`,
with \`_\` for \`-\` (\`d_model\`); \`caption\`; \`state\`, the whole state; the looks \`accent\`, \`ink\`, \`paper\`, \`font\` and \`width\`; \`grid\`, \`extra\`, and \`image\`, an address or pixels (H, W, 3);
and the tensors \`attention\` (no names of models) and \`input\`. \`weights\` also takes
\`parameters\` by their names. A tensor is nested lists,
or \`{ data, shape }\` with the bytes of \`float32\`, or of the \`dtype\` \`float64\`.

The module answers the custom messages \`{ get: "state" }\`, \`{ get: "tensor", step }\`, \`{ get: "svg", width }\`, \`{ get: "png", width, scale }\` and \`{ get: "csv" }\`, and repeats the \`id\` of a
message. \`{ set: state }\` sets the state, and \`{ act: link }\` applies a link. Failures are answered with \`error\`. A trait that cannot be used is reported in the cell.

[Notebooks](guide/notebooks.md) describes the Python package that uses it.
`;

/** Titles of all steps by id, without the variants of a step by operation. @returns {[id: string, title: string][]} */
export const stepTitles = () =>
  Object.entries(say(STEPS)).flatMap(([id, { title }]) => (id.includes(":") ? [] : [[id, title]]));
