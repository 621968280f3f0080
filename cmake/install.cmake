# 'cmake --install' gives the libraries, their headers, the tool and the apps, and says how to use them:
# find_package(Pantile) defines the targets Pantile::pantile (static) and Pantile::pantile_shared, and 'pkg-config
# pantile' names the same.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(PANTILE_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Pantile)

install(TARGETS pantile EXPORT PantileTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET pantile_shared)
  install(TARGETS pantile_shared EXPORT PantileTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/pantile DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN *.h)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/apps/ DESTINATION ${CMAKE_INSTALL_DATADIR}/pantile/apps
        FILES_MATCHING PATTERN *.pan)
if(TARGET pantile_tool)
  install(TARGETS pantile_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

install(EXPORT PantileTargets NAMESPACE Pantile:: DESTINATION ${PANTILE_PACKAGE_DIR})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/PantileConfig.cmake.in
  ${PROJECT_BINARY_DIR}/PantileConfig.cmake INSTALL_DESTINATION ${PANTILE_PACKAGE_DIR})
# Before 1.0 every minor version may break its users.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/PantileConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/PantileConfig.cmake ${PROJECT_BINARY_DIR}/PantileConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/FindHwloc.cmake
        DESTINATION ${PANTILE_PACKAGE_DIR})

# Relative to the file, so that the installed tree can be moved.
set(PANTILE_PC_DIR ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH PANTILE_PC_TO_PREFIX /prefix/${PANTILE_PC_DIR} /prefix)
string(REGEX REPLACE "/$" "" PANTILE_PC_TO_PREFIX ${PANTILE_PC_TO_PREFIX})
configure_file(${PROJECT_SOURCE_DIR}/cmake/pantile.pc.in ${PROJECT_BINARY_DIR}/pantile.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/pantile.pc DESTINATION ${PANTILE_PC_DIR})
