package import PaymentsModel

/// An outgoing transaction, as the wallet lists it.
package struct ListedSend: Sendable, Hashable {
  /// The transaction id.
  package let transactionID: String
  /// The outputs of the transaction.
  package let outputs: [SendOutput]
  /// The fee of the transaction; `nil` where the wallet does not report it.
  package let fee: Amount?
  /// When the transaction was sent; `nil` where the wallet does not report it.
  package let at: Timestamp?
  /// The id of the transaction that this one replaced.
  package let replaces: String?
  /// The texts that the wallet stores with the transaction, see ``SendMark/text``.
  package let marks: [String]

  /// Creates a listed send.
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

/// Compares the transactions that a wallet sent with those that the ledger knows.
///
/// A ledger that was restored from a copy cannot know that it was: everything in its folder is equally old. It is
/// revealed by a transaction that carries this provider's mark but belongs to no order. Marks are made only for
/// transactions that the ledger holds, so that a later state of the ledger must have made this one.
///
/// A transaction without a mark is the owner's, since people also use their wallets with other programs. It is
/// remembered nevertheless if it was made while the provider was not running, because a mark can be lost: a wallet that
/// was restored from its seed has none. If an order then asks for the same payment, the owner is asked first.
package struct SendComparison: Sendable {
  /// The currency code.
  package let currency: String
  /// The identifier of the provider whose marks count.
  package let provider: String
  /// Whether this is the first look since the provider was started.
  package let isFirstLook: Bool
  /// The time that is taken as the present.
  package let now: Timestamp

  /// How long an unmarked transaction from before the start is remembered.
  package static let memory = Duration.seconds(90 * 86_400)

  /// Creates a comparison.
  package init(currency: String, provider: String, isFirstLook: Bool, now: Timestamp) {
    self.currency = currency
    self.provider = provider
    self.isFirstLook = isFirstLook
    self.now = now
  }

  /// Returns the transactions that have to be remembered.
  ///
  /// - Parameter isKnown: Whether the ledger has a transaction whose id is this text or begins with it: one of an
  ///   order, or one that an earlier comparison found.
  package func unknown<Failure: Error>(
    _ sends: [ListedSend], isKnown: (String) throws(Failure) -> Bool
  ) throws(Failure) -> [UnknownSend] {
    var found: [UnknownSend] = []
    // Transactions that are marked by their own id come first: a mark can be that of another payment to the same
    // address.
    let sorted = sends.filter(isMarkedItself) + sends.filter { !isMarkedItself($0) }
    for send in sorted {
      if try isKnown(send.transactionID) { continue }
      // The owner raised the fee of a payment that is known already.
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
  /// Whether a mark names this transaction, or was found with it.
  func carries(_ mark: SendMark) -> Bool {
    marks.contains(mark.transaction) || transactionID.utf8.starts(with: mark.transaction.utf8)
  }
}
