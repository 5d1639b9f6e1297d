// Re-exports the C library of the system under one module name. Files that call it import Platform and need no
// condition.
#if canImport(Darwin)
  @_exported public import Darwin
#else
  @_exported public import Glibc
#endif

// Calls of the system under names that the methods of a type with their usual names do not hide.

/// `read(2)`.
package func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, bytes.baseAddress, bytes.count)
}

/// `write(2)`.
package func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

/// `send(2)`, without a signal where the other side is gone. On Darwin the socket has to be told so before.
package func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  #if canImport(Darwin)
    send(descriptor, bytes.baseAddress, bytes.count, 0)
  #else
    send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
  #endif
}

/// `close(2)`.
package func systemClose(_ descriptor: Int32) { _ = close(descriptor) }
