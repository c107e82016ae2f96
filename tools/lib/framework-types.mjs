import { mkdirSync, writeFileSync } from "node:fs";
import {
  elementTypes,
  learnTypes,
  localeTypes,
  modelsTypes,
  notebookTypes,
  openingTypes,
  trainTypes,
} from "./element-types.mjs";
import {
  ELEMENTS,
  EVENTS,
  LESSON_ELEMENTS,
  MODELS_ELEMENT,
  OPENING_ELEMENT,
  OWN,
  PROPERTIES,
  TRAIN_ELEMENT,
} from "./reference.mjs";

/**
 * Writes types of the elements for TypeScript, JSX, Vue and Svelte, in one entry each, so that type checks need no framework that is not installed.
 * @param {string} types folder
 */
export function writeFrameworkTypes(types) {
  mkdirSync(`${types}/elements`, { recursive: true });
  writeFileSync(`${types}/elements/index.d.ts`, elementTypes());
  writeFileSync(`${types}/elements/opening.d.ts`, openingTypes());
  writeFileSync(`${types}/elements/train.d.ts`, trainTypes());
  writeFileSync(`${types}/elements/models.d.ts`, modelsTypes());
  writeFileSync(`${types}/elements/learn.d.ts`, learnTypes());
  writeFileSync(`${types}/elements/anywidget.d.ts`, notebookTypes());
  writeFileSync(`${types}/locale.d.ts`, localeTypes());
  writeFileSync(`${types}/tags.d.ts`, tags());
  writeFileSync(`${types}/react.d.ts`, react());
  writeFileSync(`${types}/vue.d.ts`, vue());
  writeFileSync(`${types}/svelte.d.ts`, svelte());
}

/** @param {string} text */
const doc = (text) => `/** ${text} */`;

const classes = Object.values(ELEMENTS);
const tagNames = /** @type {[string, string][]} */ (Object.entries(ELEMENTS));

/** Names of all properties and attributes. A property and an attribute with the same name are one entry. */
function attributes() {
  const rows = PROPERTIES.flatMap(({ name, attribute, type, description }) =>
    [...new Set([name, attribute])].map(
      (each) => `  ${doc(description)}\n  ${JSON.stringify(each)}?: ${type};`,
    ),
  );
  const own = Object.entries(OWN).map(
    ([name, { type, description }]) => `  ${doc(description)}\n  ${JSON.stringify(name)}?: ${type};`,
  );
  return [...rows, ...own].join("\n");
}

const tags = () => `${classes.map((name) => `import type { ${name} } from "./elements/index.js";`).join("\n")}
import type { ${OPENING_ELEMENT[1]} } from "./elements/opening.js";
import type { ${TRAIN_ELEMENT[1]} } from "./elements/train.js";
import type { ${MODELS_ELEMENT[1]} } from "./elements/models.js";
import type { ${Object.values(LESSON_ELEMENTS).join(", ")} } from "./elements/learn.js";
import type { TensorInput } from "./core/types.js";

/** What every element takes, as attributes or as properties. */
export interface ElementAttributes {
${attributes()}
}

/** What is a property alone. */
export interface ElementProperties {
  parameters?: Record<string, ArrayLike<number> | TensorInput> | null;
  input?: TensorInput | null;
  state?: Record<string, unknown>;
}

/** What the elements tell. */
export interface ElementEvents {
${Object.entries(EVENTS)
  .map(([name, { type, description }]) => `  ${doc(description)}\n  ${name}: CustomEvent<${type}>;`)
  .join("\n")}
}

declare global {
  interface HTMLElementTagNameMap {
${[...tagNames, OPENING_ELEMENT, TRAIN_ELEMENT, MODELS_ELEMENT, ...Object.entries(LESSON_ELEMENTS)].map(([tag, name]) => `    "${tag}": ${name};`).join("\n")}
  }
}
`;

/** @param {string} prefix prefix of an event's name */
const listeners = (prefix) =>
  Object.keys(EVENTS)
    .map((name) => `  ${prefix}${name}?: (event: ElementEvents["${name}"]) => void;`)
    .join("\n");

const react = () => `import type { ClassAttributes, CSSProperties, HTMLAttributes } from "react";
import type { ElementAttributes, ElementEvents, ElementProperties } from "./tags.js";
export * from "./elements/index.js";

interface Listeners {
${listeners("on")}
}

type Headscope<Element> = Omit<HTMLAttributes<Element>, keyof ElementAttributes | keyof Listeners | "style"> &
  ClassAttributes<Element> & ElementAttributes & ElementProperties & Listeners &
  { style?: CSSProperties & Record<\`--mha-\${string}\`, string> };

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
${tagNames.map(([tag]) => `      "${tag}": Headscope<HTMLElementTagNameMap["${tag}"]>;`).join("\n")}
    }
  }
}
`;

const vue = () => `import type { DefineComponent } from "vue";
import type { ElementAttributes, ElementEvents, ElementProperties } from "./tags.js";
export * from "./elements/index.js";

interface Listeners {
${Object.keys(EVENTS)
  .map((name) => `  on${name[0].toUpperCase()}${name.slice(1)}?: (event: ElementEvents["${name}"]) => void;`)
  .join("\n")}
}

type Headscope = DefineComponent<ElementAttributes & ElementProperties & Listeners>;

declare module "vue" {
  interface GlobalComponents {
${tagNames.map(([tag]) => `    "${tag}": Headscope;`).join("\n")}
  }
}
`;

const svelte = () => `import type { HTMLAttributes } from "svelte/elements";
import type { ElementAttributes, ElementEvents, ElementProperties } from "./tags.js";
export * from "./elements/index.js";

interface Listeners {
${listeners("on")}
}

type Headscope<Element extends EventTarget> = Omit<HTMLAttributes<Element>, keyof ElementAttributes | keyof Listeners> &
  ElementAttributes & ElementProperties & Listeners;

declare module "svelte/elements" {
  interface SvelteHTMLElements {
${tagNames.map(([tag]) => `    "${tag}": Headscope<HTMLElementTagNameMap["${tag}"]>;`).join("\n")}
  }
}
`;
