public import ChatPayments
public import Transport

/// Why a ``SimpleXChat`` is not connected.
public enum SimpleXChatError: Error, Sendable, Hashable {
  /// No SimpleX Chat answers at the port. It is started with `simplex-chat -p PORT`.
  case unreachable(ConnectError)
  /// SimpleX Chat answers, but has no profile.
  case noProfile
  /// Any other error of the chat.
  case chat(ChatTransportError)
  /// The system could not provide a thread.
  case system
}
