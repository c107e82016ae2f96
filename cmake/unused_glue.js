// What Emscripten's glue has for others, left out or made short: it need not travel. Where another Emscripten has other names for these, its own
// are used, and all that changes is the size.
addToLibrary({
  // Types that no binding of ours has
  _embind_register_std_wstring__deps: [],
  _embind_register_std_wstring: () => {},
  _embind_register_memory_view__deps: [],
  _embind_register_memory_view: () => {},
  _embind_register_emval__deps: [],
  _embind_register_emval: () => {},
  _embind_register_bigint__deps: [],
  _embind_register_bigint: () => {},

  // Reading values out of objects in memory, and functions of the same name
  $integerReadValueFromPointer__deps: [],
  $integerReadValueFromPointer: () => {},
  $floatReadValueFromPointer__deps: [],
  $floatReadValueFromPointer: () => {},
  $ensureOverloadTable__deps: [],
  $ensureOverloadTable: () => {},

  // What each error in the bindings is; there are none once the module has loaded
  $throwUnboundTypeError__deps: [],
  $throwUnboundTypeError: () => {
    throw Error("Embind: a type without a binding");
  },
  $throwBindingError__deps: [],
  $throwBindingError: () => {
    throw Error("Embind: a wrong binding, or a wrong argument for one");
  },
  $throwInternalError__deps: [],
  $throwInternalError: () => {
    throw Error("Embind: an internal error");
  },

  // Calls: no argument of ours leaves anything to be destroyed after them
  $craftInvokerFunction__deps: [],
  $craftInvokerFunction:
    (name, [result, , ...types], classType, invoke, target) =>
    (...args) =>
      result.fromWireType(invoke(target, ...types.map((type, i) => type.toWireType(null, args[i])))),

  // Names: of functions in stack traces, and in signatures, which ours have none of
  $createNamedFunction: (name, body) => body,
  $getFunctionName: (signature) => signature,

  // Text: it comes out and never goes in, and ASCII is UTF-8 too
  $readLatin1String__deps: ["$UTF8ToString"],
  $readLatin1String: (address) => UTF8ToString(address),
  _embind_register_std_string__deps: ["$registerType", "$readLatin1String", "$UTF8ToString", "free"],
  _embind_register_std_string: (type, name) =>
    registerType(type, {
      name: readLatin1String(name),
      fromWireType(string) {
        const text = UTF8ToString(string + 4, HEAPU32[string >> 2]);
        _free(string);
        return text;
      },
      destructorFunction: null,
    }),
});
