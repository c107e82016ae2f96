// Types that Embind registers and no binding of ours names: what converts them is most of a kilobyte of JavaScript. A binding that comes to
// name one fails as it loads («unbound types») until its line here is gone.
addToLibrary({
  _embind_register_bigint: () => {},
  _embind_register_bigint__deps: [],
  _embind_register_emval: () => {},
  _embind_register_emval__deps: [],
  _embind_register_memory_view: () => {},
  _embind_register_memory_view__deps: [],
  _embind_register_std_wstring: () => {},
  _embind_register_std_wstring__deps: [],
});
