# Public headers: those that users need, and the headers that these include. Both the build tree and an
# installation provide each without its source folder: <headscope/attention.hpp>. The build tree also provides
# all other headers, by source folder.
set(public_headers
  transformer/block transformer/circuit transformer/contributions transformer/ends transformer/patch transformer/score_parts transformer/stored_matrix transformer/stored_numbers
  model/batch model/batch_tape model/composition model/head_fit model/learner model/model model/model_config model/operations model/optimizer model/parameters
  model/tally model/task model/translation_task
  model/translator model/translator_batch model/translator_composition model/translator_config model/translator_tally model/translator_tape model/vocabulary
  study/chain study/cost study/difference study/effects study/embedding study/faults study/geometry study/heads study/measures study/patterns study/reorder study/sentence_measures study/study_sums study/symmetry
  layer/attention layer/backward layer/config layer/fast_forward layer/packed_linear layer/weights
  tape/attributes tape/gradients tape/mask tape/operation tape/piecewise tape/replay tape/rope tape/tape
  tensor/axis tensor/elementwise tensor/gemm tensor/shape tensor/softmax tensor/tensor
  kernel/key_range kernel/size kernel/stored_type kernel/strided_product
  base/error base/inline_list base/named_value base/notice base/rng base/text)

set(headers ${PROJECT_BINARY_DIR}/headers/headscope)
file(MAKE_DIRECTORY ${headers})
foreach(room boundary transformer model study layer tape tensor kernel base)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/src/${room} ${headers}/${room} SYMBOLIC)
endforeach()
file(GLOB outdated ${headers}/*.hpp)  # from an earlier build
foreach(header ${public_headers})
  cmake_path(GET header FILENAME name)
  file(CONFIGURE OUTPUT ${headers}/${name}.hpp CONTENT "#pragma once\n#include \"${header}.hpp\"\n")
  list(REMOVE_ITEM outdated ${headers}/${name}.hpp)
endforeach()
# All public headers in one, and the version as macros.
list(TRANSFORM public_headers REPLACE "(.+)" "#include \"\\1.hpp\"" OUTPUT_VARIABLE includes)
list(JOIN includes "\n" includes)
file(CONFIGURE OUTPUT ${headers}/headscope.hpp CONTENT "#pragma once\n#include \"version.hpp\"\n${includes}\n")
file(CONFIGURE OUTPUT ${headers}/version.hpp CONTENT "#pragma once
#define HEADSCOPE_VERSION \"${PROJECT_VERSION}\"
#define HEADSCOPE_VERSION_MAJOR ${PROJECT_VERSION_MAJOR}
#define HEADSCOPE_VERSION_MINOR ${PROJECT_VERSION_MINOR}
#define HEADSCOPE_VERSION_PATCH ${PROJECT_VERSION_PATCH}
")
list(REMOVE_ITEM outdated ${headers}/headscope.hpp ${headers}/version.hpp)
if(outdated)
  file(REMOVE ${outdated})
endif()
target_include_directories(headscope_core PUBLIC
  $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/headers> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
