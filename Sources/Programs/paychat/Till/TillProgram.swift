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
    let screen = TillScreen(terminal: terminal, shop: shop, network: network.name)
    await screen.show(till)
    let watch = WalletWatch(client: client, again: ChangeSignal())
    // It runs until a signal cancels it.
    _ = try? await interruption.cancelling {
      await withTaskGroup { group in
        group.addTask { await till.run() }
        group.addTask {
          await watch.run { news in
            if case .ready = news { await till.walletIsThere() }
            await screen.hear(news)
          }
        }
        group.addTask {
          for await change in changes { await screen.show(till, after: change) }
        }
      }
    }
  }
}

/// The owner's screen: a list that is drawn anew on a terminal, and lines elsewhere.
actor TillScreen {
  private let terminal: Terminal
  private let shop: String
  private let network: String
  private var told: [String: String] = [:]
  private var note = ""
  private var wasSelling = true

  init(terminal: Terminal, shop: String, network: String) {
    self.terminal = terminal
    self.shop = shop
    self.network = network
  }

  func hear(_ news: WalletNews) async {
    switch news {
    case .ready(let provider): say("The wallet is connected: \(SafeText(provider)).")
    case .pairing(let code, let approvalID):
      say("The wallet's owner has to let the till in: payd approve \(SafeText(approvalID)) --code \(code)")
    case .failed(let failure): say("\(SafeText(failure.message)) Payments wait.")
    }
  }

  func show(_ till: Till, after change: TillChange? = nil) async {
    switch change {
    case .notKept:
      say("A customer cannot be written down, and nothing is done for them until it can: is the disk full?")
    case .wallet(isReachable: false): say("The wallet does not answer. Payments wait.")
    case .alert(let alert): for line in TillAlertText.lines(alert) { say(line) }
    case .wallet, .purchases, nil: break
    }
    let isSelling = await till.isOpen
    let purchases = await till.purchases.map { ($0.customer, $0.purchase) }
    let now = SystemWallClock().now()
    guard terminal.canRedraw(.output) else { return log(purchases, isSelling, now) }
    let height = max(3, terminal.height(.output) - 4)
    let table = TillTable.table(Array(purchases.suffix(height)), now: now).lines(for: terminal)
    let head =
      "\(shop) at \(network): \(isSelling ? "open" : "closed, what is open is finished"). Ctrl-C ends the till."
    try? terminal.write("\u{1B}[H\u{1B}[2J" + ([head, note, ""] + table).map { $0 + "\n" }.joined())
  }

  /// Writes a line for each purchase that has changed.
  private func log(_ purchases: [(Customer, Purchase)], _ isSelling: Bool, _ now: Timestamp) {
    if isSelling != wasSelling || told.isEmpty && note.isEmpty {
      note = isSelling ? "The shop is open." : "The shop is closed: nothing new is sold."
      try? terminal.writeLines([note])
    }
    wasSelling = isSelling
    for (customer, purchase) in purchases {
      let key = "\(customer.room.rawValue) \(purchase.number)"
      let row = TillTable.table([(customer, purchase)], now: now).rows[0]
      let line = row.filter { !$0.isEmpty }.map { SafeText($0).text }.joined(separator: ", ")
      guard told[key] != line else { continue }
      told[key] = line
      try? terminal.writeLines([line])
    }
  }

  private func say(_ text: String) {
    guard text != note else { return }
    note = text
    if !terminal.canRedraw(.output) { try? terminal.writeLines([text]) }
  }
}
