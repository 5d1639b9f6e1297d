import Foundation

/// Runs blocking work on a thread of its own. A dispatch queue would be wrong, because the number of its threads that
/// may block is limited for the whole process, in which many tests run.
package func onOwnThread(_ body: @escaping @Sendable () -> Void) {
  let thread = Thread(block: body)
  thread.stackSize = 1 << 20
  thread.start()
}

/// Runs blocking work on a thread of its own, and waits for its result.
package func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    onOwnThread { continuation.resume(with: Result { try body() }) }
  }
}
