/** Emscripten's glue, as -sMODULARIZE -sEXPORT_ES6 makes it: bindings.cpp says what the module has. */
export default function createModule(options: {
  instantiateWasm(imports: WebAssembly.Imports): Promise<WebAssembly.Instance>;
}): Promise<any>;
