import Platform

/// Identifies threads, whose handles have different types on the platforms.
enum CurrentThread {
  /// A number that identifies the calling thread while it lives. It is never 0.
  static var identity: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }
}
