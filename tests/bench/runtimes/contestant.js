/** @import { Problem } from "../problem.js" */

/**
 * @typedef {object} Result
 * @property {Float32Array} output
 * @property {Float32Array | null} attention
 *
 * @typedef {object} Contestant what is timed
 * @property {string} name
 * @property {() => Result | Promise<Result>} run one forward: JavaScript's arrays in, JavaScript's arrays out
 * @property {() => void} dispose
 *
 * @typedef {object} Isolated onnxruntime-web with a GPT-2 and several threads, in a page that is isolated from other origins
 * @property {(threads: number) => Promise<void>} open
 * @property {(x: number[]) => Promise<number[]>} attention of the input of the first block, which later times are of: some of its values, see someOf()
 * @property {(count: number) => Promise<number>} time milliseconds a run, of so many
 *
 * @typedef {object} Assets what a side hands in
 * @property {Uint8Array<ArrayBuffer>} core headscope.wasm
 * @property {Uint8Array<ArrayBuffer>} probe headscope_probe.wasm
 * @property {Uint8Array<ArrayBuffer>} onnx ort-wasm-simd-threaded.wasm
 * @property {string} [onnxThreads] address of ort-wasm-simd-threaded.mjs; a page's
 * @property {() => Promise<typeof import("../../../web/models/index.js")>} models headscope/models
 * @property {() => Promise<typeof import("../../../web/models/index.js")>} [before] the same of the checkout to compare with
 * @property {Isolated} [isolated] the page for threads with shared memory, where the measuring page has none
 * @property {(say: (note: string) => void) => Promise<{ milliseconds: number, memory: number }>} [large] see large.js; Node's
 * @property {string} tfjs the folder with tfjs-backend-wasm-simd.wasm, and a slash: a path in Node, else an address
 */

export {};
