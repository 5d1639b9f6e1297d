import JSON
package import WalletBackend
import ZeroMQ

extension BitcoinWallet {
  /// Tells of what the daemon publishes through ZeroMQ on this machine, and otherwise of blocks, by a call that the daemon
  /// answers when it has another one.
  package func news() -> AsyncStream<WalletHint> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let news = DaemonNews(rpc: rpc) { continuation.yield($0) }
      let task = Task { await news.run() }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

/// Waits for the news of a daemon, and tells of them without saying what they are.
struct DaemonNews: Sendable {
  /// The interval at which the daemon is asked what it publishes, in case it was restarted with other settings.
  private static let recheck = Duration.seconds(60)
  /// The pauses after calls that failed one after another.
  private static let pauses: [Duration] = [1, 1, 2, 4, 8, 16, 30].map { .seconds($0) }

  let rpc: DaemonRPC
  /// The longest time for which the daemon holds a call back. One of its few threads is busy with the call for so long,
  /// even if this program was killed meanwhile. The first call is therefore made after this time, when the call of an
  /// earlier run has certainly ended, so that a program that is started again and again does not occupy all threads.
  var patience = Duration.seconds(5)
  let tell: @Sendable (WalletHint) -> Void

  /// Runs until the task is cancelled, or ends where the daemon tells nothing.
  func run() async {
    var failures = 0
    while !Task.isCancelled {
      do throws(WalletError) {
        let published = try await published()
        // That the daemon is there again is news, and so is what was not published before it was subscribed to.
        let subscription = published.subscription { [tell] in
          tell(published.hasTransactions ? .transactions : .anything)
        }
        defer { withExtendedLifetime(subscription) {} }
        tell(.anything)
        if subscription != nil, published.hasBlocks {
          try await untilChanged(published) { failures = 0 }
        } else {
          try await waitForBlocks { failures = 0 }
        }
      } catch {
        guard error != .protocolViolation(code: DaemonFailure.methodNotFound) else { return }
        // That the daemon has ended is news, too.
        if failures == 0 { tell(.anything) }
        await pause(Self.pauses[min(failures, Self.pauses.count - 1)])
        failures += 1
      }
    }
  }

  private func pause(_ duration: Duration) async {
    // Cancellation ends the sleep, and then the loop.
    try? await Task.sleep(for: duration)
  }

  /// Returns what the daemon publishes on this machine; nothing where it was built without ZeroMQ.
  private func published() async throws(WalletError) -> DaemonPublication {
    // The addresses of a daemon on another machine mean that machine.
    if rpc.configuration.allowRemote { return DaemonPublication([]) }
    switch try await rpc.call("getzmqnotifications", on: .node) {
    case .result(let answer): return DaemonPublication(answer)
    case .failure(let failure) where failure.code == DaemonFailure.methodNotFound: return DaemonPublication([])
    case .failure(let failure): throw failure.walletError
    }
  }

  private func untilChanged(_ earlier: DaemonPublication, _ succeeded: () -> Void) async throws(WalletError) {
    repeat {
      await pause(Self.recheck)
      guard !Task.isCancelled, try await published() == earlier else { return }
      succeeded()
    } while true
  }

  /// Tells of each new block. While a call waits, the daemon answers it also when it is being stopped.
  private func waitForBlocks(_ succeeded: () -> Void) async throws(WalletError) {
    guard var height: Int = try await rpc.result("getblockcount", on: .node).integerValue() else {
      throw .protocolViolation(code: nil)
    }
    await pause(patience)
    while !Task.isCancelled {
      let begin = ContinuousClock.now
      let reply = try await rpc.wait(
        "waitforblockheight", [.integer(height + 1), .integer(Int(patience / .milliseconds(1)))],
        timeout: patience + .seconds(10))
      guard case .result(let block) = reply else { throw Self.error(reply) }
      let later = try block.integer("height")
      succeeded()
      if later != height {
        tell(.anything)
      } else if begin + patience / 2 > .now {
        // A daemon that does not wait must not be asked all the time.
        await pause(patience)
      }
      height = later
    }
  }

  private static func error(_ reply: DaemonRPC.Reply) -> WalletError {
    if case .failure(let failure) = reply { failure.walletError } else { .protocolViolation(code: nil) }
  }
}
