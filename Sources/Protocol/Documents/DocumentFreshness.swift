public import PaymentsModel

/// How old the signature of a document may be for the document to be taken.
public struct DocumentFreshness: Sendable, Hashable {
  /// The longest time since it was made. 24 hours.
  public var longest: Duration
  /// How far the signer's clock may be ahead. 5 minutes.
  public var ahead: Duration

  /// The limits, by default those of the specification.
  public init(longest: Duration = .seconds(86_400), ahead: Duration = .seconds(300)) {
    self.longest = longest
    self.ahead = ahead
  }

  /// Whether what was signed at a moment may be begun now.
  public func allows(_ signedAt: Timestamp, at now: Timestamp) -> Bool {
    now.since(signedAt) <= longest && signedAt.since(now) <= ahead
  }
}
