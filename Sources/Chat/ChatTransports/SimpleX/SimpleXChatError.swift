public import ChatPayments
public import Transport

/// Why a ``SimpleXChat`` is not connected.
public enum SimpleXChatError: Error, Sendable, Hashable {
  /// No SimpleX Chat answers at that port; it is started by `simplex-chat -p PORT`.
  case unreachable(ConnectError)
  /// It answers, and nobody has a profile in it.
  case noProfile
  /// Anything else.
  case chat(ChatTransportError)
  /// The system has no thread to give.
  case system
}
