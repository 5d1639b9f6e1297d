import PaymentsAPI
public import PaymentsModel

/// Something that is to be done for a card. Doing it twice does no harm.
public enum CardEffect: Sendable, Hashable {
  /// Send the own side, or bring the message that carries it up to date.
  case publish
  /// Ask the own provider for the payee's invoice in this currency.
  case makeInvoice(currency: String)
  /// Withdraw the payee's invoice.
  case cancelInvoice(InvoiceID)
  /// Write down that there may be an order from now on; then order the payment.
  case placeOrder(CardPayment)
  /// Look for the payer's order: another device may have made it.
  case findOrder
  /// Withdraw the payer's order.
  case cancelOrder(OrderID)
}

/// What a payer's order is to pay.
public struct CardPayment: Sendable, Hashable {
  /// What the card asks for.
  public let price: CardPrice
  /// Where to pay, as the payee said.
  public let address: String
}

extension CardEffect: CustomStringConvertible {
  /// The name alone.
  public var description: String {
    switch self {
    case .publish: "‹publish›"
    case .makeInvoice: "‹make invoice›"
    case .cancelInvoice: "‹cancel invoice›"
    case .placeOrder: "‹place order›"
    case .findOrder: "‹find order›"
    case .cancelOrder: "‹cancel order›"
    }
  }
}

extension Card {
  /// What is to be done now, one thing at a time; nil where there is nothing.
  ///
  /// - Parameters:
  ///   - now: what time it is.
  ///   - isReachable: whether messages can be sent: without, what the provider is to do goes on.
  public func effect(now: Timestamp, isReachable: Bool = true) -> CardEffect? {
    guard role != .onlooker else { return nil }
    if !isStopped(now: now), let effect = role == .payer ? payerEffect(now) : payeeEffect(now) { return effect }
    return isReachable && needsPublishing ? .publish : nil
  }

  private var needsPublishing: Bool {
    guard isAuthor || !mySide.steps.isEmpty else { return false }
    // Whoever has no payments reads the text alone: none that asks to pay stays when nothing is to be paid any more.
    return mySide != published || asksToPay == true && isEndedByWords
  }

  private func isStopped(now: Timestamp) -> Bool {
    guard let problem else { return false }
    return problem.retryAt.map { now < $0 } ?? true
  }

  private func payerEffect(_ now: Timestamp) -> CardEffect? {
    if let order {
      switch order.state {
      case .received, .awaitingApproval, .approved: return isOver(now: now) ? .cancelOrder(order.orderID) : nil
      case .submitting, .inFlight, .succeeded, .rejected, .expired, .cancelled, .failed: return nil
      }
    }
    if mayHaveOrder && isOver(now: now) { return .findOrder }
    // Paid on another device, of whose order this one's provider need not know.
    if payerSide.says(.paid) { return isOrderAbsent ? nil : .findOrder }
    guard !isOver(now: now), !isEarly(now: now), !payeeSide.says(.received) else { return nil }
    guard let destination, let price = terms.price(in: destination.currency) else { return nil }
    guard hasConsent else { return nil }
    return .placeOrder(CardPayment(price: price, address: destination.address))
  }

  private func payeeEffect(_ now: Timestamp) -> CardEffect? {
    if let invoice {
      let isWithdrawable = invoice.state == .pending && invoice.payment == .none
      return isWithdrawable && (authorSide.isEnded || otherSide.isEnded) ? .cancelInvoice(invoice.invoiceID) : nil
    }
    if let told = destination {
      // Told on another device: the same request finds the same invoice.
      return .makeInvoice(currency: told.currency)
    }
    guard !isOver(now: now), !isEarly(now: now) else { return nil }
    return (isAuthor ? otherSide.acceptedCurrency : consent?.currency).map { .makeInvoice(currency: $0) }
  }
}
