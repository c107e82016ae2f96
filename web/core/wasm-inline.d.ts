/** headscope.wasm as tools/lib/inline.mjs writes it: LZMA (see lzma.js), and then base64. */
declare const base64: string;
export default base64;
/** Of the wasm, in bytes. */
export const length: number;
