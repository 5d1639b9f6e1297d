import OwnerAPI
import PaymentsCore
import PaymentsModel

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
