// TypeScript declarations of the element classes: only their public members. A test compares them with the sources.
import {
  ELEMENTS,
  MODELS_ELEMENT,
  MODELS_PROPERTIES,
  OPENING_ELEMENT,
  OPENING_PROPERTIES,
  OVER_IMAGES,
  OWN,
  PROPERTIES,
  TRAIN_ELEMENT,
  TRAIN_PROPERTIES,
} from "./reference.mjs";

/** @param {string} text */
const doc = (text) => `  /** ${text} */\n`;

/** @param {readonly { name: string, type: string, description: string }[]} rows */
const fields = (rows) =>
  rows.map(({ name, type, description }) => `${doc(description)}  ${name}: ${type};`).join("\n");

/** The own attributes with the given names. @param {readonly string[]} names */
const own = (names) => fields(names.map((name) => ({ name, ...OWN[name] })));

const STATE = `${doc("All that is shown, by the names of the properties, with its version; set, it takes what it names, and throws TypeError where it is none.")}  get state(): Record<string, any>;
  set state(state: Record<string, any>);
${doc("What is not as it is left out, as a link says it.")}  toParams(): URLSearchParams;
${doc("Takes what toParams said; what it does not name is as it is left out, and the sentence stays.")}  fromParams(params: URLSearchParams | string): void;
${doc("Resolves when there is something to show; rejects where the core could not be loaded.")}  loaded(): Promise<void>;
${doc("Resolves when what was set has been rendered.")}  get updateComplete(): Promise<boolean>;`;

/** @param {string} events event types by name */
const listeners = (events) =>
  ["addEventListener", "removeEventListener"]
    .map((name) => {
      const options = `options?: boolean | ${name === "addEventListener" ? "Add" : ""}EventListenerOptions`;
      return `  ${name}<K extends keyof ${events}>(type: K, listener: (this: HTMLElement, event: ${events}[K]) => unknown, ${options}): void;
  ${name}(type: string, listener: EventListenerOrEventListenerObject, ${options}): void;`;
    })
    .join("\n");

const METHODS = `${STATE}
${doc("One stage on.")}  next(): void;
${doc("One stage back.")}  prev(): void;
${doc("Shows a step, once there is a picture; rejects with the steps there are where there is no such step.")}  goTo(id: string): Promise<void>;
${doc("A step's numbers, copied out: in logical order, with its shape, strides, offset and storage.")}  getTensor(id: string): Promise<StepTensor>;
${doc("The picture as a standalone SVG document; width in px, the height follows.")}  toSVG(options?: { width?: number }): Promise<string>;
${doc("The picture as a PNG; width in px, scale in pixels a px.")}  toBlob(options?: { width?: number; scale?: number }): Promise<Blob>;
${doc("Does what a link says, as the reader's wish.")}  act(params: URLSearchParams | string): void;
${doc("Shows what a link says, until endPreview.")}  preview(params: URLSearchParams | string): void;
  endPreview(): void;
${doc("Any model's attention: (heads, queries, keys), or (layers, heads, queries, keys); null gives the page's back.")}  attention: TensorInput | null;
${doc("Weights of your own, as Q = X W_Q has them.")}  parameters: Record<string, ArrayLike<number> | TensorInput> | null;
${doc("Vectors of your own, (tokens, d_model).")}  input: TensorInput | null;
${listeners("HeadscopeEvents")}`;

/** dist/types/elements/index.d.ts */
export const elementTypes = () => `import type { StepTensor, TensorInput } from "../core/types.js";
import type { ElementEvents } from "../tags.js";
export type * from "../tags.js";
import type { Locale } from "../locale.js";
export type { Locale } from "../locale.js";
export { HeadscopeError, loadCore } from "../core/index.js";

/** Adds a language, or puts another table in its place: "de" is also what de-CH is said in. Throws RangeError where it is no tag of a language. */
export declare function addLocale(lang: string, locale: Locale): void;

type HeadscopeEvents = Omit<HTMLElementEventMap, keyof ElementEvents> & ElementEvents;

/** What every element takes, tells and does. */
declare class HeadscopeElement extends HTMLElement {
${fields(PROPERTIES)}
${own(["readonly", "for", "loading", "alt", "link"])}
${doc(OWN.theme.description)}  theme: ${OWN.theme.type} | undefined;
${METHODS}
}

${Object.entries(ELEMENTS)
  .map(([tag, name]) => {
    const names =
      tag === "mha-explainer"
        ? ["view", "controls"]
        : OVER_IMAGES.elements.includes(tag)
          ? OVER_IMAGES.attributes
          : [];
    const body = names.length ? `\n${own(names)}\n` : "";
    return `/** <${tag}> */\nexport declare class ${name} extends HeadscopeElement {${body}}`;
  })
  .join("\n")}
`;

/** dist/types/elements/opening.d.ts */
export const openingTypes = () => `import type { ElementEvents } from "../tags.js";

type Told = Pick<ElementEvents, "load" | "error" | "statechange">;
type OpeningEvents = Omit<HTMLElementEventMap, keyof Told> & Told;

/** <${OPENING_ELEMENT[0]}>: one learned head, whose target changes with the last word. */
export declare class ${OPENING_ELEMENT[1]} extends HTMLElement {
${fields(OPENING_PROPERTIES)}
${own(["loading", "alt", "link"])}
${doc("Id of an mha-explainer that can walk through the head.")}  inside: string | undefined;
${doc(OWN.theme.description)}  theme: ${OWN.theme.type} | undefined;
${doc("Resolves when there is something to show; rejects where the core could not be loaded.")}  loaded(): Promise<void>;
${doc("Resolves when what was set has been rendered.")}  get updateComplete(): Promise<boolean>;
${listeners("OpeningEvents")}
}
`;

/** dist/types/elements/train.d.ts */
export const trainTypes = () => `import type { ElementEvents } from "../tags.js";

type Told = Pick<ElementEvents, "load" | "error" | "statechange">;
type TrainEvents = Omit<HTMLElementEventMap, keyof Told> & Told;

/** <${TRAIN_ELEMENT[0]}>: a small model that learns to fill in words while one watches. */
export declare class ${TRAIN_ELEMENT[1]} extends HTMLElement {
${fields(TRAIN_PROPERTIES)}
${own(["loading", "alt", "link"])}
${doc(OWN.theme.description)}  theme: ${OWN.theme.type} | undefined;
${STATE}
${listeners("TrainEvents")}
}
`;

/** dist/types/elements/models.d.ts */
export const modelsTypes = () => `import type { ElementEvents } from "../tags.js";

type Told = Pick<ElementEvents, "load" | "error" | "statechange">;
type ModelsEvents = Omit<HTMLElementEventMap, keyof Told> & Told;

/** <${MODELS_ELEMENT[0]}>: every head of a language model, on the reader's sentence. */
export declare class ${MODELS_ELEMENT[1]} extends HTMLElement {
${fields(MODELS_PROPERTIES.map((row) => ({ ...row, type: `${row.type} | undefined` })))}
${own(["loading", "alt", "link"])}
${doc(OWN.theme.description)}  theme: ${OWN.theme.type} | undefined;
${doc("Resolves when the core is loaded; rejects where it could not be loaded.")}  loaded(): Promise<void>;
${doc("Resolves when what was set has been rendered.")}  get updateComplete(): Promise<boolean>;
${listeners("ModelsEvents")}
}
`;

/** dist/types/elements/learn.d.ts */
export const learnTypes = () => `/** What mha-predict tells when the reader has answered. */
export interface AnswerEvent {
  question: string;
  turn: number;
  right: boolean;
  given: string;
}

type LearnEvents = HTMLElementEventMap & { answer: CustomEvent<AnswerEvent> };

/** What stands in the prose beside a figure. */
declare class Beside extends HTMLElement {
${own(["for"])}
${doc(OWN.theme.description)}  theme: ${OWN.theme.type} | undefined;
${doc("Resolves when what was set has been rendered.")}  get updateComplete(): Promise<boolean>;
}

/** <mha-value>: a number of the figure. */
export declare class Value extends Beside {
${doc("What of the figure, as weights[0,4,7,1], q_heads.strides, tokens[7], heads, parameters.")}  of: string;
${doc("Significant digits of a number that is not whole.")}  digits: number;
}

/** <mha-predict>: a question to answer before one looks. */
export declare class Predict extends Beside {
${doc("Which question, by its id.")}  question: string;
${doc("Which of its kind: 0 is the one that is meant.")}  turn: number;
${doc("What is asked, and what is right; null before there is a question.")}  get told(): { asks: string; answer: string; why: string } | null;
${listeners("LearnEvents")}
}

/** <mha-check>: the reader's own arrays beside the core's. */
export declare class Check extends Beside {
${doc("What came of the last file that could be read, as `headscope check --json` gives it; null before there was one.")}  get checked(): { parts: string | null; path: { id: string; [name: string]: unknown } | null; [name: string]: unknown } | null;
${doc("Addresses of pages: `bugs` is that of the page “Bugs that people really made”, to whose rows verdicts then link.")}  pages: { bugs?: string } | undefined;
}
`;

/** dist/types/elements/anywidget.d.ts */
export const notebookTypes =
  () => `/** The model of a notebook's widget, as anywidget's front-end modules meet it. */
export interface Model {
${doc("undefined for a trait that it has not")}  get(name: string): any;
  set(name: string, value: any): void;
  save_changes(): void;
  on(name: string, callback: (...args: any[]) => void): void;
  off(name?: string | null, callback?: ((...args: any[]) => void) | null): void;
  send(content: any, callbacks?: any, buffers?: (ArrayBuffer | ArrayBufferView)[]): void;
}

/** A front-end module of anywidget's: traits named as the attributes are, with _ for -, and weights, attention, input and state beside them. */
declare const widget: {
${doc("Shows a model in a cell; what it gives takes that away again.")}  render(cell: { model: Model; el: HTMLElement }): () => void;
};
export default widget;
`;

/** dist/types/locale.d.ts */
export const localeTypes =
  () => `/** The page's words in a language: tables by area, as headscope/locales/fr has them. What one lacks is said in English. */
export type Locale = Readonly<Record<string, any>>;
declare const locale: Locale;
export default locale;
`;
