/** headscope.wasm, deflated (zlib format) and then in base64, as tools/lib/wasm.mjs writes it. */
declare const base64: string;
export default base64;
