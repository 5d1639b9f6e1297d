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

  func limited(to maxFee: Amount?) -> OrderApproval {
    guard let maxFee, maxFee < feeCap else { return self }
    return OrderApproval(
      kind: kind, at: at, quote: quote, feeCap: maxFee, expiresAt: expiresAt, paramsDigest: paramsDigest)
  }
}
