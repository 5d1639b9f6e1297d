/// The reason why a record was not sealed or opened.
public enum SecureChannelError: Error, Equatable, Sendable {
  /// The peer sent a frame that violates the protocol, or the channel was already unusable. The keys are erased. Close
  /// the connection with `SecureChannel.fatalCloseCode` and tell the peer nothing more.
  case fatal
  /// This direction has sent all of its 2^32 frames. The keys are erased; a new handshake is needed.
  case exhausted
  /// The message to send is larger than 1 MiB. Nothing was sent, and the channel remains usable.
  case messageTooLarge
  /// This side has sent its goodbye and can send nothing more. The channel still receives.
  case closed
}
