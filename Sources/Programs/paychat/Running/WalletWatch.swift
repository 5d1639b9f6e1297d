import Consumer
import TerminalUI

/// A change in the connection to the wallet.
enum WalletNews: Sendable {
  /// The wallet can be used.
  case ready(provider: String)
  /// The wallet's owner has to approve this app.
  case pairing(code: String, questionID: String)
  /// The wallet cannot be used.
  case failed(CommandFailure)
}

/// Keeps the connection to the wallet open and reports its state. The chat works without the wallet.
struct WalletWatch: Sendable {
  private static let pace = Duration.seconds(1)

  let client: PaymentsClient
  /// A signal that changes when the person wants to ask again a wallet whose owner has refused the app.
  let again: ChangeSignal

  /// Watches the connection until the task is cancelled.
  func run(_ tell: @Sendable (WalletNews) async -> Void) async {
    while !Task.isCancelled {
      let version = again.version
      do {
        switch try await client.pairing() {
        case .paired: await tell(.ready(provider: await client.providerName ?? ""))
        case .pending(let code?, let questionID):
          await tell(.pairing(code: code.digits, questionID: questionID ?? "ID"))
        case .pending: break
        }
        try await Task.sleep(for: Self.pace)
      } catch {
        if Task.isCancelled { return }
        await tell(.failed(ChatFailureText.failure(for: error)))
        do {
          // An owner who has refused the app is not asked again automatically.
          if let error = error as? PairingError, !error.isTransient {
            try await again.wait(beyond: version)
          } else {
            // The provider may have said when to ask again.
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
