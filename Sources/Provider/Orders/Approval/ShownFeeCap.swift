package import PaymentsCore
package import PaymentsModel
import Synchronization

/// The largest fee of a waiting order that the owner was shown most recently. It matters for an owner who looks once
/// and answers later: the approval must not cover a higher fee. Consoles that stay open are updated, and name the fee
/// that they show.
package final class ShownFeeCap: Sendable {
  private let cap: Mutex<Amount>

  /// Creates the value for an order whose process begins. Later quotes count as shown only after ``note(_:)``.
  init(_ order: OrderMachine) {
    cap = Mutex(FeeCap.shown(for: order) ?? .zero)
  }

  /// Records that the order was shown in its present version.
  ///
  /// - Returns: The largest fee that was shown before.
  @discardableResult
  package func note(_ order: OrderMachine) -> Amount {
    cap.withLock { cap in
      defer { cap = FeeCap.shown(for: order) ?? cap }
      return cap
    }
  }
}
