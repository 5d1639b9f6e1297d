import PaymentsModel
import WalletBackend

extension WalletContractClauses {
  /// Returns the entries of one transaction in the payer's list of sends.
  private func sends(
    of signedTransaction: SignedTransaction, since cursor: SendCursor? = nil
  ) async throws -> [WalletSend] {
    try await world.payer.sends(since: cursor).sends.filter { $0.transactionID == signedTransaction.transactionID }
  }

  private func requireListed(
    _ payment: Prepared, since cursor: SendCursor? = nil, _ text: String, line: Int = #line
  ) async throws {
    let sends = try await sends(of: payment.signedTransaction, since: cursor)
    try require(sends.count == 1, "\(text): listed once, not \(sends.count) times", line: line)
    let output = SentOutput(address: payment.intent.address, amount: payment.intent.amount)
    try require(sends[0].outputs == [output], "\(text): whom it pays and how much, change apart", line: line)
    try require(
      (sends[0].fee ?? payment.signedTransaction.fee) == payment.signedTransaction.fee, "\(text): its fee", line: line)
  }

  func listsWhatItSent() async throws {
    let before = try await world.payer.sends(since: nil).cursor
    let payment = try await prepared()
    try require(try await sends(of: payment.signedTransaction).isEmpty, "what was prepared is not sent")
    try require(try await commit(payment.signedTransaction) == .accepted, "the network takes it")
    try await requireListed(payment, since: before, "while it waits")
    try await world.mine(1)
    try await requireListed(payment, since: before, "in a block, from an old cursor")
    let after = try await world.payer.sends(since: before).cursor
    let second = try await sent()
    try await requireListed(second, since: after, "from a new cursor")
    try await requireListed(payment, since: before, "from the old cursor again")
    try await requireListed(payment, "from the beginning")
    try await requireListed(payment, since: SendCursor(rawValue: "no cursor"), "from what is no cursor")
    try require(
      try await world.shop.sends(since: nil).sends.allSatisfy {
        $0.transactionID != payment.signedTransaction.transactionID
      }, "who was paid did not send it")
  }

  func keepsMarks() async throws {
    let marks = ["Ab-c_1:0123456789abcdef", "other:fedcba9876543210"]
    let payment = try await prepared()
    let recipient = payment.intent.address
    for mark in marks + marks {
      try await world.payer.mark(payment.signedTransaction, paying: [recipient], as: mark)
    }
    try require(try await sends(of: payment.signedTransaction).isEmpty, "what was marked only is not sent")
    try require(
      try await world.payer.marks(paying: [try await world.shop.newAddress(label: ""), recipient]).sorted()
        == marks.sorted(), "another provider sees the marks before it pays the same")
    try require(try await commit(payment.signedTransaction) == .accepted, "the network takes it")
    try require(
      try await sends(of: payment.signedTransaction).first?.marks.sorted() == marks.sorted(), "each mark once")
    if world.lacks[.crashing] == nil {
      try await world.crash()
      try await world.restart()
      try require(try await commit(payment.signedTransaction) == .accepted, "it was sent")
      try require(
        try await sends(of: payment.signedTransaction).first?.marks.sorted() == marks.sorted(),
        "the marks outlive the wallet's end")
    }
    try await world.mine(1)
    try require(
      try await sends(of: payment.signedTransaction).first?.marks.sorted() == marks.sorted(),
      "they are there in a block")
    let other = try await sent()
    try require(try await sends(of: other.signedTransaction).first?.marks == [], "what was not marked has none")
    try require(try await world.payer.marks(paying: [other.intent.address]).isEmpty, "and its recipient neither")
  }

  func findsTransactionsOfSends() async throws {
    let payment = try await sent()
    let id = payment.signedTransaction.transactionID
    let found = try await world.payer.signedTransaction(ofSend: id, paying: payment.intent, at: 0)
    try require(found.transactionID == id && found.fee == payment.signedTransaction.fee, "the same transaction and fee")
    try require(try await world.payer.lookup(found) == .pool, "it waits")
    try require(try await commit(found) == .accepted, "accepted while it waits")
    try await world.payer.lock(found)
    try await world.mine(2)
    let again = try await world.payer.signedTransaction(ofSend: id, paying: payment.intent, at: 0)
    for signedTransaction in [found, again] {
      try require(try await world.payer.lookup(signedTransaction) == .confirmed(2), "2 confirmations")
      try require(try await commit(signedTransaction) == .accepted, "accepted in a block")
    }
    try await requireOnePayment(payment)
    for unknown in [String(repeating: "0", count: 64), "nonsense"] {
      try await require(.cannotProve) {
        _ = try await world.payer.signedTransaction(ofSend: unknown, paying: payment.intent, at: 0)
      }
    }
    try await require(.cannotProve) {
      _ = try await world.shop.signedTransaction(ofSend: id, paying: payment.intent, at: 0)
    }
    let (address, amount) = (payment.intent.address, payment.intent.amount)
    let others = [
      PaymentIntent(address: address, amount: Amount(atomicUnits: amount.atomicUnits + 1)),
      PaymentIntent(address: try await world.shop.newAddress(label: ""), amount: amount),
    ]
    for other in others {
      try await require(.cannotProve) {
        _ = try await world.payer.signedTransaction(ofSend: id, paying: other, at: 0)
      }
    }
  }

  func followsARaisedSend() async throws {
    let payment = try await sent()
    let id = payment.signedTransaction.transactionID
    let before = try await world.payer.signedTransaction(ofSend: id, paying: payment.intent, at: 0)
    try await world.raiseFee(of: id)
    guard case .replaced(let other, 0, 1) = try await world.payer.lookup(payment.signedTransaction) else {
      throw ContractViolation(description: "the fee was raised")
    }
    let after = try await world.payer.signedTransaction(ofSend: id, paying: payment.intent, at: 0)
    for blocks in 0...1 {
      if blocks > 0 { try await world.mine(blocks) }
      for found in [before, after] {
        try require(
          try await world.payer.lookup(found) == .replaced(by: other, confirmations: blocks, payments: 1),
          "what was found in the list is followed as the payment itself")
      }
      let listed = try await world.payer.sends(since: nil).sends.first { $0.transactionID == other.transactionID }
      try require(listed?.replaces == [id], "the list tells what the other one replaced")
    }
    let raised = try await world.payer.signedTransaction(
      ofSend: other.transactionID, paying: payment.intent, at: 0)
    try require(try await world.payer.lookup(raised) == .confirmed(1), "it can be followed by itself, too")
  }

  func isRecognised() async throws {
    let payment = try await sent()
    let id = payment.signedTransaction.transactionID
    let own = try await world.payer.newAddress(label: "")
    for blocks in 0...1 {
      if blocks > 0 { try await world.mine(blocks) }
      let unknown = String(repeating: "0", count: 64)
      try require(try await world.payer.sent(among: [unknown, id, "nonsense"]) == [id], "what it sent")
      try require(try await world.shop.sent(among: [id]).isEmpty, "who was paid did not send it")
    }
    let witness = try await world.payer.witness()
    let addresses = [payment.intent.address, own, witness]
    try require(try await world.payer.owned(among: addresses) == [own, witness], "its own addresses")
    try require(try await world.shop.owned(among: addresses) == [payment.intent.address], "and that of the shop")
  }
}
