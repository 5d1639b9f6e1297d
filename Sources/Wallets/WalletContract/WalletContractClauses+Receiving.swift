import PaymentsModel
import WalletBackend

extension WalletContractClauses {
  func followsATransfer() async throws {
    let payment = try await prepared()
    let address = payment.intent.address
    let before = try await transfers(at: address, since: nil, depth: 3)
    try require(before.transfers.isEmpty, "nothing yet")
    try require(try await commit(payment.signedTransaction) == .accepted, "the network takes it")
    var cursor = before.cursor
    var ids: Set<String> = []
    for confirmations in 0...3 {
      if confirmations > 0 { try await world.mine(1) }
      let page = try await transfers(at: address, since: cursor, depth: 3)
      let transfers = page.transfers
      try require(transfers.count == 1, "reported once at \(confirmations) confirmations, not \(transfers.count) times")
      try require(transfers[0].confirmations == confirmations, "with \(confirmations) confirmations")
      try require(transfers[0].amount == payment.intent.amount, "with the exact amount")
      try require(
        transfers[0].transactionID == payment.signedTransaction.transactionID && !transfers[0].removed, "as it is")
      ids.insert(transfers[0].id)
      cursor = page.cursor
    }
    try require(ids.count == 1, "under one name")
    try await world.mine(1)
    let after = try await transfers(at: address, since: cursor, depth: 3)
    try require(after.transfers.isEmpty, "not followed any further")
    let all = try await transfers(at: address, since: nil, depth: 3)
    try require(all.transfers.count == 1, "but known without a cursor")
  }

  func reportsEachTransferOfAnAddress() async throws {
    let address = try await world.shop.newAddress(label: "")
    var cursor = try await world.shop.transfers(since: nil, depth: 3).cursor
    // Two equal amounts reveal a backend that identifies transfers by their amount.
    let amounts = [amount, amount, amount(times: 3)]
    var ids: Set<String> = []
    for amount in amounts {
      let payment = try await sent(PaymentIntent(address: address, amount: amount))
      ids.insert(payment.signedTransaction.transactionID)
    }
    var names: Set<String> = []
    for confirmations in 0...1 {
      if confirmations > 0 { try await world.mine(1) }
      let page = try await transfers(at: address, since: cursor, depth: 3)
      try require(page.transfers.count == amounts.count, "each is reported at \(confirmations) confirmations")
      try require(page.transfers.map(\.amount).sorted() == amounts.sorted(), "with its own amount")
      try require(Set(page.transfers.map(\.transactionID)) == ids, "and its own transaction")
      try require(page.transfers.allSatisfy { $0.confirmations == confirmations && !$0.removed }, "as they are")
      names.formUnion(page.transfers.map(\.id))
      cursor = page.cursor
    }
    try require(names.count == amounts.count, "each under one name of its own")
  }

  func reportsALateTransfer() async throws {
    let old = try await world.shop.newAddress(label: "old")
    for _ in 0..<3 { _ = try await world.shop.newAddress(label: "") }
    let other = try await sent()
    try await world.mine(2)
    try await requireOnePayment(other)
    var cursor = try await world.shop.transfers(since: nil, depth: 1).cursor
    let late = try await sent(PaymentIntent(address: old, amount: amount))
    for confirmations in 0...1 {
      if confirmations > 0 { try await world.mine(1) }
      let page = try await transfers(at: old, since: cursor, depth: 1)
      try require(page.transfers.map(\.transactionID) == [late.signedTransaction.transactionID], "reported")
      try require(page.transfers[0].confirmations == confirmations, "with \(confirmations) confirmations")
      cursor = page.cursor
    }
  }

  func readsFromAnyCursor() async throws {
    let first = try await intent()
    let second = try await intent()
    let empty = try await world.shop.transfers(since: nil, depth: 2).cursor
    _ = try await sent(first)
    let waiting = try await world.shop.transfers(since: empty, depth: 2).cursor
    try await world.mine(2)
    let settled = try await world.shop.transfers(since: waiting, depth: 2).cursor
    _ = try await sent(second)
    for cursor in [settled, waiting, empty, nil, settled] {
      let page = try await transfers(at: second.address, since: cursor, depth: 2)
      try require(page.transfers.map(\.confirmations) == [0], "what came after any cursor is reported, each time")
    }
    let strange =
      ["", "0", "nonsense", "{}", "\"'\\\u{0}", String(repeating: "9", count: 400)]
      + [String(repeating: "0", count: 64)]
    let cursors = [waiting, empty, nil] + strange.map { TransferCursor(rawValue: $0) }
    for cursor in cursors {
      let page = try await transfers(at: first.address, since: cursor, depth: 2)
      try require(page.transfers.map(\.confirmations) == [2], "and again to whoever asks from an earlier one, or none")
    }
  }

  func continuesOverARestart() async throws {
    let old = try await intent()
    let payment = try await sent()
    let before = try await transfers(at: payment.intent.address, since: nil, depth: 3)
    try require(before.transfers.map(\.confirmations) == [0], "it waits")
    try await world.mine(1)
    try await world.crash()
    try await world.restart()
    let after = try await transfers(at: payment.intent.address, since: before.cursor, depth: 3)
    try require(after.transfers.map(\.confirmations) == [1], "followed from the cursor of before")
    try require(after.transfers.map(\.id) == before.transfers.map(\.id), "under the same name")
    let fresh = try await world.shop.newAddress(label: "")
    try require(fresh != old.address && fresh != payment.intent.address, "addresses are still fresh")
    try require(try await world.shop.checkAddress(old.address) == .valid(old.address), "and the old ones valid")
    let late = try await sent(old)
    let last = try await transfers(at: old.address, since: after.cursor, depth: 3)
    try require(last.transfers.map(\.transactionID) == [late.signedTransaction.transactionID], "and still watched")
  }
}
