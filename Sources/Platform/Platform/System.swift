// Re-exports the C library of the system under one module name. Files that call it import Platform and need no
// condition.
#if canImport(Darwin)
  @_exported public import Darwin
#else
  @_exported public import Glibc
#endif
