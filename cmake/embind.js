// Embind's side in JavaScript, in place of Emscripten's own: as much of it as the table in bindings.cpp needs, which is functions of
// numbers, booleans and strings. Classes, overloads and other types would be 3 KB, gzipped, that nothing uses.
addToLibrary({
  // By a C++ type's address, what its values that come out of wasm are in JavaScript.
  $embindTypes: {},

  _embind_register_void__deps: ["$embindTypes"],
  _embind_register_void: (type) => {
    embindTypes[type] = () => {};
  },

  _embind_register_bool__deps: ["$embindTypes"],
  _embind_register_bool: (type) => {
    embindTypes[type] = (value) => !!value;
  },

  _embind_register_integer__deps: ["$embindTypes"],
  _embind_register_integer: (type, name, size, least) => {
    embindTypes[type] = (value) => (least ? value : value >>> 0);
  },

  _embind_register_float__deps: ["$embindTypes"],
  _embind_register_float: (type) => {
    embindTypes[type] = (value) => value;
  },

  // A string crosses over, both ways, as the address of its length and its bytes. It is freed here.
  _embind_register_std_string__deps: ["$embindTypes", "$UTF8Decoder", "free"],
  _embind_register_std_string: (type) => {
    embindTypes[type] = (address) => {
      const start = address + 4;
      const string = UTF8Decoder.decode(HEAPU8.subarray(start, start + HEAPU32[address >> 2]));
      _free(address);
      return string;
    };
  },

  $embindString__deps: ["malloc"],
  $embindString: (string) => {
    const bytes = new TextEncoder().encode(string);
    const address = _malloc(4 + bytes.length);
    HEAPU32[address >> 2] = bytes.length;
    HEAPU8.set(bytes, address + 4);
    return address;
  },

  // Numbers and booleans go in as they are. What a result is, is looked up late: types may be registered after the functions.
  _embind_register_function__deps: [
    "$embindTypes",
    "$embindString",
    "$UTF8ToString",
    "$getWasmTableEntry",
    "free",
  ],
  _embind_register_function: (name, count, types, signature, invoker, target) => {
    const resultType = HEAPU32[types >> 2];
    const invoke = getWasmTableEntry(invoker);
    Module[UTF8ToString(name)] = (...args) => {
      const wired = args.map((arg) => (typeof arg === "string" ? embindString(arg) : arg));
      const result = invoke(target, ...wired);
      args.forEach((arg, i) => typeof arg === "string" && _free(wired[i]));
      return embindTypes[resultType](result);
    };
  },
});
