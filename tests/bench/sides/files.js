const MODULES = "tests/bench/node_modules";

/** Files that the measurements load, from the root of the checkout. */
export const FILES = {
  core: "build/wasm/headscope.wasm",
  probe: "build/wasm/headscope_probe.wasm",
  onnx: `${MODULES}/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm`,
};

/** With all variants of the wasm file of tfjs, which loads one. */
export const TFJS_FOLDER = `${MODULES}/@tensorflow/tfjs-backend-wasm/dist/`;
