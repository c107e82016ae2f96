/** Emscripten's glue, as -sMODULARIZE -sEXPORT_ES6 makes it: the tables in src/boundary say what the module has. */
export default function createModule(options: {
  instantiateWasm(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
}): Promise<any>;
