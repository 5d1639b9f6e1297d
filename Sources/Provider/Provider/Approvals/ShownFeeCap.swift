import OwnerAPI
import PaymentsCore
import PaymentsModel
import Synchronization

extension FeeCap {
  /// Returns the largest fee that the approving person was shown. An approval without it is refused.
  static func seen(_ text: String?, decimals: Int) throws(OwnerFailure) -> Amount {
    guard let text else {
      throw OwnerFailure(.usage, "fee_cap is missing: a yes to a payment names the largest fee that was shown")
    }
    guard let decimal = try? DecimalAmount(text), let cap = try? Amount(decimal, decimals: decimals) else {
      throw OwnerFailure(.usage, "the largest fee must be an amount such as 0.001, with at most \(decimals) decimals")
    }
    return cap
  }
}

/// The largest fee of a waiting order that the owner was shown most recently. It matters for an owner who looks once
/// and answers later: the approval must not cover a higher fee. Consoles that stay open are updated, and name the fee
/// that they show.
final class ShownFeeCap: Sendable {
  private let cap: Mutex<Amount>

  /// Creates the value for an order whose process begins. Later quotes count as shown only after ``note(_:)``.
  init(_ order: OrderMachine) {
    cap = Mutex(FeeCap.shown(for: order) ?? .zero)
  }

  /// Records that the order was shown in its present version.
  ///
  /// - Returns: The largest fee that was shown before.
  @discardableResult
  func note(_ order: OrderMachine) -> Amount {
    cap.withLock { cap in
      defer { cap = FeeCap.shown(for: order) ?? cap }
      return cap
    }
  }
}
