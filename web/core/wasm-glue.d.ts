/**
 * Emscripten's glue code, built with -sMODULARIZE -sEXPORT_ES6; the tables in src/boundary define the
 * module's members.
 */
export default function createModule(options: {
  instantiateWasm?(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
  wasmBinary?: BufferSource;
}): Promise<any>;
