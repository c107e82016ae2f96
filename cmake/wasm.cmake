# Builds headscope.mjs and headscope.wasm: the whole core with its bindings. The bindings are compiled into
# the executable, because the linker would drop them from a library.
set(bindings bindings bindings_config bindings_core bindings_forward bindings_labs bindings_layer bindings_learner bindings_model bindings_run bindings_sentences bindings_study bindings_transformer bindings_translator)
list(TRANSFORM bindings PREPEND src/boundary/)
list(TRANSFORM bindings APPEND .cpp)
add_executable(headscope_wasm ${bindings})
set_target_properties(headscope_wasm PROPERTIES OUTPUT_NAME headscope SUFFIX .mjs)
target_link_libraries(headscope_wasm PRIVATE headscope::core)
target_compile_definitions(headscope_wasm PRIVATE HEADSCOPE_VERSION="${PROJECT_VERSION}")

# All code is built for size with SIMD. The products and the code that uses Eigen are built for speed; code
# that uses Eigen is not optimised again at link time, which would split its vector operations. The row loops
# are vectorised but not unrolled. C++ exceptions are caught in the bindings.
set(wasm_options -msimd128 -mnontrapping-fptoint -fwasm-exceptions -flto -Oz)
foreach(target headscope_core headscope_wasm)
  target_compile_options(${target} PRIVATE ${own_code_options} ${wasm_options})
endforeach()
set_source_files_properties(src/kernel/product.cpp PROPERTIES COMPILE_OPTIONS -O3)
set_source_files_properties(src/tensor/elementwise.cpp src/tensor/softmax.cpp src/tape/operations_of_memory.cpp
  PROPERTIES COMPILE_OPTIONS "-O3;-fno-lto")
set_source_files_properties(src/kernel/activations.cpp src/kernel/norm.cpp src/kernel/rows.cpp src/kernel/segments.cpp src/model/optimizer.cpp src/transformer/ends.cpp
  src/transformer/stored_matrix.cpp src/transformer/stored_numbers.cpp
  PROPERTIES COMPILE_OPTIONS -Os)

target_link_options(headscope_wasm PRIVATE
  -lembind -msimd128 -fwasm-exceptions -flto
  -Os                          # with -Oz, the linked C library has a memcpy that copies byte by byte
  -sEXPORT_ES6 -sMODULARIZE
  -sENVIRONMENT=web            # without `process`, which bundlers would replace; the glue also runs in workers and Node
  -sUSE_ES6_IMPORT_META=0      # otherwise webpack looks for the wasm file beside the script; web/core/load.js provides the file
  -sDYNAMIC_EXECUTION=0        # no new Function, which a Content Security Policy may forbid
  -sFILESYSTEM=0
  -sALLOW_MEMORY_GROWTH -sABORTING_MALLOC=0
  -sSTACK_SIZE=512KB           # Eigen uses up to 128 KB of stack, more than Emscripten's default
  -sMALLOC=emmalloc)
