import ChatPayments
import PaymentsModel
import TerminalUI
import Till

/// The owner's screen: a list that is drawn anew on a terminal, and lines elsewhere.
actor TillScreen {
  /// The number of remarks that stay on a terminal.
  private static let remarkCount = 4

  private let till: Till
  private let terminal: Terminal
  private let shop: String
  private let network: String
  /// The connection to the wallet, as it was told last.
  private var wallet = ""
  /// What the owner has to look at, the newest last.
  private var remarks: [String] = []
  private var told: [String: String] = [:]
  private var wasSelling: Bool?

  init(_ till: Till, terminal: Terminal, shop: String, network: String) {
    self.till = till
    self.terminal = terminal
    self.shop = shop
    self.network = network
  }

  func hear(_ news: WalletNews) async {
    switch news {
    case .ready(let provider): tellWallet("The wallet is connected: \(SafeText(provider)).")
    case .pairing(let code, let questionID):
      tellWallet("The wallet's owner has to let the till in: payd approve \(SafeText(questionID)) --code \(code)")
    case .failed(let failure): tellWallet("\(SafeText(failure.message)) Payments wait. \(Self.advice(failure))")
    }
    await draw()
  }

  /// What the owner can do. Advice that names commands of the chat is of no use here.
  private static func advice(_ failure: CommandFailure) -> String {
    guard let advice = failure.advice else { return "" }
    return advice.contains("/retry") ? "To ask again, end the till and start it." : SafeText(advice).text
  }

  func show(after change: TillChange? = nil) async {
    switch change {
    case .notKept:
      remark("A customer cannot be written down, and nothing is done for them until it can: is the disk full?")
    case .alert(let alert): for line in TillAlertText.lines(alert) { remark(line) }
    // The connection to the wallet is watched anyway.
    case .wallet, .purchases, nil: break
    }
    await draw()
  }

  private func tellWallet(_ text: String) {
    guard text != wallet else { return }
    wallet = text
    if !terminal.canRedraw(.output) { write(text) }
  }

  private func remark(_ text: String) {
    // What is told again moves to the end.
    remarks.removeAll { $0 == text }
    remarks.append(text)
    if remarks.count > Self.remarkCount { remarks.removeFirst() }
    if !terminal.canRedraw(.output) { write(text) }
  }

  // A screen that cannot be written to, such as that of a terminal that was closed, does not end the till.
  private func write(_ line: String) { try? terminal.writeLines([line]) }

  private func draw() async {
    let isSelling = await till.isOpen
    let purchases = await till.purchases.map { ($0.customer, $0.purchase) }
    let now = SystemWallClock().now()
    guard terminal.canRedraw(.output) else { return log(purchases, isSelling: isSelling, now: now) }
    var head = [
      "\(shop) at \(network): \(isSelling ? "open" : "closed, what is open is finished"). Ctrl-C ends the till.",
      wallet,
    ]
    head += remarks
    // Long lines take several rows.
    let width = max(20, terminal.width(.output))
    let rows = head.reduce(0) { $0 + 1 + max(0, $1.unicodeScalars.count - 1) / width }
    let height = max(3, terminal.height(.output) - rows - 3)
    let table = TillTable.table(Array(purchases.suffix(height)), now: now).lines(for: terminal)
    try? terminal.write("\u{1B}[H\u{1B}[2J" + (head + [""] + table).map { $0 + "\n" }.joined())
  }

  /// Writes a line for each purchase that has changed.
  private func log(_ purchases: [(Customer, Purchase)], isSelling: Bool, now: Timestamp) {
    if isSelling != wasSelling { write(isSelling ? "The shop is open." : "The shop is closed: nothing new is sold.") }
    wasSelling = isSelling
    for (customer, purchase) in purchases {
      let key = "\(customer.room.rawValue) \(purchase.number)"
      let row = TillTable.table([(customer, purchase)], now: now).rows[0]
      let line = row.filter { !$0.isEmpty }.map { SafeText($0).text }.joined(separator: ", ")
      guard told[key] != line else { continue }
      told[key] = line
      write(line)
    }
  }
}
