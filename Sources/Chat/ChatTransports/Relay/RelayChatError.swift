public import ChatPayments
public import Files
public import Transport

/// Why a ``RelayChat`` is not connected.
public enum RelayChatError: Error, Sendable, Hashable {
  /// The relay does not run, or its discovery file cannot be trusted.
  case relay(RelayFileError)
  /// The address in the discovery file does not answer. A relay that was killed leaves its file behind.
  case unreachable(ConnectError)
  /// The program at the address is not the one that has written the discovery file.
  case wrongRelay
  /// The name belongs to another key at this relay.
  case nameTaken
  /// The name has an invalid form.
  case invalidName
  /// The key for this person's name could not be read or created.
  case key(PrivateFileError)
  /// Any other error of the chat.
  case chat(ChatTransportError)
  /// The system could not provide a thread or random bytes.
  case system

  /// The error that calls get if no further attempt can succeed; `nil` if one can.
  var finalRefusal: ChatTransportError? {
    switch self {
    case .nameTaken: .refused(RelayRefusal.nameTaken.words)
    case .invalidName: .refused(RelayRefusal.invalidName.words)
    case .key, .system, .relay, .unreachable, .wrongRelay, .chat: nil
    }
  }
}
