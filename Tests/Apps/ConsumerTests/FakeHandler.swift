import Consumer
import Synchronization

/// Serves one connection of a ``FakeProvider``.
final class FakeHandler: RPCHandler {
  private let provider: FakeProvider

  init(_ provider: FakeProvider) { self.provider = provider }

  func opened(_ connection: isolated RPCConnection) {
    let connection = connection
    provider.state.withLock { $0.connections.append(connection) }
  }

  func closed(_ connection: isolated RPCConnection, ending: ConnectionEnding) {
    let name = ObjectIdentifier(connection)
    provider.state.withLock { _ = $0.listeners.removeValue(forKey: name) }
  }

  func received(_ request: IncomingRequest, on connection: isolated RPCConnection) {
    provider.state.withLock { $0.requests.append((request.method, request.params)) }
    if let answer = provider.state.withLock({ $0.answers[request.method] }) {
      connection.reply(to: request.token, with: answer(request.params))
      return
    }
    let decoder = JSONValueDecoder()
    let params = request.params ?? [:]
    do {
      switch request.method {
      case SubmitPaymentOrder.name:
        let order = provider.order(try decoder.decode(SubmitPaymentOrder.Params.self, from: params))
        let (isCut, denial) = provider.state.withLock { state in
          guard state.cuts > 0 else { return (false, nil as String?) }
          state.cuts -= 1
          return (true, state.status == .denied ? state.reason : nil)
        }
        if isCut, let denial {
          let change = SessionChange(status: .denied, grants: Grants(scopes: []), reason: denial)
          let params = try JSONBytesEncoder().encodeValue(change)
          try connection.notify(method: PaymentsNotification.sessionChanged, params: .value(params))
          connection.close()
        } else if isCut {
          provider.cutAll()
        } else {
          try reply(SubmitPaymentOrder.Result(paymentOrder: order.0, replayed: order.1))
        }
      case GetPaymentOrderStatus.name:
        let asked = try decoder.decode(GetPaymentOrderStatus.Params.self, from: params)
        let order = provider.ledger.content.withLock { $0.orders.values.first { $0.orderID == asked.orderID } }
        guard let order else { throw PaymentsFailure(.orderNotFound) }
        try reply(GetPaymentOrderStatus.Result(paymentOrder: order))
      case SubscribeEvents.name:
        let asked = try decoder.decode(SubscribeEvents.Params.self, from: params)
        let isThrottled = provider.state.withLock { state in
          state.throttled -= 1
          return state.throttled >= 0
        }
        if isThrottled { throw PaymentsFailure(.rateLimited, retryAfterMilliseconds: 10) }
        let (from, dropped, newest) = provider.ledger.content.withLock { ledger in
          let newest = Int64(ledger.events.count)
          return (asked.from?.sequence ?? newest, Int64(ledger.droppedThrough), newest)
        }
        guard from >= dropped else {
          throw PaymentsFailure(
            tooOld: "/from",
            events: EventBounds(oldest: EventCursor(sequence: dropped), newest: EventCursor(sequence: newest)))
        }
        try reply(SubscribeEvents.Result(cursor: EventCursor(sequence: from)))
        let (name, itself) = (ObjectIdentifier(connection), connection)
        provider.state.withLock { $0.listeners[name] = (itself, Int(from)) }
        provider.pump(connection)
      case UnsubscribeEvents.name:
        let name = ObjectIdentifier(connection)
        let sent = provider.state.withLock { $0.listeners.removeValue(forKey: name)?.sent ?? 0 }
        try reply(UnsubscribeEvents.Result(cursor: EventCursor(sequence: Int64(sent))))
      case ListPaymentOrders.name:
        let orders = provider.ledger.content.withLock { Array($0.orders.values) }
        try reply(ListPaymentOrders.Result(paymentOrders: orders))
      case ListInvoiceRequests.name: try reply(ListInvoiceRequests.Result(invoices: []))
      case ListCurrencies.name: try reply(ListCurrencies.Result(currencies: []))
      case DisconnectApp.name:
        try reply(DisconnectApp.Result(forgotten: false))
        connection.close()
      default: throw PaymentsFailure(.methodNotFound)
      }
    } catch let failure as PaymentsFailure {
      connection.reply(to: request.token, with: .failure(failure.rpcError))
    } catch {
      connection.reply(to: request.token, with: .failure(PaymentsFailure(.invalidParams).rpcError))
    }

    func reply(_ result: some Encodable) throws {
      connection.reply(to: request.token, encoded: RawJSON(encoded: try JSONBytesEncoder().encode(result)))
    }
  }

  func drained(_ connection: isolated RPCConnection) { provider.pump(connection) }
}

extension FakeProvider {
  /// The order of a request: a new one, or the one that there is.
  func order(_ params: SubmitPaymentOrder.Params) -> (PaymentOrder, Bool) {
    ledger.content.withLock { ledger in
      if let order = ledger.orders[params.requestID.text] { return (order, true) }
      let order = PaymentOrder(
        orderID: OrderID(rawValue: "ord_\(ledger.orders.count)"), requestID: params.requestID, version: 1,
        currency: params.currency, address: params.address, amount: params.amount, state: .inFlight, confirmations: 0,
        confirmationsWanted: 6, createdAt: Timestamp(milliseconds: 0), updatedAt: Timestamp(milliseconds: 0))
      ledger.orders[params.requestID.text] = order
      return (order, false)
    }
  }

  /// So many things happen, of which all who listen are told.
  func happen(_ count: Int) async {
    ledger.content.withLock { ledger in
      for _ in 0..<count {
        let cursor = EventCursor(sequence: Int64(ledger.events.count + 1))
        ledger.events.append(Event(cursor: cursor, type: .invoiceChanged, at: Timestamp(milliseconds: 0)))
      }
    }
    let connections = state.withLock { $0.listeners.values.map(\.connection) }
    for connection in connections { await pumpLater(connection) }
  }

  private func pumpLater(_ connection: isolated RPCConnection) { pump(connection) }

  /// Sends what a listener has not been sent, while its queue takes it.
  func pump(_ connection: isolated RPCConnection) {
    let name = ObjectIdentifier(connection)
    while connection.canSendMore {
      let event = state.withLock { state -> Event? in
        let events = ledger.content.withLock(\.events)
        guard let sent = state.listeners[name]?.sent, sent < events.count else { return nil }
        state.listeners[name]?.sent += 1
        return events[sent]
      }
      guard let event, let value = try? JSONBytesEncoder().encodeValue(event) else { return }
      try? connection.notify(method: PaymentsNotification.event, params: .value(value))
    }
  }
}
