"""Mutants made by operators from the C++ sources as they are now.

`tokens` reads a file, `code` knows which tokens belong together and which are never changed, `expressions`, `calls` and
`statements` hold the operators, and `file_mutants` applies all of them and names what comes out.
"""
