/// Why a record was not sealed or opened.
public enum SecureChannelError: Error, Equatable, Sendable {
  /// The peer sent something that no honest peer sends, or the channel was dead already. The keys are erased; close the
  /// connection with `SecureChannel.fatalCloseCode` and tell the peer nothing more.
  case fatal
  /// The direction has sent its 2^32 frames. The keys are erased; a new handshake is needed.
  case exhausted
  /// The message of our own is above 1 MiB. Nothing was sent and the channel goes on.
  case messageTooLarge
  /// We said goodbye; nothing can follow it. The channel goes on receiving.
  case closed
}
