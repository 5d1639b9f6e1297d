import ChatPayments
import PaymentsModel
import TerminalUI
import Till

/// The owner's screen: a list that is drawn anew on a terminal, and lines elsewhere.
actor TillScreen {
  /// The number of remarks that stay on a terminal.
  private static let remarkCount = 4
  /// The number of rows that are left for the line that is being typed.
  private static let typing = 2

  private let till: Till
  private let terminal: Terminal
  private let shop: String
  private let network: String
  private let zone: ShopZone
  /// Draws above the line that is being typed; `nil` if nothing is typed there.
  private let editor: LineEditor?
  /// Rings at orders and payments; `nil` if the owner does not want that.
  private var bell: TillBell?
  /// The connection to the wallet, as it was told last.
  private var wallet = ""
  /// What the owner has to look at, the newest last.
  private var remarks: [String] = []
  private var told: [String: String] = [:]
  private var wasSelling: Bool?

  /// Creates a screen.
  ///
  /// - Parameters:
  ///   - editor: the editor with which the owner types, if it can be drawn above.
  ///   - rings: whether the terminal's bell is rung.
  init(
    _ till: Till, terminal: Terminal, shop: String, network: String, zone: ShopZone, editor: LineEditor?, rings: Bool
  ) {
    self.till = till
    self.terminal = terminal
    self.shop = shop
    self.network = network
    self.zone = zone
    self.editor = editor
    bell = rings && terminal.isTTY(.output) ? TillBell() : nil
  }

  func hear(_ news: WalletNews) async {
    switch news {
    case .ready(let provider): tellWallet(localized("The wallet is connected: \(SafeText(provider))."))
    case .pairing(let code, let questionID):
      tellWallet(
        localized("The wallet's owner has to let the till in: payd approve \(SafeText(questionID)) --code \(code)"))
    case .failed(let failure):
      tellWallet(localized("\(SafeText(failure.message)) Payments wait. \(Self.advice(failure))"))
    }
    await draw()
  }

  /// What the owner can do. Advice that names commands of the chat is of no use here.
  private static func advice(_ failure: CommandFailure) -> String {
    guard let advice = failure.advice else { return "" }
    return advice.contains("/retry")
      ? localized("To ask again, end the till and start it.") : SafeText(advice).text
  }

  func show(after change: TillChange? = nil) async {
    switch change {
    case .notKept:
      remark(
        localized("A customer cannot be written down, and nothing is done for them until it can: is the disk full?"))
    case .alert(let alert): for line in TillAlertText.lines(alert) { remark(line) }
    // The connection to the wallet is watched anyway.
    case .wallet, .purchases, nil: break
    }
    await draw()
  }

  /// Answers what the owner has typed.
  func say(_ lines: [String]) async {
    for line in lines { remark(line) }
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
    let waiting = await till.waiting
    let now = SystemWallClock().now()
    if bell?.rings(purchases, waiting, now: now) == true { try? terminal.write("\u{07}") }
    guard terminal.canRedraw(.output) else { return log(purchases, waiting, isSelling: isSelling, now: now) }
    let width = max(20, terminal.width(.output))
    let open = purchases.count { $0.1.isOpen(now: now) }
    let state = TillHead.shop(shop, at: network, isSelling: isSelling, open: open)
    let manual =
      editor == nil
      ? localized("Ctrl-C ends the till.") : localized("help shows what you can type; Ctrl-C ends the till.")
    var head = [
      "\(state) \(manual)",
      TillHead.sales(purchases.map(\.1), now: now, in: zone), wallet,
    ]
    head += TillHead.refunds(purchases) + TillHead.words(waiting) + remarks
    let rows = head.filter { !$0.isEmpty }.flatMap { TextWrapping.paragraph($0, columns: width - 1) }
    let height = max(3, terminal.height(.output) - rows.count - 3 - (editor == nil ? 0 : Self.typing))
    let table = TillTable.table(Array(purchases.suffix(height)), now: now).lines(for: terminal)
    if let editor {
      editor.redrawWindow(rows + [""] + table + [""])
    } else {
      try? terminal.write("\u{1B}[H\u{1B}[2J" + (rows + [""] + table).map { $0 + "\n" }.joined())
    }
  }

  /// Writes a line for each purchase that has changed, for each refund that waits and for what customers have written.
  private func log(_ purchases: [(Customer, Purchase)], _ waiting: [Customer], isSelling: Bool, now: Timestamp) {
    if isSelling != wasSelling {
      write(isSelling ? localized("The shop is open.") : localized("The shop is closed: nothing new is sold."))
    }
    wasSelling = isSelling
    for (customer, purchase) in purchases {
      let key = "\(customer.room.rawValue) \(purchase.number)"
      let row = TillTable.table([(customer, purchase)], now: now).rows[0]
      tell(row.filter { !$0.isEmpty }.map { SafeText($0).text }.joined(separator: ", "), about: key)
      let refunds = TillHead.refunds([(customer, purchase)])
      if !refunds.isEmpty { tell(refunds.joined(separator: "\n"), about: key + " refund") }
    }
    for customer in waiting {
      tell(TillHead.words([customer]).joined(separator: "\n"), about: customer.room.rawValue)
    }
  }

  private func tell(_ line: String, about key: String) {
    guard told[key] != line else { return }
    told[key] = line
    write(line)
  }
}
