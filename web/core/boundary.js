import { show } from "./check.js";
import { HeadscopeError } from "./errors.js";
import { elements, given, numbersOf } from "./given.js";

/** @import { ErrorCode } from "./errors.js" */
/** @import { Given } from "./given.js" */
/** @import { TensorOutput } from "./types.js" */

/** Floats: tensors beyond are not kept for a next call of their size, which would be rare and is long anyway. */
const MOST_KEPT = 2 ** 24;

/** @typedef {{ shape: readonly number[], elements: number, address: number, used: boolean }} Held */
/** @typedef {"query" | "key" | "value" | "keyPaddingMask" | "attnMask" | "headScale" | "cut" | "other"} Slot where a tensor is put that the next call reads */
/** @typedef {"Fault" | "Init" | "Parameter" | "Measure" | "HeadKind" | "Switch" | "Slot" | "Fast" | "Task" | "KeysFrom" | "CutTo" | "ShapeCall"} Choice */

/** The one way into wasm, and out of it: nothing that leaves points into its memory. */
export class Boundary {
  /** What a call without trace has left in its place, to be written over by the next. @type {Map<Slot, Held>} */
  #held = new Map();
  /** @type {Map<Choice, readonly string[]>} */
  #names = new Map();
  #module;
  /** What of an input is being read, whose getters and valueOf are the caller's code. @type {string | null} */
  #reading = null;

  /** @param {any} module what Emscripten's glue resolves to: bindings.cpp's table */
  constructor(module) {
    this.#module = module;
    /** The fields of a layer's configuration, in the core's order; `key` is JavaScript's name. */
    this.configFields = fieldsOf(module.configFields());
  }

  /** What is bound; out of reach while an input is read, so that nothing changes under it. */
  get module() {
    this.assertIdle();
    return this.#module;
  }

  /** Throws while an input is read. */
  assertIdle() {
    if (this.#reading !== null)
      throw new HeadscopeError("config", `the core was called while reading ${this.#reading}`);
  }

  /**
   * What a bound function takes for a name. @param {Choice} choice @param {string} name
   * @returns {{ value: number }} undefined for a name that there is not
   */
  named(choice, name) {
    return this.#module[choice][name];
  }

  /** All names of a choice, in the core's order. @param {Choice} choice */
  namesOf(choice) {
    const known = this.#names.get(choice);
    if (known) return known;
    const names = Object.keys(this.#module[choice]).filter((name) => name !== "values"); // Embind's own
    this.#names.set(choice, names);
    return names;
  }

  /**
   * Calls a bound function that can fail.
   * @param {string} name
   * @param {...unknown} args
   * @returns {any} never 0, "" or undefined
   */
  call(name, ...args) {
    const { module } = this;
    const result = module[name](...args);
    if (result) return result;
    /** @type {string} */
    const failure = module.failure();
    const space = failure.indexOf(" ");
    throw new HeadscopeError(/** @type {ErrorCode} */ (failure.slice(0, space)), failure.slice(space + 1));
  }

  /**
   * The tensors that a call leaves, by name.
   * @param {string} name
   * @param {...unknown} args
   * @returns {any}
   */
  tensors(name, ...args) {
    const { module } = this;
    const count = this.call(name, ...args);
    const entries = Array.from({ length: count }, (_, i) => {
      const shape = JSON.parse(module.resultShape(i));
      return [module.resultName(i), this.copy(module.resultData(i), shape)];
    });
    module.clearResults();
    return Object.fromEntries(entries);
  }

  /** The one tensor that a call leaves. @param {string} name @param {...unknown} args @returns {TensorOutput} */
  tensor(name, ...args) {
    this.call(name, ...args);
    const { module } = this;
    const tensor = this.copy(module.resultData(0), JSON.parse(module.resultShape(0)));
    module.clearResults();
    return tensor;
  }

  /** Its numbers alone, where it is known how many there are: the quickest way out. @param {number} count @param {string} name @param {...unknown} args */
  numbers(count, name, ...args) {
    this.call(name, ...args);
    const { module } = this;
    const numbers = this.#copied(module.resultData(0), count);
    module.clearResults();
    return numbers;
  }

  /** @param {number} address @param {readonly number[]} shape @returns {TensorOutput} */
  copy(address, shape) {
    return { data: this.#copied(address, elements(shape)), shape: shape.slice() };
  }

  /** @param {number} address @param {number} count @returns {Float32Array} */
  #copied(address, count) {
    const first = address / Float32Array.BYTES_PER_ELEMENT;
    return this.module.HEAPF32.slice(first, first + count);
  }

  /** What is placed from now on is for the next call. */
  begin() {
    this.assertIdle();
    for (const held of this.#held.values()) held.used = false;
  }

  /**
   * Copies a tensor into wasm memory.
   * @param {Slot} slot
   * @param {Given | undefined} tensor nothing is placed for undefined
   */
  place(slot, tensor) {
    if (tensor === undefined) return;
    const { module } = this;
    const { name, code, shape, count } = tensor;
    const [d0, d1 = 1, d2 = 1, d3 = 1] = shape;
    let held = this.#held.get(slot);
    if (!held || !sameShape(held.shape, shape)) {
      this.#drop(slot); // before there is more, and as there may not be
      const address = this.call("place", this.named("Slot", slot), shape.length, d0, d1, d2, d3);
      held = { shape, elements: count, address, used: true };
      if (slot !== "other") this.#held.set(slot, held); // that one is taken over by whatever reads it
    }
    held.used = true;
    try {
      this.#reading = name;
      const numbers = numbersOf(tensor);
      module.HEAPF32.set(numbers, held.address / Float32Array.BYTES_PER_ELEMENT); // true becomes 1
    } catch (error) {
      this.#reading = null;
      this.#drop(slot); // half of which is written
      if (error instanceof HeadscopeError) throw error;
      throw new HeadscopeError(code, `${name} holds what is no number: ${show(error)}`, { cause: error });
    } finally {
      this.#reading = null;
    }
  }

  /** Gives the next call numbers to read. @param {readonly number[]} indices */
  setIndices(indices) {
    this.module.clearIndices(); // of a call that failed before it read them
    for (const index of indices) this.call("addIndex", index);
  }

  /** Gives the next call words to read: their bytes as a tensor, and how many each has. @param {readonly string[]} tokens */
  setTokens(tokens) {
    const utf8 = new TextEncoder();
    const data = utf8.encode(`${tokens.join(" ")} `);
    this.setIndices(tokens.map((token) => utf8.encode(token).length));
    this.place("other", given("tokens", { data, shape: [data.length] }));
  }

  /** Empties the places that the next call has no tensor for. */
  dropUnused() {
    for (const [slot, held] of this.#held) if (!held.used) this.#drop(slot);
  }

  /**
   * After a call without trace: gives back what it read and what it ran in, where that is much.
   * @param {number} layer its address
   * @param {...(TensorOutput | null)} results what it gave
   */
  keepLittle(layer, ...results) {
    const large = [...this.#held].filter(([, held]) => held.elements > MOST_KEPT);
    for (const [slot] of large) this.#drop(slot);
    if (large.length > 0 || results.some((result) => result && result.data.length > MOST_KEPT))
      this.module.fastRelease(layer);
  }

  /** Empties all places. */
  clear() {
    for (const slot of this.#held.keys()) this.#drop(slot);
  }

  /** @param {Slot} slot */
  #drop(slot) {
    this.module.clear(this.named("Slot", slot));
    this.#held.delete(slot);
  }
}

/** @param {readonly number[]} a @param {readonly number[]} b */
const sameShape = (a, b) => a.length === b.length && a.every((size, d) => size === b[d]);

/** @param {string} names "num_heads fused? " */
const fieldsOf = (names) =>
  [...names.matchAll(/(\w+)(\??) /g)].map(([, name, flag]) => ({
    name,
    key: name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()),
    isSize: flag === "",
  }));
