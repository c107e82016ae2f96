// Embind registers every type that it knows. Those that no binding of ours has are registered as nothing: here rather than in
// JavaScript, so that their names do not travel either.
#include <emscripten/bind.h>

namespace emscripten::internal {
extern "C" {

void _embind_register_bigint(TYPEID, const char*, size_t, int64_t, uint64_t) {}
void _embind_register_std_wstring(TYPEID, size_t, const char*) {}
void _embind_register_emval(TYPEID) {}
void _embind_register_memory_view(TYPEID, unsigned, const char*) {}

}  // extern "C"
}  // namespace emscripten::internal
