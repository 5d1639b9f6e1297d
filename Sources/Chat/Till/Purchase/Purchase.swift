package import PaymentsAPI
package import PaymentsModel

/// What one customer buys with one payment: a value that takes what the wallet reports, and says what it is.
package struct Purchase: Sendable, Hashable, Codable {
  /// A line of what is bought, as it was when it was ordered.
  package struct Line: Sendable, Hashable, Codable {
    /// The name of the item.
    package let name: String
    /// How many of it.
    package let quantity: Int
  }

  /// The number of the purchase. Each customer's begin with 1, so that a number tells nothing of other customers.
  package let number: Int
  /// What is bought.
  package let lines: [Line]
  /// What was in the basket, for another purchase of the same.
  let basket: [BasketLine]
  /// The currency of the payment.
  package let currency: String
  /// The amount to pay.
  package let due: DecimalAmount
  /// The conversions behind the amount. They hold until the purchase expires.
  package let conversions: [Conversion]
  /// The number of confirmations that are wanted; `nil` for that of the wallet.
  package let confirmations: Int?
  /// The moment of the order.
  package let madeAt: Timestamp
  /// The customer's deadline.
  package let expiresAt: Timestamp
  /// The purpose that the wallet's owner and the payer's wallet see.
  let description: String
  /// The identifiers of the requests to the wallet. They are stored before the requests are sent.
  package let request: PaymentRequestID
  let cancelRequest: PaymentRequestID
  /// What is given back, as the price list said then: `excess`, or `all` for a paid price too.
  let refunds: String

  /// The name of the time zone in which the customer reads times; `nil` for UTC, also in purchases of before there were
  /// others. It stays as it was, so that no message is changed when the price list names another one.
  var zoneName: String?
  /// Whether the request for an invoice may have reached the wallet.
  var wasAsked = false
  /// Whether the wallet did not make the invoice at once.
  var isDelayed = false
  /// Whether the customer has cancelled.
  var isCancelled = false
  /// The invoice, once there is one.
  package internal(set) var invoice: Invoice?
  /// Why there is no invoice, if the provider refused it.
  package internal(set) var refusal: FailureReason?
  /// The refunds, the oldest first.
  package internal(set) var refunded: [Refund] = []
  /// The refund that waits for the customer's yes.
  var draft: RefundDraft?
  /// The message that shows the purchase, once it was sent.
  var screen = Screen()
  /// What the customer was told in messages of their own.
  var told: [String] = []
  /// The receipt.
  var receipt = Receipt()

  /// The time zone in which the customer reads times.
  package var zone: ShopZone { zoneName.flatMap(ShopZone.init) ?? .utc }

  /// The message that shows a purchase.
  struct Screen: Sendable, Hashable, Codable {
    /// Whether it waits in the queue or was sent.
    var isQueued = false
    var message: String?
    /// The text that was sent last.
    var text: String?
  }

  /// The receipt of a purchase.
  struct Receipt: Sendable, Hashable, Codable {
    /// Whether the customer waits for it.
    var isWanted = false
    /// The text, once it was made.
    var text: String?
    /// What its proofs sign, if none is missing. While the facts are the same, the text is sent again.
    var message: String?
  }

  /// What a purchase is.
  package enum Phase: Sendable, Hashable {
    /// The wallet was not yet reached for an address.
    case making
    /// The wallet makes no address.
    case refused(FailureReason)
    /// Nothing was paid yet.
    case waiting
    /// A part was paid.
    case missing(DecimalAmount)
    /// All was seen, and waits for confirmations.
    case seen
    /// All is confirmed.
    case paid
    /// The deadline is over and nothing was paid.
    case expired
    /// The customer has cancelled before anything was paid.
    case cancelled
    /// Money came, and nothing was sold: too little in time, or too late.
    case unsold
    /// The price was reached, but money went back or is about to, and what is left is less than the price.
    case refunded
    /// The payment was taken back.
    case void
  }

  /// The highest number of refunds that are tried, not counting those that failed for a reason on the shop's side.
  static let maximumRefunds = 5
  /// The highest number of refunds that are kept.
  static let mostRefunds = 30

  /// What the purchase is at a moment.
  package func phase(now: Timestamp) -> Phase {
    guard let invoice else {
      // No address was shown, so nothing can be paid.
      if isCancelled { return .cancelled }
      if let refusal { return refusal == .expired ? .expired : .refused(refusal) }
      return now < expiresAt ? .making : .expired
    }
    let isPaid = invoice.paidAmount.coefficient > 0
    switch invoice.state {
    case .settled: return due.isAtMost(kept(of: invoice.confirmedAmount)) ? .paid : .refunded
    case .processing: return due.isAtMost(kept(of: invoice.paidAmount)) ? .seen : .refunded
    case .pending where isPaid:
      return now < expiresAt ? .missing(due.subtracting(kept(of: invoice.paidAmount))) : .unsold
    case .pending: return isCancelled ? .cancelled : now < expiresAt ? .waiting : .expired
    case .expired: return isPaid ? .unsold : .expired
    case .cancelled: return isPaid ? .unsold : .cancelled
    case .invalid: return isPaid ? .unsold : .void
    }
  }

  /// Whether it still takes one of the places for open purchases.
  package func isOpen(now: Timestamp) -> Bool {
    switch phase(now: now) {
    case .making, .waiting, .missing, .seen: true
    case .refused, .paid, .expired, .cancelled, .unsold, .refunded, .void: refunded.contains { !$0.isOver }
    }
  }

  /// Whether the wallet may still report something.
  func isFollowed(now: Timestamp) -> Bool {
    isOpen(now: now) || invoice.map { now < $0.monitoredUntil } ?? false
  }

  // MARK: What can go back

  /// The amount that can be given back now: at most what is confirmed, less what was bought, less what was given back.
  package var refundable: DecimalAmount {
    refundable(withPrice: refunds == PriceList.Refunds.all.rawValue, without: nil)
  }

  /// The amount that the customer has not bought anything for, whatever the shop does with the price of what was sold.
  var owed: DecimalAmount { refundable(withPrice: false, without: nil) }

  /// Whether a refund, of which no money has left yet, is more than what can be given back by now.
  func isTooMuch(_ refund: Refund) -> Bool {
    !refund.amount.isAtMost(
      refundable(withPrice: refunds == PriceList.Refunds.all.rawValue, without: refund.request))
  }

  /// Whether all that the wallet takes for confirmed is in a block. Where no confirmations are wanted, it may not be.
  var isInBlocks: Bool { invoice.map { $0.confirmedAmount.isAtMost(inBlocks($0)) } ?? true }

  private func refundable(withPrice: Bool, without request: PaymentRequestID?) -> DecimalAmount {
    guard let invoice else { return DecimalAmount(coefficient: 0, scale: 0) }
    let left = kept(of: inBlocks(invoice), without: request)
    switch invoice.state {
    // The customer can still complete the purchase.
    case .pending: return DecimalAmount(coefficient: 0, scale: 0)
    case .expired, .cancelled, .invalid: return left
    case .settled where withPrice: return left
    case .settled, .processing:
      let sum = invoice.state == .settled ? invoice.confirmedAmount : invoice.paidAmount
      // Where less than the price is left, nothing is sold.
      return due.isAtMost(kept(of: sum, without: request)) ? left.subtracting(due) : left
    }
  }

  /// What is left of an amount that came, after the refunds.
  private func kept(of amount: DecimalAmount, without request: PaymentRequestID? = nil) -> DecimalAmount {
    refunded.filter { $0.counts && $0.request != request }.reduce(amount) { $0.subtracting($1.amount) }
  }

  /// What is confirmed and in a block. Money that the network has not confirmed once can be taken back by its payer.
  private func inBlocks(_ invoice: Invoice) -> DecimalAmount {
    guard invoice.confirmationsWanted < 1 else { return invoice.confirmedAmount }
    let sum = invoice.transfers.filter { $0.state == .confirmed && $0.confirmations > 0 }
      .reduce(DecimalAmount(coefficient: 0, scale: 0)) { sum, transfer in (try? sum.adding(transfer.amount)) ?? sum }
    return sum.isAtMost(invoice.confirmedAmount) ? sum : invoice.confirmedAmount
  }

  /// What was received beyond the price and is not given back yet.
  var excess: DecimalAmount {
    guard let invoice, invoice.state == .settled || invoice.state == .processing else {
      return DecimalAmount(coefficient: 0, scale: 0)
    }
    return invoice.paidAmount.subtracting(due)
  }

  // MARK: What the wallet reports

  /// Takes an invoice of the wallet. An older state than the known one changes nothing.
  mutating func apply(_ report: Invoice) {
    guard report.requestID == request, report.version >= invoice?.version ?? 0 else { return }
    invoice = report
    refusal = nil
  }

  /// Takes an order of the wallet. An older state than the known one changes nothing.
  mutating func apply(_ report: PaymentOrder) {
    guard let index = refunded.firstIndex(where: { $0.request == report.requestID }),
      report.version >= refunded[index].order?.version ?? 0
    else { return }
    refunded[index].order = report
    refunded[index].refusal = nil
  }
}
