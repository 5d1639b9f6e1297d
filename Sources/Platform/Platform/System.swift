// The C library of the system, by whichever name it has: files that call it import Platform and need no condition.
#if canImport(Darwin)
  @_exported public import Darwin
#else
  @_exported public import Glibc
#endif
