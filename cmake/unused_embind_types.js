// Embind's glue registers types that no binding of ours uses. Registered as nothing, they need not travel.
addToLibrary({
  _embind_register_std_wstring__deps: [],
  _embind_register_std_wstring: () => {},
  _embind_register_memory_view__deps: [],
  _embind_register_memory_view: () => {},
  _embind_register_emval__deps: [],
  _embind_register_emval: () => {},
  _embind_register_bigint__deps: [],
  _embind_register_bigint: () => {},
});
