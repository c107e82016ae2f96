/** Emscripten's glue, as -sMODULARIZE -sEXPORT_ES6 makes it: bindings.cpp says what the module has. */
export default function createModule(options: { wasmBinary: ArrayBuffer | Uint8Array }): Promise<any>;
