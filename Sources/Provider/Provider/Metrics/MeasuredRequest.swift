import Logging
import Orders
import PaymentsAPI

/// A request of an app that is being answered. At its end it is counted, by its method and how it ended.
final class MeasuredRequest: Sendable {
  private let method: String
  private let core: ProviderCore
  private let begun = ContinuousClock.now

  /// - Parameter method: the name of the method in the catalogue, and no other text of the app.
  init(_ method: String, _ core: ProviderCore) {
    self.method = method
    self.core = core
  }

  /// Notes the end, with the failure that the app is told if there is one.
  func end(_ failure: PaymentsFailure? = nil) {
    let outcome = failure?.reason.rawValue ?? "ok"
    core.metrics.count(.requests, [("method", method), ("outcome", outcome)])
    core.metrics.time(.requestDuration, ContinuousClock.now - begun, [("method", method)])
    guard failure != nil else { return }
    core.log.log(
      level: .detail, "a request was refused", metadata: ["method": "\(method)", "reason": "\(outcome)"])
  }
}
