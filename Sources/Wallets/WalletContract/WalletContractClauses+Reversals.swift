import PaymentsModel
import WalletBackend

extension WalletContractClauses {
  func followsAReorganisation() async throws {
    let payment = try await sent()
    let address = payment.intent.address
    try await world.mine(1)
    let mined = try await transfers(at: address, since: nil, depth: 6)
    try require(mined.transfers.map(\.confirmations) == [1], "in a block")
    try await world.takeBack(1)
    let waiting = try await transfers(at: address, since: mined.cursor, depth: 6)
    try require(waiting.transfers.map(\.confirmations) == [0], "it waits again")
    try require(waiting.transfers.map(\.id) == mined.transfers.map(\.id), "under the same name")
    try require(!waiting.transfers[0].removed, "and is not taken back")
    try require(try await world.payer.lookup(payment.signedTransaction) == .pool, "for the payer too")
    try await world.mine(2)
    let again = try await transfers(at: address, since: waiting.cursor, depth: 6)
    try require(again.transfers.map(\.confirmations) == [2], "and comes into another block")
    try require(try await world.payer.lookup(payment.signedTransaction) == .confirmed(2), "for the payer too")
    try await requireOnePayment(payment)
  }

  func takesBackADoubleSpend() async throws {
    let waiting = try await sent()
    let seen = try await transfers(at: waiting.intent.address, since: nil, depth: 6)
    try require(seen.transfers.map(\.removed) == [false], "seen")
    try await world.doubleSpend(waiting.signedTransaction)
    try await requireTakenBack(waiting, since: seen.cursor)
    guard world.lacks[.reorganising] == nil else { return }
    let payment = try await sent()
    try await world.mine(1)
    let mined = try await transfers(at: payment.intent.address, since: seen.cursor, depth: 6)
    try require(mined.transfers.map(\.confirmations) == [1], "in a block")
    try await world.takeBack(1)
    try await world.doubleSpend(payment.signedTransaction)
    try await requireTakenBack(payment, since: mined.cursor)
  }

  private func requireTakenBack(_ payment: Prepared, since cursor: TransferCursor) async throws {
    let gone = try await transfers(at: payment.intent.address, since: cursor, depth: 6)
    try require(gone.transfers.map(\.removed) == [true], "it is taken back")
    try require(try await received(at: payment.intent.address).allSatisfy(\.removed), "also without a cursor")
    let found = try await world.payer.lookup(payment.signedTransaction)
    if world.mayDoubtConflicts, found == .conflicted(confirmations: 0) { return }
    try require(found == .conflicted(confirmations: 1), "for the payer too: \(found)")
    try require(try await commit(payment.signedTransaction) == .rejected(.conflicted), "for good")
  }

  func tellsConflicts() async throws {
    let payment = try await prepared()
    let signedTransaction = payment.signedTransaction
    try await world.doubleSpend(signedTransaction)
    try require(try await world.payer.lookup(signedTransaction) == .conflicted(confirmations: 1), "conflicted")
    for _ in 0..<2 {
      try require(try await commit(signedTransaction) == .rejected(.conflicted), "rejected")
    }
    try await world.mine(2)
    try require(try await world.payer.lookup(signedTransaction) == .conflicted(confirmations: 3), "ever deeper")
    try await world.payer.release(signedTransaction)
    try await world.payer.lock(signedTransaction)
    try require(try await received(at: payment.intent.address).allSatisfy(\.removed), "nothing was paid")
  }
}
