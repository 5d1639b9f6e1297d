public import PaymentsModel

/// How old the signature of a document may be for the document to be taken.
public struct DocumentFreshness: Sendable, Hashable {
  /// The maximum age. The default is 24 hours.
  public var longest: Duration
  /// The time by which the signer's clock may be ahead. The default is 5 minutes.
  public var ahead: Duration

  /// Makes limits. The defaults are those of the specification.
  public init(longest: Duration = .seconds(86_400), ahead: Duration = .seconds(300)) {
    self.longest = longest
    self.ahead = ahead
  }

  /// Whether a document that was signed at a moment may be processed now.
  public func allows(_ signedAt: Timestamp, at now: Timestamp) -> Bool {
    now.since(signedAt) <= longest && signedAt.since(now) <= ahead
  }
}
