import { SET, stateWith, traitsApart } from "./traits.js";

/**
 * The widget model of a notebook, as anywidget passes it to front-end modules.
 *
 * @typedef {object} Model
 * @property {(name: string) => any} get      returns undefined for unknown traits
 * @property {(name: string, value: any) => void} set
 * @property {() => void} save_changes
 * @property {(name: string, callback: (...args: any[]) => void) => void} on
 * @property {(name?: string | null, callback?: ((...args: any[]) => void) | null) => void} off
 * @property {(content: any, callbacks?: any, buffers?: (ArrayBuffer | ArrayBufferView)[]) => void} send
 */

/** While a view updates its model, changes that other views receive are already applied. */
let telling = false;

/** Connects a figure and its model: the figure shows the notebook's values, and the notebook receives the reader's changes. */
export class NotebookView {
  #model;
  #figure;
  #say;
  /** Errors of traits, by name. @type {Map<string, string>} */
  #troubles = new Map();
  /** Registered listeners. @type {[name: string, callback: (...args: any[]) => void][]} */
  #heard = [];

  /** @param {Model} model @param {import("./traits.js").Figure} figure @param {(troubles: readonly string[]) => void} say */
  constructor(model, figure, say) {
    this.#model = model;
    this.#figure = figure;
    this.#say = say;
    for (const trait of SET.keys()) {
      this.#take(trait);
      this.#listen(`change:${trait}`, () => this.#changed(trait));
    }
    this.#listen("msg:custom", (message) => answerTo(message, figure, model));
    figure.addEventListener("statechange", this.#tell);
  }

  end() {
    for (const [name, callback] of this.#heard) ifPossible(() => this.#model.off(name, callback));
    this.#figure.removeEventListener("statechange", this.#tell);
  }

  /** @param {string} name @param {(...args: any[]) => void} callback */
  #listen(name, callback) {
    this.#model.on(name, callback);
    this.#heard.push([name, callback]);
  }

  /** @param {string} trait */
  #take(trait) {
    const value = this.#model.get(trait);
    if (value === undefined) return;
    try {
      SET.get(trait)?.(this.#figure, value);
      this.#troubles.delete(trait);
    } catch (error) {
      this.#troubles.set(trait, /** @type {Error} */ (error).message);
    }
    this.#say([...this.#troubles.values()]);
  }

  /** Keeps the state and the traits consistent: a change of one changes the other. @param {string} trait */
  #changed(trait) {
    this.#take(trait);
    if (telling || this.#troubles.has(trait)) return;
    const { state, value } = { state: this.#model.get("state"), value: this.#model.get(trait) };
    if (trait === "state")
      return this.#write(traitsApart(this.#shownOf(state), (name) => this.#model.get(name)));
    const whole = stateWith(state, trait, value);
    if (whole) this.#write([["state", whole]]);
  }

  /** The part of a state that affects what is shown. @param {Record<string, any> | null} state @returns {Record<string, any>} */
  #shownOf(state) {
    const names = Object.keys(state ?? {});
    return Object.fromEntries(names.map((name) => [name, this.#figure.state[name]]));
  }

  /** @param {Event} event */
  #tell = (event) => {
    const { state } = /** @type {CustomEvent<{ state: Record<string, any> }>} */ (event).detail;
    const apart = traitsApart(state, (trait) => this.#model.get(trait));
    this.#write(this.#model.get("state") === undefined ? apart : [["state", state], ...apart]);
  };

  /** @param {readonly (readonly [trait: string, value: any])[]} changes */
  #write(changes) {
    if (!changes.length) return;
    telling = true;
    try {
      for (const [trait, value] of changes) this.#model.set(trait, value);
    } finally {
      telling = false;
    }
    ifPossible(() => this.#model.save_changes());
  }
}

/**
 * Calls a method that the model of a page without a kernel lacks: MyST's throws in `save_changes` and `off`. The figure then shows its reader's
 * changes, and nobody else receives them.
 * @param {() => void} act
 */
function ifPossible(act) {
  try {
    act();
  } catch (error) {
    console.debug("headscope: this page keeps no changes:", error);
  }
}

/**
 * Custom messages from a notebook, and their answers: { get: "state" | "tensor" | "svg" | "png" | "csv" }, { set: state } and { act: link
 * }. If a model has several views, the first one answers.
 *
 * @typedef {import("./traits.js").Figure} Figure
 * @typedef {{ content: Record<string, any>, buffers?: (ArrayBuffer | ArrayBufferView)[] }} Answer
 */

/** @type {Readonly<Record<string, (figure: Figure, message: Record<string, any>) => Promise<Answer>>>} */
const GETS = {
  state: async (figure) => ({ content: { state: figure.state } }),
  tensor: async (figure, { step = figure.step }) => {
    const { data, shape } = await figure.getTensor(step);
    return { content: { tensor: { step, shape, dtype: "float32" } }, buffers: [data] };
  },
  svg: async (figure, { width }) => ({ content: { svg: await figure.toSVG({ width }) } }),
  png: async (figure, { width, scale }) => {
    const picture = await figure.toBlob({ width, scale });
    return { content: { png: picture.type }, buffers: [await picture.arrayBuffer()] };
  },
  csv: async (figure) => ({ content: { csv: await figure.toCSV() } }),
};

/** Messages that a view has answered or is answering. @type {WeakSet<object>} */
const answered = new WeakSet();

/** @param {any} message @param {Figure} figure @param {{ send: (content: any, callbacks?: any, buffers?: any[]) => void }} model */
async function answerTo(message, figure, model) {
  if (message === null || typeof message !== "object" || answered.has(message)) return;
  const asks = ["get", "set", "act"].some((name) => name in message);
  if (!asks) return;
  answered.add(message);
  const of = message.id === undefined ? {} : { id: message.id };
  try {
    const { content, buffers = [] } = await answer(figure, message);
    model.send({ ...of, ...content }, undefined, buffers);
  } catch (error) {
    model.send({ ...of, error: /** @type {Error} */ (error).message });
  }
}

/** @param {Figure} figure @param {Record<string, any>} message @returns {Promise<Answer>} */
async function answer(figure, message) {
  if ("set" in message) figure.state = message.set;
  else if ("act" in message) figure.act(String(message.act));
  else if (Object.hasOwn(GETS, message.get)) {
    await figure.loaded();
    return GETS[message.get](figure, message);
  } else
    throw new TypeError(
      `get ${JSON.stringify(message.get)?.slice(0, 40)} is none of ${Object.keys(GETS).join(", ")}`,
    );
  return { content: { state: figure.state } };
}
