import LightningInvoices
import PaymentsModel
import WalletBackend

extension LightningContractClauses {
  private var terms: ReceivingTerms {
    ReceivingTerms(amount: amount, text: "zwei Kaffee & ☕", lifetime: lifetime)
  }

  func makesTheInvoiceAskedFor() async throws {
    let shop = try await world.shop()
    try require(shop.makesInvoices, "it makes invoices")
    for amount in [amount, nil] {
      let terms = ReceivingTerms(amount: amount, text: terms.text, lifetime: lifetime)
      let places = try await shop.newInvoice(terms)
      let invoice = try LightningInvoice(places.lightning)
      try require(places.lightning == invoice.text, "in small letters")
      try require(places.paymentHash == invoice.paymentHash, "its hash is told")
      try require(invoice.millisatoshis.map { UInt128($0) } == amount.map { $0.atomicUnits * 1_000 }, "its amount")
      try require(invoice.description == terms.text, "its text, and not only the hash of it")
      let ends = invoice.createdAt.advanced(by: lifetime)
      try require(invoice.expiresAt == ends, "its time")
      try require(try await shop.checkAddress(places.lightning) == .valid(places.lightning), "on its network")
      try require(shop.fixedAmount(of: places.lightning) == amount, "it asks for that amount")
    }
  }

  func handsOutNoOtherInvoice() async throws {
    let shop = try await world.shop()
    for mistake in LightningInvoiceMistake.allCases {
      try await world.mistakeInvoices(mistake)
      try await require(.protocolViolation(code: nil)) { _ = try await shop.newInvoice(terms) }
    }
  }

  func tellsAReceipt() async throws {
    let shop = try await world.shop()
    let start = try await shop.transfers(since: nil, depth: 1)
    let hash = try await world.receive(amount)
    let page = try await arrival(of: hash, at: shop, since: start.cursor)
    let receipt = try one(page, of: hash)
    try require(receipt.amount == amount, "all of it")
    try require(receipt.confirmations >= shop.currency.confirmations && !receipt.removed, "it is final")
    // Whoever reads it again, from wherever, finds the same receipt.
    for wallet in [shop, try await world.shop()] {
      for cursor in [nil, start.cursor, page.cursor, TransferCursor(rawValue: "unknown")] {
        let found = try await wallet.transfers(since: cursor, depth: 1).transfers.filter { $0.address == hash }
        try require(found.allSatisfy { $0 == receipt }, "it is the same each time")
        try require(found.count == 1 || (found.isEmpty && cursor == page.cursor), "it is told once")
      }
    }
  }

  func countsARepeatedReceiptOnce() async throws {
    let shop = try await world.shop()
    let hashes = [try await world.receive(amount), try await world.receive(amount)]
    try await world.repeatReceipts()
    let page = try await shop.transfers(since: nil, depth: 1)
    for hash in hashes { try require(try one(page, of: hash).amount == amount, "all of it") }
    try require(page.transfers.count == hashes.count, "and nothing else")
  }

  func readsPastWhatItCannotRead() async throws {
    let shop = try await world.shop()
    let first = try await world.receive(amount)
    try await world.receiveUnreadable()
    let last = try await world.receive(amount)
    let page = try await shop.transfers(since: nil, depth: 1)
    for hash in [first, last] { _ = try one(page, of: hash) }
    try require(page.transfers.count == 2, "what cannot be read is no receipt")
    try require(await shop.glance().remarks == [.unreadable(.received, count: 1)], "the owner is told")
  }

  private func one(_ page: TransferPage, of hash: String, line: Int = #line) throws -> IncomingTransfer {
    let found = page.transfers.filter { $0.address == hash }
    guard found.count == 1 else {
      throw ContractViolation(description: "one receipt, not \(found.count) (line \(line))")
    }
    return found[0]
  }

  /// A node may tell a receipt a moment after its payer has the proof.
  private func arrival(
    of hash: String, at shop: any WalletBackend, since cursor: TransferCursor
  ) async throws -> TransferPage {
    for _ in 0..<600 {
      let page = try await shop.transfers(since: cursor, depth: 1)
      if page.transfers.contains(where: { $0.address == hash }) { return page }
      // This pause only sets the pace of the questions.
      try await Task.sleep(for: .milliseconds(50))
    }
    throw ContractViolation(description: "the receipt is not told in time")
  }
}
