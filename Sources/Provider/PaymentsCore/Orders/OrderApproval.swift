package import PaymentsModel

/// A yes to an order, bound to what was asked: the parameters, the quote that was shown, a limit of the fee, and a
/// time.
package struct OrderApproval: Sendable, Hashable {
  /// Who said yes.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The owner, asked about this order.
    case owner
    /// A permission that the owner gave before.
    case standing
  }

  /// Who said yes.
  package let kind: Kind
  /// When.
  package let at: Timestamp
  /// The quote that was shown; a yes to another one than the order has is refused.
  package let quote: OrderQuote
  /// The largest fee that was agreed to.
  package let feeCap: Amount
  /// From this moment on it has to be asked for again; `nil` for no limit.
  package let expiresAt: Timestamp?
  /// The parameters that were agreed to, see ``OrderTerms/paramsDigest``.
  package let paramsDigest: String

  /// An approval.
  package init(
    kind: Kind, at: Timestamp, quote: OrderQuote, feeCap: Amount, expiresAt: Timestamp?, paramsDigest: String
  ) {
    self.kind = kind
    self.at = at
    self.quote = quote
    self.feeCap = feeCap
    self.expiresAt = expiresAt
    self.paramsDigest = paramsDigest
  }

  /// The yes that a permission of the owner's from before gives to an order as it is quoted now, within the largest
  /// total that fits; `nil` where there is no quote or not even the quoted fee fits.
  package static func standing(for order: OrderMachine, within total: Amount, at now: Timestamp) -> OrderApproval? {
    guard let quote = order.progress.quote,
      let feeCap = FeeCap.standing(for: quote.fee, of: order.terms.amount, within: total)
    else { return nil }
    return OrderApproval(
      kind: .standing, at: now, quote: quote, feeCap: feeCap, expiresAt: order.terms.expiresAt,
      paramsDigest: order.terms.paramsDigest)
  }

  /// The same yes, with a fee cap that keeps the total within the largest that fits; `nil` for no such total.
  package func within(_ total: Amount?, of amount: Amount) -> OrderApproval {
    covering(FeeCap.owner(feeCap, of: amount, within: total))
  }

  /// The same yes, with a fee cap of at most what the app accepts as the fee; `nil` where it accepts any.
  func accepted(maxFee: Amount?) -> OrderApproval {
    covering(FeeCap.accepted(feeCap, maxFee: maxFee))
  }

  private func covering(_ feeCap: Amount) -> OrderApproval {
    OrderApproval(
      kind: kind, at: at, quote: quote, feeCap: feeCap, expiresAt: expiresAt, paramsDigest: paramsDigest)
  }
}

/// Why a yes to an order had no effect.
package enum ApprovalRefusal: String, Sendable, Hashable, CaseIterable {
  /// The order does not wait for an answer: it was answered, has ended, or its quote is being asked for.
  case notAsked
  /// The yes names a quote that is out of date; the order has another one, or gets one.
  case staleQuote
  /// The yes is to other parameters.
  case otherParams
  /// The time of the yes is over.
  case lapsed
}
