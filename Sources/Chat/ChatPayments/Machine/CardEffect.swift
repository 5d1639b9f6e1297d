import PaymentsAPI
public import PaymentsModel

/// An action that is to be taken for a card. Repeating it does no harm.
public enum CardEffect: Sendable, Hashable {
  /// Send the message with this person's side, or edit it to the current state.
  case publish
  /// Ask the provider for the payee's invoice in this currency.
  case makeInvoice(currency: String)
  /// Cancel the payee's invoice.
  case cancelInvoice(InvoiceID)
  /// Store that an order may exist from now on, and then place the order.
  case placeOrder(CardPayment)
  /// Look for the payer's order, which another device may have placed.
  case findOrder
  /// Cancel the payer's order.
  case cancelOrder(OrderID)
}

/// The content of a payer's order.
public struct CardPayment: Sendable, Hashable {
  /// The price of the card.
  public let price: CardPrice
  /// The address that the payee gave, or the Lightning invoice.
  public let address: String
}

extension CardEffect: CustomStringConvertible {
  /// The name only, without any content.
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
  /// Returns the next action that is to be taken; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - now: the current time.
  ///   - isReachable: whether messages can be sent. If not, the actions at the provider are still taken.
  public func effect(now: Timestamp, isReachable: Bool = true) -> CardEffect? {
    guard role != .onlooker else { return nil }
    if !isStopped(now: now), let effect = role == .payer ? payerEffect(now) : payeeEffect(now) { return effect }
    return isReachable && needsPublishing && !isHeldBack(now: now) ? .publish : nil
  }

  private var needsPublishing: Bool {
    guard isAuthor || !mySide.steps.isEmpty else { return false }
    // A chat that knows no cards shows only the text. The text must not ask for a payment that is not wanted any more.
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
    // The card was paid on another device, whose order this device's provider may not know.
    if payerSide.says(.paid) { return isOrderAbsent ? nil : .findOrder }
    guard !isOver(now: now), !isEarly(now: now), !payeeSide.says(.received) else { return nil }
    guard let destination, let price = terms.price(in: destination.currency) else { return nil }
    guard hasConsent else { return nil }
    return .placeOrder(CardPayment(price: price, address: place(to: destination)))
  }

  private func payeeEffect(_ now: Timestamp) -> CardEffect? {
    if let invoice {
      let isWithdrawable = invoice.state == .pending && invoice.payment == .none
      return isWithdrawable && (authorSide.isEnded || otherSide.isEnded) ? .cancelInvoice(invoice.invoiceID) : nil
    }
    if let told = destination {
      // The address was told by another device. The same request finds the same invoice.
      return .makeInvoice(currency: told.currency)
    }
    guard !isOver(now: now), !isEarly(now: now) else { return nil }
    return (isAuthor ? otherSide.acceptedCurrency : consent?.currency).map { .makeInvoice(currency: $0) }
  }
}
