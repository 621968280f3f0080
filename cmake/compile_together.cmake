# compile_together(TARGET): where CMAKE_UNITY_BUILD is on, up to eight files of one folder are one for the compiler, which
# takes about half as long. A file whose own names clash with those of another of its folder has the property
# SKIP_UNITY_BUILD_INCLUSION. Files of different folders never meet: 'Expr' means one thing in 'front', another in 'emit'.
function(compile_together target)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source NORMALIZE)
    cmake_path(GET source PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER ${folder} name)
    if(NOT DEFINED count_${name})
      set(count_${name} 0)
    endif()
    math(EXPR group "${count_${name}} / 8")
    math(EXPR count_${name} "${count_${name}} + 1")
    cmake_path(GET folder FILENAME short_name)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${short_name}_${group})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()
