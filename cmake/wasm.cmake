# headscope.wasm, which needs no JavaScript of Emscripten's. bindings.cpp is compiled into the executable: from a library the linker would
# drop it.
add_executable(headscope src/bindings.cpp)
set_target_properties(headscope PROPERTIES SUFFIX .wasm)
target_link_libraries(headscope PRIVATE headscope::core)
set(maximum_memory 2147483648)
target_compile_definitions(headscope PRIVATE HEADSCOPE_VERSION="${PROJECT_VERSION}" HEADSCOPE_MAXIMUM_MEMORY=${maximum_memory})

# SIMD throughout; exceptions have to be caught in C++ (bindings.cpp). Small and optimised as a whole, but for the loops over elements
# that gain from unrolling (Eigen's product is as fast when small).
foreach(target headscope_core headscope)
  target_compile_options(${target} PRIVATE ${own_code_options} -msimd128 -fwasm-exceptions -flto -Oz)
endforeach()
set_source_files_properties(src/softmax.cpp src/elementwise.cpp PROPERTIES COMPILE_OPTIONS -O3)

target_link_options(headscope PRIVATE
  -msimd128 -fwasm-exceptions -flto -Oz
  -sSTANDALONE_WASM --no-entry
  -sFILESYSTEM=0 -sMALLOC=emmalloc
  -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=${maximum_memory} -sABORTING_MALLOC=0
  -sSTACK_SIZE=512KB)          # Eigen puts up to 128 KB on it, more than Emscripten's default
