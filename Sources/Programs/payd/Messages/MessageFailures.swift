import Consumer
import Provider
import TerminalUI

/// What goes wrong between this wallet and a chat, in words.
enum MessageFailures {
  private static let app = TerminalApp(
    name: "payd", forgetKey: "payd message forget-key",
    advice: { reason in
      switch reason {
      case .pairingLocked: "Wait ten minutes, then try again."
      case .pairingDenied, .appRevoked: "Only whoever uses the chat can change that; then try again."
      default: nil
      }
    })

  static func failure(for error: any Error) -> CommandFailure {
    switch error {
    case let failure as CommandFailure: failure
    case let failure as DiscoveryError: discovery(failure)
    case let failure as PairingError: failure.commandFailure(of: app)
    case let failure as ConnectionError: failure.commandFailure
    case let failure as AppStateError: failure.commandFailure(of: app)
    case let failure as KeyStoreError: failure.commandFailure(of: app)
    case let failure as ProviderStartError:
      CommandFailure(.ioError, reason: "state_failed", "payd's own key cannot be read (\(failure.words)).")
    case let failure as PaymentsFailure: refused(failure)
    case let failure as PrivateFileError:
      CommandFailure(.ioError, reason: "file", "The chat's folder for files cannot be used (\(failure)).")
    case is CancellationError: .interrupted
    default: CommandFailure(.software, reason: "internal", "Unexpected: \(type(of: error)).")
    }
  }

  private static func discovery(_ error: DiscoveryError) -> CommandFailure {
    switch error {
    case .notRunning, .stale:
      CommandFailure(
        .unavailable, reason: "not_running", "No chat that delivers messages is running.",
        advice: "Start one with the same --runtime folder, such as paychat.")
    case .several(let names):
      CommandFailure(
        .config, reason: "several_providers", "Several chats run: \(names.joined(separator: ", ")).",
        advice: "Choose one with --chat NAME.")
    default: error.commandFailure(of: app)
    }
  }

  private static func refused(_ failure: PaymentsFailure) -> CommandFailure {
    let rule = failure.rule.map { " (\(failure.pointer ?? ""): \($0))" } ?? ""
    return CommandFailure(
      failure.reason.exitStatus, reason: failure.reason.rawValue, failure.reason.message + rule,
      advice: failure.reason == .contactNotFound
        ? "Only payments that were settled in that chat, with this wallet, have a person behind them." : nil,
      code: failure.reason.code.rawValue)
  }
}
