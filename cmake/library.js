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

  // A type is how a value goes in and comes out: nothing is left to free, and no fields are read.
  $registerType: (type, ways) => {
    registeredTypes[type] = ways;
  },
  $registerType__deps: ["$registeredTypes"],
  _embind_register_void: (type) => registerType(type, { fromWireType() {} }),
  _embind_register_void__deps: ["$registerType"],
  _embind_register_bool: (type) =>
    registerType(type, { fromWireType: Boolean, toWireType: (value) => (value ? 1 : 0) }),
  _embind_register_bool__deps: ["$registerType"],
  _embind_register_float: (type) =>
    registerType(type, { fromWireType: (value) => value, toWireType: (value) => value }),
  _embind_register_float__deps: ["$registerType"],
  // Of 32 bits at most.
  _embind_register_integer: (type, _name, _size, least) =>
    registerType(type, {
      fromWireType: (value) => (least === 0 ? value >>> 0 : value),
      toWireType: (value) => value,
    }),
  _embind_register_integer__deps: ["$registerType"],
  // Returned only, in UTF-8 and without zeros. Its length stands before its bytes.
  _embind_register_std_string: (type) =>
    registerType(type, {
      fromWireType(address) {
        const text = UTF8ToString(address + 4, HEAPU32[address >> 2]);
        _free(address);
        return text;
      },
    }),
  _embind_register_std_string__deps: ["$registerType", "$UTF8ToString", "free"],
  _embind_register_enum(type, name) {
    const names = (Module[UTF8ToString(name)] = {});
    registerType(type, {
      names,
      fromWireType: (value) => Object.values(names).find((each) => each.value === value),
      toWireType: ({ value }) => value,
    });
  },
  _embind_register_enum__deps: ["$registerType", "$UTF8ToString"],
  _embind_register_enum_value: (type, name, value) => {
    registeredTypes[type].names[UTF8ToString(name)] = { value };
  },
  _embind_register_enum_value__deps: ["$registeredTypes", "$UTF8ToString"],

  // Of no class. Its types are looked up when it is first called: by then all are registered.
  _embind_register_function(name, count, first, _signature, invoker, target) {
    const named = heap32VectorToArray(count, first);
    const call = getWasmTableEntry(invoker);
    let types;
    Module[UTF8ToString(name)] = (...given) => {
      types ??= named.map((type) => registeredTypes[type]);
      return types[0].fromWireType(call(target, ...given.map((value, i) => types[i + 1].toWireType(value))));
    };
  },
  _embind_register_function__deps: [
    "$heap32VectorToArray",
    "$getWasmTableEntry",
    "$registeredTypes",
    "$UTF8ToString",
  ],

  // Memory grows by a fifth, by 96 MB at most, or by what is asked for where there is no more.
  emscripten_resize_heap(asked) {
    const size = asked >>> 0;
    const roomy = Math.max(size, Math.min(1.2 * HEAPU8.length, size + 96 * 2 ** 20));
    return growMemory(roomy) || growMemory(size) || 0;
  },
  emscripten_resize_heap__deps: ["$growMemory"],
});
