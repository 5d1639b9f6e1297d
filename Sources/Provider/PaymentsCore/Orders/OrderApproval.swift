package import PaymentsModel

/// The approval of an order. It is bound to what was shown: the parameters, the quote, the largest fee, and a point in
/// time.
package struct OrderApproval: Sendable, Hashable {
  /// Where an approval comes from.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The owner was asked about this order and agreed.
    case owner
    /// A permission that the owner had given before covers the order.
    case standing
  }

  /// Where the approval comes from.
  package let kind: Kind
  /// When the approval was given.
  package let at: Timestamp
  /// The quote that was shown. If the order has another quote by now, the approval is refused.
  package let quote: OrderQuote
  /// The largest fee that the approval covers.
  package let feeCap: Amount
  /// From this moment on the approval is void and has to be asked for again; `nil` for no limit.
  package let expiresAt: Timestamp?
  /// The digest of the approved parameters, see ``OrderTerms/paramsDigest``.
  package let paramsDigest: String
  /// By which way it came, in words for the audit log; `nil` once that is written.
  package let via: String?
  /// Whether the owner typed the PIN for it; false once that is written in the audit log.
  package let hasPIN: Bool

  /// Creates an approval.
  package init(
    kind: Kind, at: Timestamp, quote: OrderQuote, feeCap: Amount, expiresAt: Timestamp?, paramsDigest: String,
    via: String? = nil, hasPIN: Bool = false
  ) {
    self.kind = kind
    self.at = at
    self.quote = quote
    self.feeCap = feeCap
    self.expiresAt = expiresAt
    self.paramsDigest = paramsDigest
    self.via = via
    self.hasPIN = hasPIN
  }

  /// The yes that a permission of the owner's from before gives to an order as it is quoted now, within the largest
  /// total that fits; `nil` where there is no quote or not even the quoted fee fits.
  package static func standing(for order: OrderMachine, within total: Amount, at now: Timestamp) -> OrderApproval? {
    guard let quote = order.progress.quote,
      let feeCap = FeeCap.standing(for: quote.fee, of: order.terms.amount, within: total)
    else { return nil }
    return OrderApproval(
      kind: .standing, at: now, quote: quote, feeCap: feeCap, expiresAt: order.terms.expiresAt,
      paramsDigest: order.terms.paramsDigest, via: "standing limit")
  }

  /// The same yes, with a fee cap that keeps the total within the largest that fits; `nil` for no such total.
  package func within(_ total: Amount?, of amount: Amount) -> OrderApproval {
    covering(FeeCap.approved(feeCap, of: amount, within: total))
  }

  /// The same yes, with a fee cap of at most what the app accepts as the fee; `nil` where it accepts any.
  func accepted(maxFee: Amount?) -> OrderApproval {
    covering(FeeCap.accepted(feeCap, maxFee: maxFee))
  }

  private func covering(_ feeCap: Amount) -> OrderApproval {
    OrderApproval(
      kind: kind, at: at, quote: quote, feeCap: feeCap, expiresAt: expiresAt, paramsDigest: paramsDigest, via: via,
      hasPIN: hasPIN)
  }
}

/// The reason why an approval of an order had no effect.
package enum ApprovalRefusal: String, Sendable, Hashable, CaseIterable {
  /// The order does not wait for an approval: it was answered, has ended, or waits for a quote.
  case notAsked
  /// The approval names an outdated quote. The order has a new one or is about to get it.
  case staleQuote
  /// The approval is for other parameters than those of the order.
  case otherParams
  /// The approval has expired.
  case lapsed
}
