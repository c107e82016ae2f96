# headscope.mjs and headscope.wasm: the whole core with its bindings. The bindings are compiled into the executable, since the linker
# drops them from a library.
set(bindings bindings bindings_config bindings_core bindings_forward bindings_labs bindings_layer bindings_model bindings_run bindings_study bindings_transformer)
list(TRANSFORM bindings PREPEND src/boundary/)
list(TRANSFORM bindings APPEND .cpp)
add_executable(headscope_wasm ${bindings})
set_target_properties(headscope_wasm PROPERTIES OUTPUT_NAME headscope SUFFIX .mjs)
target_link_libraries(headscope_wasm PRIVATE headscope::core)
target_compile_definitions(headscope_wasm PRIVATE HEADSCOPE_VERSION="${PROJECT_VERSION}")

# All code is built for size with SIMD; products and what Eigen computes are built for speed, the latter without optimising again at
# link time, which takes its vectors apart; the loops beside them are vectorised but not unrolled. C++ exceptions are caught in the bindings.
set(wasm_options -msimd128 -mnontrapping-fptoint -fwasm-exceptions -flto -Oz)
foreach(target headscope_core headscope_wasm)
  target_compile_options(${target} PRIVATE ${own_code_options} ${wasm_options})
endforeach()
set_source_files_properties(src/kernel/product.cpp PROPERTIES COMPILE_OPTIONS -O3)
set_source_files_properties(src/tensor/elementwise.cpp src/tensor/gemm.cpp src/tensor/softmax.cpp src/tape/operations_of_memory.cpp
  PROPERTIES COMPILE_OPTIONS "-O3;-fno-lto")
set_source_files_properties(src/kernel/activations.cpp src/kernel/norm.cpp src/kernel/rows.cpp src/kernel/segments.cpp src/model/optimizer.cpp src/transformer/ends.cpp
  src/transformer/stored_matrix.cpp src/transformer/stored_numbers.cpp
  PROPERTIES COMPILE_OPTIONS -Os)

target_link_options(headscope_wasm PRIVATE
  -lembind -msimd128 -fwasm-exceptions -flto
  -Os                          # -Oz would link a C library whose memcpy copies byte by byte
  -sEXPORT_ES6 -sMODULARIZE
  -sENVIRONMENT=web            # no mention of process, which bundlers would replace; the glue runs in workers and Node as well
  -sUSE_ES6_IMPORT_META=0      # webpack would look for the wasm beside the script; web/core/load.js provides it
  -sDYNAMIC_EXECUTION=0        # no new Function: a Content Security Policy may forbid it
  -sFILESYSTEM=0
  -sALLOW_MEMORY_GROWTH -sABORTING_MALLOC=0
  -sSTACK_SIZE=512KB           # Eigen puts up to 128 KB on the stack, more than Emscripten's default
  -sMALLOC=emmalloc)
