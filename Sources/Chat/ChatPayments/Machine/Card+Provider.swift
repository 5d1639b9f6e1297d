public import PaymentsAPI
import PaymentsModel

extension Card {
  /// Applies the state of the payer's order, as the provider reports it. An older state than the known one, and an
  /// order of another card, change nothing.
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
    // The wallet's owner has rejected the payment. The reason is not told to the other party.
    case .rejected:
      sayEnd(withdrawal?.reason)
      withdrawal = nil
    // An order can be cancelled for other reasons, for example because the author cancelled the card. It counts as
    // declined only if this person has declined.
    case .cancelled, .expired:
      if let withdrawal { sayEnd(withdrawal.reason) }
      withdrawal = nil
    }
  }

  /// Records that the provider has no order for this card.
  public mutating func applyNoOrder() {
    guard role == .payer, order == nil else { return }
    mayHaveOrder = false
    orderProvider = nil
    isOrderAbsent = true
    if let withdrawal {
      self.withdrawal = nil
      sayEnd(withdrawal.reason)
    }
  }

  /// Applies the state of the payee's invoice, as the provider reports it.
  public mutating func apply(invoice news: Invoice) {
    guard role == .payee, let id = try? key.requestID(.invoice), id == news.requestID else { return }
    if let invoice, invoice.version >= news.version, invoice.invoiceID == news.invoiceID { return }
    // The address of an invoice is told to others only if the invoice has the amount that was asked for.
    guard let price = terms.price(in: news.currency), news.amount == price.amount else { return }
    invoice = news
    problem = nil
    if destination == nil, !payeeSide.isEnded, news.state == .pending {
      // Where the wallet has no addresses, the address is the Lightning invoice.
      let lightning = news.lightning == news.address ? nil : news.lightning
      if isAuthor, otherSide.acceptedCurrency == news.currency {
        say(.address(currency: news.currency, address: news.address, lightning: lightning))
      } else if !isAuthor, consent == .currency(news.currency) {
        say(.accepted(currency: news.currency, address: news.address, lightning: lightning))
      }
    }
    if ownInvoice?.state == .settled { say(.received) }
  }

  /// Records that the provider did not do what the card asked for.
  public mutating func stop(_ problem: CardProblem) { self.problem = problem }
}
