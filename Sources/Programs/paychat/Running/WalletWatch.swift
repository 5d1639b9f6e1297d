import Consumer
import TerminalUI

/// What is new of the way to the own wallet.
enum WalletNews: Sendable {
  /// It can be asked.
  case ready(provider: String)
  /// Its owner has to let this app in.
  case pairing(code: String, approvalID: String)
  /// It cannot be asked.
  case failed(CommandFailure)
}

/// Keeps the way to the own wallet open, and tells how it is: a chat goes on without.
struct WalletWatch: Sendable {
  private static let pace = Duration.seconds(1)

  let client: PaymentsClient
  /// Moves when the person wants a wallet whose owner had refused to be asked again.
  let again: ChangeSignal

  /// Watches until the task is cancelled.
  func run(_ tell: @Sendable (WalletNews) async -> Void) async {
    while !Task.isCancelled {
      let version = again.version
      do {
        switch try await client.pairing() {
        case .paired: await tell(.ready(provider: await client.providerName ?? ""))
        case .pending(let code?, let approvalID):
          await tell(.pairing(code: code.digits, approvalID: approvalID ?? "ID"))
        case .pending: break
        }
        try await Task.sleep(for: Self.pace)
      } catch {
        if Task.isCancelled { return }
        await tell(.failed(ChatFailureText.failure(for: error)))
        do {
          // Whoever said no is not asked again by itself.
          if let error = error as? PairingError, !error.isTransient {
            try await again.wait(beyond: version)
          } else {
            // The provider knows best when it is worth asking again.
            let wanted = (error as? PairingError)?.retryAfterMilliseconds ?? 0
            try await Task.sleep(for: max(Self.pace * 2, .milliseconds(min(wanted, 60_000))))
          }
        } catch {
          return
        }
      }
    }
  }
}
