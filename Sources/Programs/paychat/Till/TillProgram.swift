import ChatPayments
import Consumer
import PaymentsModel
import TerminalUI
import Till

/// Runs a till until it is ended, and shows the owner what happens.
struct TillProgram {
  let till: Till
  let client: PaymentsClient
  let network: any ChatNetwork
  let shop: String
  let terminal: Terminal

  func run() async {
    let interruption = Interruption(endsAtSecond: true)
    let changes = await till.changes()
    let screen = TillScreen(till, terminal: terminal, shop: shop, network: network.name)
    await screen.show()
    let watch = WalletWatch(client: client, again: ChangeSignal())
    // It runs until a signal cancels it.
    _ = try? await interruption.cancelling {
      await withTaskGroup { group in
        group.addTask { await till.run() }
        group.addTask {
          await watch.run(telling: { news in
            if case .ready = news { await till.walletIsThere() }
            await screen.hear(news)
          })
        }
        group.addTask {
          for await change in changes { await screen.show(after: change) }
        }
      }
    }
  }
}
