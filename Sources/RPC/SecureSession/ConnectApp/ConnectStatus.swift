/// The provider's decision about a consumer: the member `status` of the first encrypted result.
public enum ConnectStatus: String, Sendable, CaseIterable {
  /// The consumer is known and may call methods.
  case approved
  /// The owner has to type the pairing code first.
  case pending
  /// The owner has refused this consumer.
  case denied
}
