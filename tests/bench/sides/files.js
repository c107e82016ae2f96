const MODULES = "tests/bench/node_modules";

/** What the measurements load, from the checkout's root. */
export const FILES = {
  core: "build/wasm/headscope.wasm",
  probe: "build/wasm/headscope_probe.wasm",
  onnx: `${MODULES}/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm`,
};

/** With the variants of tfjs's wasm, of which it takes one. */
export const TFJS_FOLDER = `${MODULES}/@tensorflow/tfjs-backend-wasm/dist/`;
