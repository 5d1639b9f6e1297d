import Foundation

/// Runs what blocks on a thread of its own. Never on a dispatch queue: the number of threads that those may block is
/// limited for the whole process, and tests of everything run in one.
package func onOwnThread(_ body: @escaping @Sendable () -> Void) {
  let thread = Thread(block: body)
  thread.stackSize = 1 << 20
  thread.start()
}

/// The same, for what is waited for.
package func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    onOwnThread { continuation.resume(with: Result { try body() }) }
  }
}
