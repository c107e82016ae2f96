import { LitElement } from "lit";
import { isWhole } from "../../core/check.js";
import { DEFAULTS } from "../../state/settings.js";
import { Store } from "../../state/store.js";
import { tokenize } from "../../state/tokens.js";

/**
 * The attributes and properties of a public element, read from and written to its store. Inside another element it is handed that one's.
 */
export class Configurable extends LitElement {
  static properties = {
    tokens: {
      noAccessor: true,
      converter: { fromAttribute: (/** @type {string | null} */ text) => tokenize(text ?? "") },
    },
    keyTokens: {
      noAccessor: true,
      attribute: "key-tokens",
      converter: { fromAttribute: (/** @type {string | null} */ text) => tokenize(text ?? "") },
    },
    kvHeads: { noAccessor: true, attribute: "kv-heads", type: Number },
    dModel: { noAccessor: true, attribute: "d-model", type: Number },
    heads: { noAccessor: true, type: Number },
    causal: { noAccessor: true, type: Boolean },
    weights: { noAccessor: true },
    seed: { noAccessor: true, type: Number },
    step: { noAccessor: true },
    head: { noAccessor: true, type: Number },
    store: { attribute: false, noAccessor: true },
    theme: {},
    loading: {},
    alt: {},
  };

  #store = new Store();
  #own = true;

  constructor() {
    super();
    /** @type {"light" | "dark" | undefined} */
    this.theme = undefined;
    /** @type {"lazy" | "eager"} */
    this.loading = "lazy";
    /** A sentence for those who do not see the picture. */
    this.alt = "";
  }

  /** Whether the store is this element's, so that it loads, tells and answers keys. */
  get ownsStore() {
    return this.#own;
  }

  get store() {
    return this.#store;
  }

  /** Hands over another element's state. @param {Store} store */
  set store(store) {
    this.#store = store;
    this.#own = false;
    this.requestUpdate();
  }

  /** The sentence's tokens; set as an array or as a sentence. @returns {readonly string[]} */
  get tokens() {
    return this.#store.state.settings.tokens;
  }
  /** @param {readonly string[] | string} tokens */
  set tokens(tokens) {
    this.#configure({ tokens: asTokens(tokens) });
  }

  /** The second sentence's tokens, whose keys and values are asked; none for self-attention. @returns {readonly string[]} */
  get keyTokens() {
    return this.#store.state.settings.keyTokens;
  }
  /** @param {readonly string[] | string} tokens */
  set keyTokens(tokens) {
    this.#configure({ keyTokens: asTokens(tokens) });
  }

  /** Key/value heads; null for as many as heads. */
  get kvHeads() {
    return this.#store.state.settings.kvHeads;
  }
  set kvHeads(kvHeads) {
    this.#configure({ kvHeads });
  }

  get dModel() {
    return this.#store.state.settings.dModel;
  }
  set dModel(dModel) {
    this.#configure({ dModel });
  }

  get heads() {
    return this.#store.state.settings.heads;
  }
  set heads(heads) {
    this.#configure({ heads });
  }

  get causal() {
    return this.#store.state.settings.causal;
  }
  set causal(causal) {
    this.#configure({ causal });
  }

  get weights() {
    return this.#store.state.settings.weights;
  }
  set weights(weights) {
    this.#configure({ weights });
  }

  get seed() {
    return this.#store.state.settings.seed;
  }
  set seed(seed) {
    this.#configure({ seed });
  }

  /** The id of the step on show. Set to one that does not happen, it stays where it is. */
  get step() {
    return this.#store.state.step;
  }
  set step(id) {
    this.#store.showStep(id);
  }

  /** The selected head, or null. */
  get head() {
    return this.#store.state.selection.head;
  }
  set head(head) {
    const at = asNumber(head);
    this.#store.select({ head: isWhole(at, 0) ? at : null }, "host");
  }

  /** What is taken away is as if it had never been set. @param {Partial<import("../../state/settings.js").Settings>} change */
  #configure(change) {
    const [[name, given]] = Object.entries(change);
    const value = given ?? /** @type {Record<string, unknown>} */ (DEFAULTS)[name];
    this.#store.configure({ [name]: asNumber(value) }, "host");
  }
}

/** @param {readonly string[] | string | null | undefined} tokens */
const asTokens = (tokens) =>
  typeof tokens === "string" ? tokenize(tokens) : Array.from(tokens ?? [], String);

/** Frameworks set properties to what was written as attributes. @template T @param {T} value @returns {T} */
const asNumber = (value) =>
  typeof value === "string" && value.trim() && !Number.isNaN(Number(value))
    ? /** @type {any} */ (Number(value))
    : value;
