import ChatPayments
import PaymentsAPI
import PaymentsModel

extension Till {
  /// Orders the last refund of a purchase, if so much can still go back.
  func placeRefund(_ number: Int, _ room: RoomID) async throws {
    let provider = try await wallet.providerID()
    guard let last = customers[room]?.purchase(number)?.refunded.last else { return }
    try OrderOfOtherProvider.check(last.provider, connected: provider)
    try await readInvoice(number, room)
    guard let (purchase, refund) = waitingRefund(number, room) else { return }
    // What was confirmed when the customer said yes may have been taken back, or may be the price of what was sold.
    guard !purchase.isTooMuch(refund), !refund.isTooLate(now: clock.now()) else {
      return try await withdraw(refund, of: number, in: room)
    }
    changeRefund(refund, of: number, in: room) { $0.provider = provider }
    try await keep(room)
    // The wallet may have reported something while the customer was being written.
    guard let (latest, _) = waitingRefund(number, room), !latest.isTooMuch(refund) else { return }
    do {
      let order = try await wallet.order(
        SubmitPaymentOrder.Params(
          requestID: refund.request, currency: purchase.currency, address: refund.address, amount: refund.amount,
          description: refund.description, expiresAt: refund.expiresAt))
      change(room) { customer in customer.change(number) { $0.apply(order) } }
    } catch let failure as PaymentsFailure where failure.reason != .internalError {
      guard try await !findOrder(of: refund, purchase: number, in: room), Self.isFinal(failure.reason) else { return }
      changeRefund(refund, of: number, in: room) { $0.refusal = failure.reason }
    }
  }

  /// Cancels the order of a refund of which less can go back by now.
  func cancelRefund(_ number: Int, _ room: RoomID) async throws {
    let provider = try await wallet.providerID()
    guard let refund = customers[room]?.purchase(number)?.refunded.last else { return }
    try OrderOfOtherProvider.check(refund.provider, connected: provider)
    let request = refund.cancelRequest ?? .random()
    changeRefund(refund, of: number, in: room) { $0.cancelRequest = request }
    try await keep(room)
    guard let id = refund.order?.orderID else { return }
    let order: PaymentOrder
    do {
      order = try await wallet.cancel(id, requestID: request)
    } catch is PaymentsFailure {
      // Perhaps it was submitted in the meantime.
      order = try await wallet.order(requestID: refund.request)
    }
    change(room) { customer in customer.change(number) { $0.apply(order) } }
  }

  /// Reads what has arrived by now. A provider that does not know the invoice does not have its money.
  private func readInvoice(_ number: Int, _ room: RoomID) async throws {
    guard let id = customers[room]?.purchase(number)?.invoice?.invoiceID else { return }
    do {
      let invoice = try await wallet.invoice(id: id)
      change(room) { customer in customer.change(number) { $0.apply(invoice) } }
    } catch let failure as PaymentsFailure where failure.reason == .invoiceNotFound {
      throw OrderOfOtherProvider()
    }
  }

  private func withdraw(_ refund: Refund, of number: Int, in room: RoomID) async throws {
    // Where an attempt was made, the answer of which was lost, there may be an order.
    if refund.provider != nil, try await findOrder(of: refund, purchase: number, in: room) { return }
    let now = clock.now()
    changeRefund(refund, of: number, in: room) { $0.withdrawnAt = now }
  }

  /// Looks for the order of a refund, which an attempt whose answer was lost may have made.
  ///
  /// - Returns: whether there is an order, or may still be one.
  private func findOrder(of refund: Refund, purchase number: Int, in room: RoomID) async throws -> Bool {
    do {
      let order = try await wallet.order(requestID: refund.request)
      change(room) { customer in customer.change(number) { $0.apply(order) } }
      return true
    } catch let failure as PaymentsFailure where failure.reason == .orderNotFound {
      return try await wallet.isOpen(refund.request) && !refund.isTooLate(now: clock.now())
    }
  }

  /// The last refund of a purchase, while it has no order.
  private func waitingRefund(_ number: Int, _ room: RoomID) -> (Purchase, Refund)? {
    guard let purchase = customers[room]?.purchase(number), let refund = purchase.refunded.last,
      refund.order == nil, !refund.isOver
    else { return nil }
    return (purchase, refund)
  }

  private func changeRefund(_ refund: Refund, of number: Int, in room: RoomID, _ body: (inout Refund) -> Void) {
    change(room) { customer in
      customer.change(number) { purchase in
        guard let index = purchase.refunded.firstIndex(where: { $0.request == refund.request }) else { return }
        body(&purchase.refunded[index])
      }
    }
  }
}
