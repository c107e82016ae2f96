// Emscripten's JavaScript, and Embind's, as far as ours uses it: the rest is 2 KB, gzipped. A binding that needs more (another type, a struct, a
// val) fails as the module loads or is first called, and of two of one name the second counts, until its line here is gone.
addToLibrary({
  // Types that no binding names.
  _embind_register_bigint: () => {},
  _embind_register_bigint__deps: [],
  _embind_register_emval: () => {},
  _embind_register_emval__deps: [],
  _embind_register_memory_view: () => {},
  _embind_register_memory_view__deps: [],
  _embind_register_std_wstring: () => {},
  _embind_register_std_wstring__deps: [],

  // std::string: returned only, in UTF-8 and without zeros. Its length stands before its bytes.
  _embind_register_std_string: (type) =>
    registerType(type, {
      name: "std::string",
      fromWireType(address) {
        const text = UTF8ToString(address + 4, HEAPU32[address >> 2]);
        _free(address);
        return text;
      },
      argPackAdvance: 8,
      destructorFunction: null,
    }),
  _embind_register_std_string__deps: ["$registerType", "$UTF8ToString", "free"],

  // Functions of no class, whose arguments leave nothing to free.
  $craftInvokerFunction:
    (_name, [returned, , ...types], _class, invoker, target) =>
    (...given) =>
      returned.fromWireType(invoker(target, ...types.map((type, i) => type.toWireType(null, given[i])))),
  $craftInvokerFunction__deps: [],

  // Names are plain ASCII.
  $readLatin1String: (address) => UTF8ToString(address),
  $readLatin1String__deps: ["$UTF8ToString"],

  // Each name is registered once.
  $exposePublicSymbol: (name, value) => {
    Module[name] = value;
  },
  $exposePublicSymbol__deps: [],
  $replacePublicSymbol: (name, value) => {
    Module[name] = value;
  },
  $replacePublicSymbol__deps: [],

  // Mistakes in the bindings: one kind of error is enough, and no type's name.
  $throwBindingError: (message) => {
    throw new Error(message);
  },
  $throwBindingError__deps: [],
  $throwInternalError: (message) => {
    throw new Error(message);
  },
  $throwInternalError__deps: [],
  $throwUnboundTypeError: (message) => {
    throw new Error(message);
  },
  $throwUnboundTypeError__deps: [],
  $getTypeName: (type) => type,
  $getTypeName__deps: [],

  // What reads the fields of structs and vals.
  $enumReadValueFromPointer: () => null,
  $floatReadValueFromPointer: () => null,
  $integerReadValueFromPointer: () => null,

  // Memory grows by a fifth, by 96 MB at most, or by what is asked for where there is no more.
  emscripten_resize_heap(asked) {
    const size = asked >>> 0;
    const roomy = Math.max(size, Math.min(1.2 * HEAPU8.length, size + 96 * 2 ** 20));
    return growMemory(roomy) || growMemory(size) || 0;
  },
  emscripten_resize_heap__deps: ["$growMemory"],
});
