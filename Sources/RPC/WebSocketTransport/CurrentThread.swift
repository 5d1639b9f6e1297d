import Platform

/// Telling threads apart, which the platforms type differently.
enum CurrentThread {
  /// A number that is the caller's thread as long as that lives; never 0.
  static var identity: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }
}
