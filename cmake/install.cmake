# find_package(headscope) for those who install it.
file(GLOB public_headers ${PROJECT_SOURCE_DIR}/src/*.hpp)
install(FILES ${public_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/headscope)
install(TARGETS headscope_core EXPORT headscope-targets)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/headscope)
install(EXPORT headscope-targets NAMESPACE headscope:: DESTINATION ${package_dir})
configure_package_config_file(cmake/headscope-config.cmake.in ${PROJECT_BINARY_DIR}/headscope-config.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/headscope-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/headscope-config.cmake ${PROJECT_BINARY_DIR}/headscope-config-version.cmake
  DESTINATION ${package_dir})
