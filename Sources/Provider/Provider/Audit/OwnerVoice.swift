import JSON
import OwnerAPI

/// By which way the owner speaks to the provider. Each decision that follows is noted with it in the audit log.
enum OwnerVoice: Sendable, Hashable {
  /// A command, or another program of the owner's, at the owner's socket.
  case socket
  /// The console, by what it says of itself at the owner's socket.
  case console
  /// A button of a notice on the desktop.
  case notice
  /// The owner's socket of a daemon that stands by, with its name in the ledger.
  case standby(String)

  /// The way, as the audit log tells it.
  var words: String {
    switch self {
    case .socket: "socket"
    case .console: OwnerMethods.consoleVoice
    case .notice: "desktop notice"
    case .standby(let name): "standby \(name)"
    }
  }

  /// The voice of a request at the owner's socket.
  static func atSocket(_ params: JSONValue) -> OwnerVoice {
    params[OwnerMethods.voiceMember]?.stringValue == OwnerMethods.consoleVoice ? .console : .socket
  }
}
