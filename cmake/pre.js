// Emscripten's smallest runtime makes the instance itself, and says nothing where it cannot. Here who loads it makes it, and hears of that.
var WebAssembly = {
  instantiate: (_, imports) => ({
    then: (run) =>
      Module.instantiateWasm(imports)
        .then((instance) => run({ instance }))
        .catch(readyPromiseReject),
  }),
};
