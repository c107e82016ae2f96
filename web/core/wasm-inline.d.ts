/** headscope.wasm, deflated (raw) and then in base64. */
declare const deflatedBase64: string;
export default deflatedBase64;
