public import ChatPayments
public import Files
public import Transport

/// Why a ``RelayChat`` is not connected.
public enum RelayChatError: Error, Sendable, Hashable {
  /// The relay's file: it does not run, or its file cannot be trusted.
  case relay(RelayFileError)
  /// Nobody answers where the file says; a relay that was killed leaves its file behind.
  case unreachable(ConnectError)
  /// Who answers there has not written the file.
  case wrongRelay
  /// The name belongs to another key at this relay.
  case nameTaken
  /// The name cannot be one.
  case invalidName
  /// The key that proves the own name could not be read or made.
  case key(PrivateFileError)
  /// Anything else.
  case chat(ChatTransportError)
  /// The system has no thread, or no randomness, to give.
  case system

  /// What calls are told when no other try would come to anything else.
  var finalRefusal: ChatTransportError? {
    switch self {
    case .nameTaken: .refused(RelayRefusal.nameTaken.words)
    case .invalidName: .refused(RelayRefusal.invalidName.words)
    case .key, .system, .relay, .unreachable, .wrongRelay, .chat: nil
    }
  }
}
