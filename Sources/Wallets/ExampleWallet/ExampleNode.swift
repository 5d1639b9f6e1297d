import Synchronization
import WalletBackend

/// What a daemon would be for a real wallet: a chain in memory, and everything that can happen to it.
package final class ExampleNode: Sendable {
  private let chain: Mutex<ExampleChain>

  /// A node on which these wallets have eight coins each of 100 units.
  package init(funded: [String] = []) {
    var chain = ExampleChain()
    for wallet in funded { chain.fund(wallet) }
    self.chain = Mutex(chain)
  }

  /// One call of a wallet.
  ///
  /// - Throws: ``WalletError/unavailable`` while the node is down, ``WalletError/timeout`` where the call is cancelled
  ///   while it hangs, and what the body throws.
  func call<Answer: Sendable>(
    _ body: (inout ExampleChain) throws(WalletError) -> Answer
  ) async throws(WalletError) -> Answer {
    while chain.withLock({ $0.isHanging }) {
      do {
        try await Task.sleep(for: .milliseconds(5))
      } catch {
        throw .timeout
      }
    }
    return try chain.withLock { chain throws(WalletError) in
      guard !chain.isDown else { throw .unavailable }
      let answer = try body(&chain)
      // Done, but nobody hears of it.
      guard !chain.losesAnswers else { throw .unavailable }
      return answer
    }
  }

  /// Finds blocks; the first takes all that waits.
  package func mine(_ blocks: Int) { chain.withLock { $0.mine(blocks) } }

  /// Takes the newest blocks back; their transactions wait again.
  package func takeBack(_ blocks: Int) { chain.withLock { $0.takeBack(blocks) } }

  /// Spends the inputs of a transaction by another one, in a new block.
  package func doubleSpend(_ transaction: ExampleTransaction) { chain.withLock { $0.doubleSpend(transaction) } }

  /// Has the owner raise the fee of a transaction that waits: another one takes its place.
  package func raiseFee(of transactionID: String) { chain.withLock { $0.raiseFee(of: transactionID) } }

  /// Ends the node: what it has only in memory, its locks, is gone.
  package func crash() {
    chain.withLock {
      $0.isDown = true
      $0.losesAnswers = false
      $0.locks = []
    }
  }

  /// Starts it again.
  package func restart() { chain.withLock { $0.isDown = false } }

  /// Lets it do what it is asked for without answering.
  package func loseAnswers() { chain.withLock { $0.losesAnswers = true } }

  /// Locks its wallets as their owner would.
  package func setLocked(_ isLocked: Bool) { chain.withLock { $0.isLocked = isLocked } }

  /// Lets calls wait.
  package func setHanging(_ isHanging: Bool) { chain.withLock { $0.isHanging = isHanging } }
}
