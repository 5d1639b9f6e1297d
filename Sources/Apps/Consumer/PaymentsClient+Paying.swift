public import JSON
public import PaymentsAPI
public import PaymentsModel

extension PaymentsClient {
  /// Orders a payment, which the owner may have to approve. It is made at most once, however often this is called with
  /// the same `requestID` and the same rest. The order that is answered is seldom final: see
  /// ``waitForChange(of:atMost:)-(PaymentOrder,_)`` and ``events(_:buffer:onGap:)``.
  ///
  /// - Throws: see ``PaymentsClient``. After a `ConnectionError` the outcome is not known: the order is among
  ///   ``unfinishedRequests()``, and nothing is paid twice by resuming it.
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

  /// An order as it is now.
  ///
  /// - Throws: see ``PaymentsClient``.
  public func order(id: OrderID) async throws -> PaymentOrder {
    try await call(GetPaymentOrderStatus.self, GetPaymentOrderStatus.Params(orderID: id)).paymentOrder
  }

  /// The order of a request, for an app that has kept nothing but that.
  ///
  /// - Throws: see ``PaymentsClient``.
  public func order(requestID: PaymentRequestID) async throws -> PaymentOrder {
    try await call(GetPaymentOrderStatus.self, GetPaymentOrderStatus.Params(requestID: requestID)).paymentOrder
  }

  /// The orders of this app, newest first: a page of them, and where the next one begins.
  ///
  /// - Throws: see ``PaymentsClient``.
  public func orders(
    currency: String? = nil, state: OrderState? = nil, before: String? = nil, limit: Int? = nil
  ) async throws -> ListPaymentOrders.Result {
    try await call(
      ListPaymentOrders.self, ListPaymentOrders.Params(currency: currency, before: before, limit: limit, state: state))
  }

  /// Withdraws an order that was not submitted yet.
  ///
  /// - Throws: see ``PaymentsClient``.
  public func cancel(_ id: OrderID, requestID: PaymentRequestID = .random()) async throws -> PaymentOrder {
    try await call(CancelPaymentOrder.self, CancelPaymentOrder.Params(requestID: requestID, orderID: id)).paymentOrder
  }

  /// Waits until an order is another than the one given, and answers it as it is then.
  ///
  /// - Parameters:
  ///   - order: as it was seen last.
  ///   - limit: after which it is answered unchanged; nil to wait for ever.
  /// - Throws: see ``PaymentsClient``; `CancellationError`, which does not touch the order.
  public func waitForChange(of order: PaymentOrder, atMost limit: Duration? = nil) async throws -> PaymentOrder {
    try await poll(atMost: limit) { wait in
      let params = GetPaymentOrderStatus.Params(
        orderID: order.orderID, after: order.version, waitMilliseconds: wait.milliseconds)
      let now = try await self.call(GetPaymentOrderStatus.self, params, timeout: wait + self.options.callTimeout)
      return (now.paymentOrder, now.paymentOrder.version != order.version)
    }
  }

  /// Ends the session at the provider's side too; with `forget`, the pairing as well.
  ///
  /// - Throws: see ``PaymentsClient``.
  public func disconnect(forget: Bool = false) async throws {
    let params = try JSONBytesEncoder().encodeValue(DisconnectApp.Params(forget: forget ? true : nil))
    // Once only: sent again after it was done, it would make a new session to end.
    _ = try await call(method: DisconnectApp.name, params: params)
    await close()
  }

  /// The provider's OpenRPC document.
  ///
  /// - Throws: see ``PaymentsClient``.
  public func describe() async throws -> JSONValue { try await call(Discover.self, Discover.Params()) }

  /// Asks again and again, each time letting the provider hold its answer back for a while.
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
  /// Whole milliseconds, rounded up.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(clamping: seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
