/// The monitors of all wallets, each in a task of its own: a wallet that hangs holds up neither the start, nor the
/// other wallets, nor the stop, even where it does not let go of a call that is cancelled.
struct WalletMonitors {
  private let tasks: [Task<Void, Never>]

  /// Begins to follow all wallets and waits until each was looked at once, for half a second at most in all.
  static func begin(_ context: ProviderContext) async -> WalletMonitors {
    let (looks, looked) = AsyncStream.makeStream(of: Void.self)
    let wallets = context.wallets.wallets
    let monitors = WalletMonitors(
      tasks: wallets.map { wallet in
        Task { await WalletMonitor(wallet: wallet, context: context).run { looked.yield() } }
      })
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        var missing = wallets.count
        var iterator = looks.makeAsyncIterator()
        while missing > 0, await iterator.next() != nil { missing -= 1 }
      }
      // Cancellation ends the sleep.
      group.addTask { try? await Task.sleep(for: .milliseconds(500)) }
      await group.next()
      group.cancelAll()
    }
    return monitors
  }

  /// Ends them, without waiting for what they still ask: what they would store then the ledger refuses once it is
  /// closed, and it is seen again at the next start.
  func end() {
    for task in tasks { task.cancel() }
  }
}
