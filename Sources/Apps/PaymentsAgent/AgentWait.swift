import Consumer
import JSON
import PaymentsAPI
import PaymentsModel

/// A wait for the end of an invoice or an order, through lost connections and restarts of the provider.
struct AgentWait: Sendable {
  /// The longest time for which the provider holds an answer back at once.
  private static let step = Duration.seconds(25)

  /// The method that tells the state.
  let method: String
  /// The member of its result that has the object.
  let member: String
  /// Whether a state, as it is on the wire, is an end.
  let isEnd: @Sendable (String) -> Bool

  static let invoice = AgentWait(method: GetInvoiceRequestStatus.name, member: "invoice") { state in
    InvoiceState(rawValue: state)?.group == .ended
  }
  static let paymentOrder = AgentWait(method: GetPaymentOrderStatus.name, member: "payment_order") { state in
    OrderState(rawValue: state)?.isTerminal ?? false
  }

  /// Waits, and returns the last result.
  ///
  /// - Parameters:
  ///   - object: the params that name the object.
  ///   - limit: the time after which the present state is returned; `nil` to wait for ever.
  /// - Throws: see `PaymentsClient`; `CancellationError`.
  func result(of object: JSONObject, on client: PaymentsClient, atMost limit: Duration?) async throws -> JSONValue {
    let start = ContinuousClock.now
    var params = object
    while true {
      let left = limit.map { $0 - start.duration(to: .now) }
      let wait: Duration = params["after"] == nil ? .zero : max(.zero, min(Self.step, left ?? Self.step))
      if params["after"] != nil { params["wait_ms"] = .integer(Int(wait / .milliseconds(1))) }
      do {
        let result = try await client.request(method, params, wait: wait)
        let state = result[member]?["state"]?.stringValue ?? ""
        if isEnd(state) || left.map({ $0 <= .zero }) ?? false { return result }
        params["after"] = result[member]?["version"]
      } catch {
        try Task.checkCancellation()
        guard Self.isTransient(error), left.map({ $0 > .zero }) ?? true else { throw error }
        // The app is told by `wallet` that it is away. Waiting is what it has asked for.
        try await Task.sleep(for: .seconds(1))
      }
    }
  }

  private static func isTransient(_ error: any Error) -> Bool {
    switch error {
    case let error as PaymentsFailure: error.retryAfterMilliseconds != nil
    case ConnectionError.closed(.local), ConnectionError.cancelled: false
    case is ConnectionError: true
    default: PaymentsClient.isTransient(error)
    }
  }
}
