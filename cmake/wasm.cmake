# headscope.mjs, which runs headscope.wasm, the whole core, and what is asked of it where models learn (headscope_learning.wasm), where
# attention is only shown (headscope_view.wasm), and where it is walked through alone (headscope_walk.wasm). The bindings are compiled into
# the executables: from a library the linker would drop them.
set(bindings_whole bindings bindings_heads bindings_labs bindings_model bindings_whole)
set(bindings_learning bindings bindings_model)
set(bindings_view bindings bindings_heads)
set(bindings_walk bindings)
set(wasm_targets)
foreach(part whole learning view walk)
  set(target headscope_${part})
  list(TRANSFORM bindings_${part} PREPEND src/boundary/ OUTPUT_VARIABLE sources)
  list(TRANSFORM sources APPEND .cpp)
  add_executable(${target} ${sources})
  list(APPEND wasm_targets ${target})
endforeach()
set_target_properties(headscope_whole PROPERTIES OUTPUT_NAME headscope)
# What is only shown never walks back: its operations stand in for those of the library.
foreach(target headscope_view headscope_walk)
  target_sources(${target} PRIVATE src/tape/operations_of_elements.cpp src/tape/operations_of_memory.cpp src/tape/operations_of_products.cpp
    src/tape/rope.cpp)
  target_compile_definitions(${target} PRIVATE HEADSCOPE_FORWARD_ONLY)
endforeach()
foreach(target ${wasm_targets})
  set_target_properties(${target} PROPERTIES SUFFIX .mjs LINK_DEPENDS "${PROJECT_SOURCE_DIR}/cmake/library.js;${PROJECT_SOURCE_DIR}/cmake/pre.js")
  target_link_libraries(${target} PRIVATE headscope::core)
  target_compile_definitions(${target} PRIVATE HEADSCOPE_VERSION="${PROJECT_VERSION}")
endforeach()

# SIMD throughout, and conversions to integers that need no check before them; exceptions have to be caught in C++ (bindings.cpp). Small and
# optimised as a whole, but for the loops that most time is spent in.
set(wasm_options -msimd128 -mnontrapping-fptoint -fwasm-exceptions -flto -Oz)
foreach(target headscope_core ${wasm_targets})
  target_compile_options(${target} PRIVATE ${own_code_options} ${wasm_options})
endforeach()
target_compile_options(headscope_core PRIVATE -fno-rtti)  # Embind alone asks for the types of things
set_source_files_properties(src/kernel/product.cpp PROPERTIES COMPILE_OPTIONS -O3)
set_source_files_properties(src/kernel/rows.cpp src/model/head_rows.cpp src/model/optimizer.cpp src/tensor/elementwise.cpp PROPERTIES COMPILE_OPTIONS -Os)  # vectorised, but not unrolled

# -Os: with -Oz, Emscripten links a libc whose memcpy goes byte by byte. Across files, inlined is what gets smaller by it.
set(link_options -Wl,-mllvm,-inline-threshold=-20
  -lembind ${wasm_options} -Os
  "SHELL:--js-library ${PROJECT_SOURCE_DIR}/cmake/library.js"
  -sEXPORT_ES6 -sMODULARIZE -sENVIRONMENT=web
  -sMINIMAL_RUNTIME "SHELL:--pre-js ${PROJECT_SOURCE_DIR}/cmake/pre.js"
  -sBINARYEN_EXTRA_PASSES=-O3,-Oz,-O3,-Oz  # what one finds, the other makes smaller: half a per cent, compressed
  -sDYNAMIC_EXECUTION=0        # no new Function: the page's CSP forbids it
  -sFILESYSTEM=0 -sMALLOC=emmalloc
  -sTEXTDECODER=2 -sWASM_BIGINT  # all that have SIMD have both, and the glue needs no substitutes
  -sALLOW_MEMORY_GROWTH -sABORTING_MALLOC=0
  -sSTACK_SIZE=512KB           # Eigen puts up to 128 KB on it, more than Emscripten's default
  -sUSE_ES6_IMPORT_META=0
  -sEXPORTED_RUNTIME_METHODS=HEAPF32  # tensors are copied into it and out of it
  -lexports.js)                # imports and exports keep their names, so that one glue serves all
foreach(target ${wasm_targets})
  target_link_options(${target} PRIVATE ${link_options})
endforeach()
