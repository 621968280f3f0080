# Installs the build in BUILD_DIR to an empty prefix and builds the program of PROJECT_DIR against it: with find_package
# and with pkg-config, with the static and with the shared library. What the package says it needs must be enough.
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${WORK_DIR})
set(prefix ${WORK_DIR}/prefix)
run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${prefix})

if(SANITIZE)
  set(sanitize -fsanitize=${SANITIZE})
  set(flags -DCMAKE_CXX_FLAGS=${sanitize})
endif()

function(check_find_package)
  run(${CMAKE_COMMAND} -G ${GENERATOR} -S ${PROJECT_DIR} -B ${WORK_DIR}/build -DCMAKE_CXX_COMPILER=${CXX_COMPILER}
      -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH=${prefix} -DWITH_SHARED=${WITH_SHARED} ${flags})
  run(${CMAKE_COMMAND} --build ${WORK_DIR}/build)
  run(${WORK_DIR}/build/external)
  if(WITH_SHARED)
    run(${WORK_DIR}/build/external_shared)
  endif()
endfunction()

# check_pkg_config(NAME PREFIX OPTION...): the linker takes a shared library before a static one.
function(check_pkg_config name from)
  file(GLOB_RECURSE file ${from}/*/pantile.pc)
  cmake_path(GET file PARENT_PATH folder)
  cmake_path(GET folder PARENT_PATH libraries)
  find_program(PKG_CONFIG pkg-config REQUIRED)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${folder} ${PKG_CONFIG} --cflags --libs ${ARGN} pantile
    COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY OUTPUT_VARIABLE options OUTPUT_STRIP_TRAILING_WHITESPACE)
  separate_arguments(options UNIX_COMMAND "${options}")
  run(${CXX_COMPILER} -std=c++20 ${sanitize} ${PROJECT_DIR}/main.cpp -o ${WORK_DIR}/${name} ${options}
      -Wl,-rpath,${libraries})
  run(${WORK_DIR}/${name})
endfunction()

# What the shared library offers is in the public headers, and all that is in them. '_ZN7pantile3irE' begins the names of an inner namespace.
function(check_exports)
  file(GLOB_RECURSE library ${prefix}/*/libpantile.so)
  execute_process(COMMAND nm --dynamic --defined-only ${library} COMMAND_ERROR_IS_FATAL ANY OUTPUT_VARIABLE symbols)
  if(symbols MATCHES "_ZNK?7pantile(2ir|4plan|4cost|4emit|5lower|6driver|6passes|6search|8analysis|8schedule)[^\n]*")
    message(FATAL_ERROR "the shared library offers what no public header declares: ${CMAKE_MATCH_0}")
  endif()
  file(GLOB headers ${prefix}/include/pantile/*.h)
  list(REMOVE_ITEM headers ${prefix}/include/pantile/pantile.h)
  foreach(header IN LISTS headers)
    file(READ ${header} text)
    if(NOT text MATCHES "#pragma GCC visibility push\\(default\\)\nnamespace pantile.*#pragma GCC visibility pop")
      message(FATAL_ERROR "the shared library hides what ${header} declares: it has no '#pragma GCC visibility'.")
    endif()
  endforeach()
endfunction()

check_find_package()
if(WITH_SHARED)
  check_exports()
  check_pkg_config(with_shared ${prefix})
  file(COPY ${prefix}/ DESTINATION ${WORK_DIR}/static)
  file(GLOB_RECURSE shared ${WORK_DIR}/static/*/libpantile.so*)
  file(REMOVE ${shared})
else()
  file(COPY ${prefix}/ DESTINATION ${WORK_DIR}/static)
endif()
check_pkg_config(with_static ${WORK_DIR}/static --static)

if(WITH_TOOL)
  run(${prefix}/bin/pantile --help)
endif()
