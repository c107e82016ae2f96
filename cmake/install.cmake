# Installs the library with its headers, for find_package(headscope).
foreach(header ${public_headers})
  cmake_path(GET header PARENT_PATH room)
  cmake_path(GET header FILENAME name)
  install(FILES ${headers}/${name}.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/headscope)
  install(FILES ${PROJECT_SOURCE_DIR}/src/${header}.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/headscope/${room})
endforeach()
install(FILES ${headers}/headscope.hpp ${headers}/version.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/headscope)
install(TARGETS headscope_core EXPORT headscope-targets)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/headscope)
install(EXPORT headscope-targets NAMESPACE headscope:: DESTINATION ${package_dir})
configure_package_config_file(cmake/headscope-config.cmake.in ${PROJECT_BINARY_DIR}/headscope-config.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/headscope-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/headscope-config.cmake ${PROJECT_BINARY_DIR}/headscope-config-version.cmake
  DESTINATION ${package_dir})
