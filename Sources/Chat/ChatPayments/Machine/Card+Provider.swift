public import PaymentsAPI
import PaymentsModel

extension Card {
  /// The own provider says how the payer's order is. Older news than what is known, and orders of other cards, change
  /// nothing.
  public mutating func apply(order news: PaymentOrder) {
    guard role == .payer, let id = try? key.requestID(.order), id == news.requestID else { return }
    if let order, order.version >= news.version, order.orderID == news.orderID { return }
    order = news
    mayHaveOrder = true
    problem = nil
    switch news.state {
    case .received, .awaitingApproval, .approved: break
    case .submitting: withdrawal = nil
    case .inFlight, .succeeded:
      withdrawal = nil
      say(.paid)
    case .failed: say(.failed)
    // The owner of the wallet said no: why is nobody else's concern.
    case .rejected:
      sayEnd(withdrawal?.reason)
      withdrawal = nil
    // An order is cancelled for many reasons, such as that the author has taken the card back. Nobody has said no by
    // it, unless this person did.
    case .cancelled, .expired:
      if let withdrawal { sayEnd(withdrawal.reason) }
      withdrawal = nil
    }
  }

  /// The own provider has no order of this card.
  public mutating func applyNoOrder() {
    guard role == .payer, order == nil else { return }
    mayHaveOrder = false
    isOrderAbsent = true
    if let withdrawal {
      self.withdrawal = nil
      sayEnd(withdrawal.reason)
    }
  }

  /// The own provider says how the payee's invoice is.
  public mutating func apply(invoice news: Invoice) {
    guard role == .payee, let id = try? key.requestID(.invoice), id == news.requestID else { return }
    if let invoice, invoice.version >= news.version, invoice.invoiceID == news.invoiceID { return }
    // Nothing but what was asked for is told to others.
    guard let price = terms.price(in: news.currency), news.amount == price.amount else { return }
    invoice = news
    problem = nil
    if destination == nil, !payeeSide.isEnded, news.state == .pending {
      if isAuthor, otherSide.acceptedCurrency == news.currency {
        say(.address(currency: news.currency, address: news.address))
      } else if !isAuthor, consent == .currency(news.currency) {
        say(.accepted(currency: news.currency, address: news.address))
      }
    }
    if ownInvoice?.state == .settled { say(.received) }
  }

  /// The own provider did not do what it was asked for.
  public mutating func stop(_ problem: CardProblem) { self.problem = problem }
}
