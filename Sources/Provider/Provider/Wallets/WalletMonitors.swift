/// The monitors of all wallets, each in a task of its own. A wallet that does not answer therefore delays neither the
/// start, nor the other wallets, nor the stop, even if its calls ignore cancellation.
struct WalletMonitors {
  private let tasks: [Task<Void, Never>]

  /// Starts all monitors and waits until each wallet was looked at once, but at most half a second in total.
  static func begin(_ payments: Payments) async -> WalletMonitors {
    let (looks, looked) = AsyncStream.makeStream(of: Void.self)
    let wallets = payments.wallets.wallets
    let monitors = WalletMonitors(
      tasks: wallets.map { wallet in
        Task { await WalletMonitor(wallet: wallet, payments: payments).run { looked.yield() } }
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

  /// Ends the monitors without waiting for their running calls. If these try to store anything later, the closed ledger
  /// refuses it, and it is found again after the next start.
  func end() {
    for task in tasks { task.cancel() }
  }
}
