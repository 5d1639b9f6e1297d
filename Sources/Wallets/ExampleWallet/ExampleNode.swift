import Synchronization
import WalletBackend

/// The counterpart of a real wallet's daemon: a chain in memory, and everything that can happen to it.
package final class ExampleNode: Sendable {
  private let chain: Mutex<ExampleChain>

  /// Creates a node on which each of these wallets has eight coins of 100 units.
  package init(funded: [String] = []) {
    var chain = ExampleChain()
    for wallet in funded { chain.fund(wallet) }
    self.chain = Mutex(chain)
  }

  /// Makes a call of a wallet.
  ///
  /// - Throws: ``WalletError/unavailable`` while the node is down, ``WalletError/timeout`` if the call is cancelled
  ///   while the node hangs, and the errors of the body.
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
      // The call takes effect, but its answer is lost.
      guard !chain.losesAnswers else { throw .unavailable }
      return answer
    }
  }

  /// Mines blocks. The first of them contains all waiting transactions.
  package func mine(_ blocks: Int) { chain.withLock { $0.mine(blocks) } }

  /// Removes the newest blocks. Their transactions wait for a block again.
  package func takeBack(_ blocks: Int) { chain.withLock { $0.takeBack(blocks) } }

  /// Spends the inputs of a transaction with another transaction in a new block.
  package func doubleSpend(_ transaction: ExampleTransaction) { chain.withLock { $0.doubleSpend(transaction) } }

  /// Raises the fee of a waiting transaction, as its owner could. Another transaction takes its place.
  package func raiseFee(of transactionID: String) { chain.withLock { $0.raiseFee(of: transactionID) } }

  /// Ends the node. Its locks are lost, because they are only in memory.
  package func crash() {
    chain.withLock {
      $0.isDown = true
      $0.losesAnswers = false
      $0.locks = []
    }
  }

  /// Starts the node again.
  package func restart() { chain.withLock { $0.isDown = false } }

  /// Makes calls take effect without an answer.
  package func loseAnswers() { chain.withLock { $0.losesAnswers = true } }

  /// Locks or unlocks the wallets, as their owner could.
  package func setLocked(_ isLocked: Bool) { chain.withLock { $0.isLocked = isLocked } }

  /// Makes calls wait.
  package func setHanging(_ isHanging: Bool) { chain.withLock { $0.isHanging = isHanging } }
}
