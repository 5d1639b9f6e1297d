import Dispatch

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A thread for what blocks.
struct DispatchedThread {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func start() { DispatchQueue(label: "scripted notification server").async(execute: body) }

  /// A short rest between two looks.
  static func pause() { usleep(1000) }
}
