public import JSON
public import PaymentsAPI
public import PaymentsModel

extension PaymentsClient {
  /// Orders a payment, which the owner may have to approve. The payment is made at most once, however often this is
  /// called with the same `requestID` and the same other parameters. The returned order is rarely final; see
  /// ``waitForChange(of:atMost:)-(PaymentOrder,_)`` and ``events(_:buffer:onGap:)``.
  ///
  /// - Throws: see ``PaymentsClient``. After a `ConnectionError` the outcome is not known. The order is then among
  ///   ``unfinishedRequests()``, and resuming it does not pay twice.
  public func pay(
    _ currency: String, to address: String, amount: DecimalAmount, maxFee: DecimalAmount? = nil,
    description: String? = nil, expiresAt: Timestamp? = nil, requestID: PaymentRequestID = .random()
  ) async throws -> PaymentOrder {
    try await call(
      SubmitPaymentOrder.self,
      SubmitPaymentOrder.Params(
        requestID: requestID, currency: currency, address: address, amount: amount, maxFee: maxFee,
        description: description, expiresAt: expiresAt)
    ).paymentOrder
  }

  /// Returns the current state of an order.
  public func order(id: OrderID) async throws -> PaymentOrder {
    try await call(GetPaymentOrderStatus.self, GetPaymentOrderStatus.Params(orderID: id)).paymentOrder
  }

  /// Returns the order of a request, for an app that knows only the `request_id`.
  public func order(requestID: PaymentRequestID) async throws -> PaymentOrder {
    try await call(GetPaymentOrderStatus.self, GetPaymentOrderStatus.Params(requestID: requestID)).paymentOrder
  }

  /// Returns a page of this app's orders, the newest first, with the position of the next page.
  public func orders(
    currency: String? = nil, state: OrderState? = nil, before: String? = nil, limit: Int? = nil
  ) async throws -> ListPaymentOrders.Result {
    try await call(
      ListPaymentOrders.self, ListPaymentOrders.Params(currency: currency, before: before, limit: limit, state: state))
  }

  /// Cancels an order that was not submitted to the network yet.
  public func cancel(_ id: OrderID, requestID: PaymentRequestID = .random()) async throws -> PaymentOrder {
    try await call(CancelPaymentOrder.self, CancelPaymentOrder.Params(requestID: requestID, orderID: id)).paymentOrder
  }

  /// Waits until an order has changed, and returns its new state.
  ///
  /// - Parameters:
  ///   - order: the last known state of the order.
  ///   - limit: the time after which the unchanged order is returned; `nil` to wait without a limit.
  /// - Throws: see ``PaymentsClient``; `CancellationError`, which does not affect the order.
  public func waitForChange(of order: PaymentOrder, atMost limit: Duration? = nil) async throws -> PaymentOrder {
    try await poll(atMost: limit) { wait in
      let params = GetPaymentOrderStatus.Params(
        orderID: order.orderID, after: order.version, waitMilliseconds: wait.milliseconds)
      let now = try await self.call(GetPaymentOrderStatus.self, params, timeout: wait + self.options.callTimeout)
      return (now.paymentOrder, now.paymentOrder.version != order.version)
    }
  }

  /// Ends the session at the provider. With `forget`, the pairing is removed too.
  public func disconnect(forget: Bool = false) async throws {
    let params = try JSONBytesEncoder().encodeValue(DisconnectApp.Params(forget: forget ? true : nil))
    // The call is made only once. If it were repeated after a success, it would make a new session in order to end it.
    _ = try await call(method: DisconnectApp.name, params: params)
    await close()
  }

  /// Returns the provider's OpenRPC document.
  public func describe() async throws -> JSONValue { try await call(Discover.self, Discover.Params()) }

  /// Repeats a call in which the provider holds its answer back for some time, until there is a change or the limit is
  /// over.
  func poll<Value: Sendable>(
    atMost limit: Duration?, _ ask: (Duration) async throws -> (value: Value, isChanged: Bool)
  ) async throws -> Value {
    let start = ContinuousClock.now
    while true {
      try Task.checkCancellation()
      let left = limit.map { max(.zero, $0 - start.duration(to: .now)) }
      let answer = try await ask(min(left ?? .seconds(25), .seconds(25)))
      if answer.isChanged { return answer.value }
      if let limit, start.duration(to: .now) >= limit { return answer.value }
    }
  }
}

extension Duration {
  /// The duration in whole milliseconds, rounded up.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(clamping: seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
