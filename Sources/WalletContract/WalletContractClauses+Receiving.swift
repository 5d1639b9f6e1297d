import PaymentsModel
import WalletBackend

extension WalletContractClauses {
  func tellsAddressesApart() async throws {
    let first = try await world.shop.newAddress(label: "first")
    let second = try await world.shop.newAddress(label: "second")
    try require(first != second, "addresses are fresh")
    try require(try await world.payer.checkAddress(first) == .valid(first), "a valid address is its own canonical form")
    try require(
      try await world.payer.checkAddress(world.wrongNetworkAddress) == .wrongNetwork, "another network is told")
    let last = first.last == "q" ? "p" : "q"
    for text in ["", " ", "x", String(first.dropLast()), first.dropLast() + last, first + " ", "\"'\\\u{0}"] {
      try require(try await world.payer.checkAddress(text) == .malformed, "malformed text is told")
    }
  }

  func followsATransfer() async throws {
    let (artefact, intent) = try await prepared()
    let before = try await world.shop.transfers(since: nil, depth: 3)
    try require(before.transfers.allSatisfy { $0.address != intent.address }, "nothing yet")
    try require(try await world.payer.commit(artefact) == .accepted, "the network takes it")
    var cursor = before.cursor
    var ids: Set<String> = []
    for confirmations in 0...3 {
      if confirmations > 0 { try await world.mine(1) }
      let page = try await world.shop.transfers(since: cursor, depth: 3)
      let transfers = page.transfers.filter { $0.address == intent.address }
      try require(transfers.count == 1, "reported once at \(confirmations) confirmations, not \(transfers.count) times")
      try require(transfers[0].confirmations == confirmations, "with \(confirmations) confirmations")
      try require(transfers[0].amount == intent.amount, "with the exact amount")
      try require(transfers[0].transactionID == artefact.transactionID && !transfers[0].removed, "as it is")
      ids.insert(transfers[0].id)
      cursor = page.cursor
    }
    try require(ids.count == 1, "under one name")
    try await world.mine(1)
    let after = try await world.shop.transfers(since: cursor, depth: 3)
    try require(after.transfers.allSatisfy { $0.address != intent.address }, "not followed any further")
    let all = try await world.shop.transfers(since: nil, depth: 3)
    try require(all.transfers.contains { $0.address == intent.address }, "but known without a cursor")
    let lost = TransferCursor(rawValue: String(repeating: "0", count: 64))
    let again = try await world.shop.transfers(since: lost, depth: 3)
    try require(again.transfers.contains { $0.address == intent.address }, "and with a cursor that is not known")
  }

  func takesATransferBack() async throws {
    let (artefact, intent) = try await prepared()
    try require(try await world.payer.commit(artefact) == .accepted, "the network takes it")
    try await world.mine(1)
    let mined = try await world.shop.transfers(since: nil, depth: 6)
    try await world.takeBack(1)
    let waiting = try await world.shop.transfers(since: mined.cursor, depth: 6)
    let transfer = waiting.transfers.first { $0.address == intent.address }
    try require(transfer?.confirmations == 0 && transfer?.removed == false, "it waits again")
    try require(try await world.payer.lookup(artefact) == .pool, "for the payer too")
    try await world.doubleSpend(artefact)
    let gone = try await world.shop.transfers(since: waiting.cursor, depth: 6)
    try require(gone.transfers.first { $0.address == intent.address }?.removed == true, "it is taken back")
    try require(try await received(at: intent.address).allSatisfy(\.removed), "also without a cursor")
    try require(try await world.payer.lookup(artefact) == .conflicted(confirmations: 1), "for the payer too")
    try require(try await world.payer.commit(artefact) == .rejected(.conflicted), "for good")
  }
}
