import Synchronization

/// Names the calls of JSON-RPC, each in another way, so that the answer to another call is not taken for that to this one, even
/// where both are about the same method.
package final class CallNames: Sendable {
  private let count = Atomic<UInt64>(0)

  /// Begins to count.
  package init() {}

  /// The name of the next call of a method.
  package func next(_ method: String) -> String {
    "\(method) \(count.wrappingAdd(1, ordering: .relaxed).newValue)"
  }
}
