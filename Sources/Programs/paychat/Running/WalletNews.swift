import ChatPayments
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

extension WalletWatch {
  /// Watches the connection until the task is cancelled, and passes on what a person is told.
  func run(telling tell: @escaping @Sendable (WalletNews) async -> Void) async {
    await run { state in
      switch state {
      case .success(.paired): await tell(.ready(provider: await client.providerName ?? ""))
      case .success(.pending(let code?, let questionID)):
        await tell(.pairing(code: code.digits, questionID: questionID ?? "ID"))
      case .success(.pending): break
      case .failure(let error): await tell(.failed(ChatFailureText.failure(for: error)))
      }
    }
  }
}
