package import PaymentsModel

/// A send as the wallet lists it.
package struct ListedSend: Sendable, Hashable {
  /// The transaction id.
  package let transactionID: String
  /// What it pays.
  package let outputs: [SendOutput]
  /// The fee that it pays.
  package let fee: Amount?
  /// When it was sent.
  package let at: Timestamp?
  /// The transaction whose place it took.
  package let replaces: String?
  /// What the wallet remembers with it.
  package let marks: [String]

  /// A send.
  package init(
    transactionID: String, outputs: [SendOutput], fee: Amount?, at: Timestamp?, replaces: String?, marks: [String]
  ) {
    self.transactionID = transactionID
    self.outputs = outputs
    self.fee = fee
    self.at = at
    self.replaces = replaces
    self.marks = marks
  }
}

/// Compares what a wallet sent with what the ledger knows of it.
///
/// A ledger that was put back from a copy cannot know that it was: everything in the folder is as old as the ledger.
/// What gives it away is a send that carries this provider's mark and is in no order: marks are made for transactions
/// that the ledger holds already, so that one that it does not hold was made by a later state of it.
///
/// What carries no mark is the owner's: people use their wallets with other tools, too. It still is remembered where it
/// was made while the provider was away, since a mark can be lost (a wallet that was restored from its seed has none):
/// should an order ask for the very same, the owner is asked first.
package struct SendComparison: Sendable {
  /// The currency code.
  package let currency: String
  /// The provider whose marks count.
  package let provider: String
  /// Whether this is the first look since the provider was started.
  package let isFirstLook: Bool
  /// What is taken to be the present.
  package let now: Timestamp

  /// How long an unmarked send of the time before the start is remembered.
  package static let memory = Duration.seconds(90 * 86_400)

  /// A comparison.
  package init(currency: String, provider: String, isFirstLook: Bool, now: Timestamp) {
    self.currency = currency
    self.provider = provider
    self.isFirstLook = isFirstLook
    self.now = now
  }

  /// The sends that are worth remembering.
  ///
  /// - Parameter isKnown: whether the ledger has a transaction with this id, or one that begins with this text: of an
  ///   order, or found by an earlier look.
  package func unknown<Failure: Error>(
    _ sends: [ListedSend], isKnown: (String) throws(Failure) -> Bool
  ) throws(Failure) -> [UnknownSend] {
    var found: [UnknownSend] = []
    // What is marked by its own id comes first: a mark can be that of another payment to the same address.
    let sorted = sends.filter(isMarkedItself) + sends.filter { !isMarkedItself($0) }
    for send in sorted {
      if try isKnown(send.transactionID) { continue }
      // The owner raised the fee of a payment.
      if let replaced = send.replaces, try isKnown(replaced) || found.contains(where: { $0.transactionID == replaced })
      {
        continue
      }
      var marks: [String] = []
      for mark in ownMarks(send) where !marks.contains(mark.transaction) {
        guard !found.contains(where: { $0.carries(mark) }) else { continue }
        if try !isKnown(mark.transaction) { marks.append(mark.transaction) }
      }
      guard let verdict = verdict(of: send, isMarked: !marks.isEmpty) else { continue }
      found.append(
        UnknownSend(
          currency: currency, transactionID: send.transactionID, outputs: send.outputs, fee: send.fee, at: send.at,
          foundAt: now, marks: marks, verdict: verdict))
    }
    return found
  }

  private func verdict(of send: ListedSend, isMarked: Bool) -> SendVerdict? {
    if isMarked { return .open }
    guard isFirstLook else { return nil }
    if let at = send.at, now.since(at) > Self.memory { return nil }
    return .noted
  }

  private func ownMarks(_ send: ListedSend) -> [SendMark] {
    let own = SendMark(provider: provider, transactionID: "").ledger
    return send.marks.compactMap { SendMark($0) }.filter { $0.ledger == own }
  }

  private func isMarkedItself(_ send: ListedSend) -> Bool {
    let own = SendMark(provider: provider, transactionID: send.transactionID)
    return send.marks.contains(own.text)
  }
}

extension UnknownSend {
  /// Whether a mark is that of this send, or was found with it.
  func carries(_ mark: SendMark) -> Bool {
    marks.contains(mark.transaction) || transactionID.utf8.starts(with: mark.transaction.utf8)
  }
}
