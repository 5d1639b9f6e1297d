import OwnerAPI
import PaymentsCore
import PaymentsModel
import Synchronization

/// How much fee a yes of the owner covers.
enum FeeCap {
  /// Fees move between the question and the answer: up to a quarter more than quoted, and the owner is shown that cap.
  static func shown(for fee: Amount) -> Amount {
    (try? fee.adding(Amount(atomicUnits: fee.atomicUnits / 4))) ?? fee
  }

  /// The cap that is shown with an order; `nil` while its cost is not known.
  static func shown(for order: OrderMachine) -> Amount? {
    order.progress.quote.map { shown(for: $0.fee) }
  }

  /// The cap that whoever says yes has seen: no yes counts without it.
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

/// The largest fee of a waiting order that the owner could have seen last, where the owner looks once and answers
/// later: a yes typed then must not cover more. Consoles that stay open are brought up to date, and name what they
/// show.
final class ShownFeeCap: Sendable {
  private let cap: Mutex<Amount>

  /// What the order costs as it is taken up; nothing that a later quote says was shown.
  init(_ order: OrderMachine) {
    cap = Mutex(FeeCap.shown(for: order) ?? .zero)
  }

  /// Notes that the order was shown as it is.
  ///
  /// - Returns: the cap that was shown before.
  @discardableResult
  func note(_ order: OrderMachine) -> Amount {
    cap.withLock { cap in
      defer { cap = FeeCap.shown(for: order) ?? cap }
      return cap
    }
  }
}
