import Consumer
import PaymentsAPI

/// Somebody who works with a wallet that may be away at any time, and goes on when it is back: the agent of cards, or a
/// till.
package protocol WalletFollower: Actor {
  /// Whether the wallet has answered when it was asked last.
  var isWalletReachable: Bool { get set }
  /// Whether the owner has refused or revoked this app. Then it does not ask the wallet again by itself.
  var isShutOut: Bool { get set }
  /// Reads from the wallet how everything stands, because events may have been missed.
  func refresh() async
  /// Takes what an event tells.
  func takeNews(_ news: CardNews) async
  /// Tells whoever listens that the wallet has become reachable or unreachable.
  func tellWallet(isReachable: Bool)
}

extension WalletFollower {
  /// Follows a wallet until the task is cancelled.
  package func follow(_ wallet: any CardWallet) async {
    while !Task.isCancelled {
      await refresh()
      do {
        if !isShutOut { try await wallet.follow { news in await self.takeNews(news) } }
      } catch {
        if !Task.isCancelled { noteFailure(error) }
      }
      // The events ended because this app read too slowly, or because the provider is gone. It is tried again without a
      // limit.
      do { try await Task.sleep(for: .seconds(3)) } catch { return }
    }
  }

  /// Notes that the wallet has answered.
  package func noteAnswer() { noteReach(isReachable: true) }

  /// Notes that the wallet was not reached.
  package func noteFailure(_ error: any Error) {
    if let error = error as? PairingError, !error.isTransient { isShutOut = true }
    noteReach(isReachable: false)
  }

  /// Notes the error of a call, and returns whether the wallet has answered. To refuse something is an answer, too.
  @discardableResult
  package func noteEnd(_ error: any Error) -> Bool {
    let isAnswer = error is PaymentsFailure || error is OrderOfOtherProvider
    if isAnswer { noteAnswer() } else { noteFailure(error) }
    return isAnswer
  }

  private func noteReach(isReachable: Bool) {
    guard isReachable != isWalletReachable else { return }
    isWalletReachable = isReachable
    tellWallet(isReachable: isReachable)
  }
}

/// An order may be at another provider than the one that is connected now, which would make it a second time.
package struct OrderOfOtherProvider: Error {
  /// Creates the error.
  package init() {}

  /// Checks that an order, if there may be one, is at the provider that is connected now.
  package static func check(_ earlier: String?, connected provider: String) throws(OrderOfOtherProvider) {
    guard let earlier, earlier != provider else { return }
    throw OrderOfOtherProvider()
  }
}

/// Calls `body` each second until the task is cancelled, with the number of the second.
package func everySecond(_ body: (_ second: Int) async -> Void) async {
  var second = 0
  while true {
    do { try await Task.sleep(for: .seconds(1)) } catch { return }
    second += 1
    await body(second)
  }
}
