/** Emscripten's glue, as -sMODULARIZE -sEXPORT_ES6 makes it: bindings.cpp says what the module has. */
export default function createModule(options: {
  instantiateWasm(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
}): Promise<any>;
