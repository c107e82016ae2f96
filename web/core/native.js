import { HeadscopeError } from "./errors.js";

/** @import { TensorOutput } from "./types.js" */

const utf8 = new TextDecoder();

/** A wasm instance: the functions that bindings.cpp exports, and their memory. */
export class Native {
  /** @type {any} */ #exports;

  /** @param {WebAssembly.Instance} instance */
  constructor(instance) {
    this.#exports = instance.exports;
    this.#exports._initialize();
  }

  /** @param {BufferSource} bytes headscope.wasm */
  static async instantiate(bytes) {
    // Nothing here keeps memory.buffer, and so nobody needs to be told that the memory grew.
    const { instance } = await WebAssembly.instantiate(bytes, {
      env: { emscripten_notify_memory_growth() {} },
    });
    return new Native(instance);
  }

  /** How much memory there is, and how much of the heap is taken, in bytes. */
  memory() {
    return { size: this.#exports.memory.buffer.byteLength, inUse: this.#exports.bytesInUse() };
  }

  /** @param {string} name of a function that answers nothing @param {...number} args */
  tell(name, ...args) {
    this.#exports[name](...args);
  }

  /**
   * @param {string} name
   * @param {...(number | boolean)} args
   * @returns {any} what the function answers; a failure is thrown
   */
  ask(name, ...args) {
    const address = this.#exports[name](...args); // which may grow the memory, and detach the buffer it had
    const text = new Uint8Array(this.#exports.memory.buffer, address);
    const answer = JSON.parse(utf8.decode(text.subarray(0, text.indexOf(0))));
    if (answer?.failure) throw new HeadscopeError(answer.failure, answer.message);
    return answer;
  }

  /** @param {string} name @param {...(number | boolean)} args @returns {TensorOutput} a copy of the tensor answered */
  askTensor(name, ...args) {
    return this.#copy(this.ask(name, ...args));
  }

  /** @param {string} name @param {...(number | boolean)} args @returns {Record<string, TensorOutput>} copies of the tensors answered */
  askTensors(name, ...args) {
    const entries = Object.entries(this.ask(name, ...args));
    return Object.fromEntries(entries.map(([key, tensor]) => [key, this.#copy(tensor)]));
  }

  /** Places bytes at an address that the core gave for them. @param {number} address @param {Uint8Array} bytes */
  write(address, bytes) {
    new Uint8Array(this.#exports.memory.buffer, address).set(bytes);
  }

  /** Places float32 elements; true becomes 1. @param {number} address @param {ArrayLike<number>} data */
  writeFloats(address, data) {
    new Float32Array(this.#exports.memory.buffer, address, data.length).set(data);
  }

  /** @param {{ shape: number[], address: number }} tensor @returns {TensorOutput} */
  #copy({ shape, address }) {
    const elements = shape.reduce((product, size) => product * size, 1);
    return { data: new Float32Array(this.#exports.memory.buffer, address, elements).slice(), shape };
  }
}
