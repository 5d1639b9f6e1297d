package import PaymentsModel

/// An outgoing transaction, as the wallet lists it.
package struct ListedSend: Sendable, Hashable {
  /// The transaction id.
  package let transactionID: String
  /// What the transaction pays.
  package let content: SendContent
  /// The fee of the transaction; `nil` where the wallet does not report it.
  package let fee: Amount?
  /// When the transaction was sent; `nil` where the wallet does not report it.
  package let at: Timestamp?
  /// The ids of the transactions that this one replaced, each of which the next one had replaced before.
  package let replaces: [String]
  /// The texts that the wallet stores with the transaction, see ``SendMark/text``.
  package let marks: [String]

  /// Creates a listed send.
  package init(
    transactionID: String, content: SendContent, fee: Amount?, at: Timestamp?, replaces: [String] = [],
    marks: [String]
  ) {
    self.transactionID = transactionID
    self.content = content
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
/// was restored from its seed has none. If an order then asks for the same payment, the owner is asked first. A wallet
/// may tell of such a transaction late, as when it is told to read the chain again.
package struct SendComparison: Sendable {
  /// The currency code.
  package let currency: String
  /// The identifier of the provider whose marks count.
  package let provider: String
  /// Whether this is the first look since the provider was started.
  package let isFirstLook: Bool
  /// When the ledger was first compared with a wallet; it has paid nothing before. `nil` if that is not known.
  package let ledgerSince: Timestamp?
  /// When the provider was started.
  package let startedAt: Timestamp
  /// The time that is taken as the present.
  package let now: Timestamp

  /// How long an unmarked transaction from before the start is remembered.
  package static let memory = Duration.seconds(90 * 86_400)

  /// Creates a comparison.
  package init(
    currency: String, provider: String, isFirstLook: Bool, ledgerSince: Timestamp? = nil, startedAt: Timestamp,
    now: Timestamp
  ) {
    self.currency = currency
    self.provider = provider
    self.isFirstLook = isFirstLook
    self.ledgerSince = ledgerSince
    self.startedAt = startedAt
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
    let counting = Self.withoutReplaced(sends)
    let sorted = counting.filter(isMarkedItself) + counting.filter { !isMarkedItself($0) }
    for send in sorted {
      // The owner may have raised the fee of a payment that is known already, perhaps several times.
      var isKnownAlready = false
      for name in send.names where !isKnownAlready { isKnownAlready = try isKnown(name) }
      guard !isKnownAlready else { continue }
      var marks: [String] = []
      for mark in ownMarks(send) where !marks.contains(mark.transaction) {
        guard !found.contains(where: { $0.carries(mark) }) else { continue }
        if try !isKnown(mark.transaction) { marks.append(mark.transaction) }
      }
      guard let verdict = verdict(of: send, isMarked: !marks.isEmpty) else { continue }
      found.append(
        UnknownSend(
          currency: currency, transactionID: send.transactionID, content: send.content, fee: send.fee, at: send.at,
          foundAt: now, marks: marks, verdict: verdict))
    }
    return found
  }

  /// Leaves out each transaction that another one of the list has replaced. The one that counts takes over its marks,
  /// because some wallets store them with the transaction.
  private static func withoutReplaced(_ sends: [ListedSend]) -> [ListedSend] {
    let listed = Dictionary(sends.map { ($0.transactionID, $0) }) { first, _ in first }
    var replaced: Set<String> = []
    for send in sends {
      // Two that claim to have replaced each other both count.
      replaced.formUnion(send.replaces.filter { listed[$0]?.replaces.contains(send.transactionID) != true })
    }
    return sends.filter { !replaced.contains($0.transactionID) }.map { send in
      guard !send.replaces.isEmpty else { return send }
      return
        ListedSend(
          transactionID: send.transactionID, content: send.content, fee: send.fee, at: send.at,
          replaces: send.replaces, marks: send.marks + send.replaces.flatMap { listed[$0]?.marks ?? [] })
    }
  }

  private func verdict(of send: ListedSend, isMarked: Bool) -> SendVerdict? {
    if isMarked { return .open }
    // What is made while the provider runs is the owner's ordinary life. Before that, it may be a payment of the
    // provider whose mark was lost.
    guard isFirstLook || send.at.map({ $0 < startedAt }) == true else { return nil }
    if let at = send.at, now.since(at) > Self.memory { return nil }
    // Nearly every order may be in a sum. What is older than the ledger cannot have paid one.
    if send.content.outputs.isEmpty, let at = send.at, let ledgerSince, at < ledgerSince { return nil }
    return .noted
  }

  private func ownMarks(_ send: ListedSend) -> [SendMark] {
    send.marks.compactMap { SendMark($0) }.filter { $0.isOf(provider) }
  }

  private func isMarkedItself(_ send: ListedSend) -> Bool {
    send.names.contains { send.marks.contains(SendMark(provider: provider, transactionID: $0).text) }
  }
}

extension ListedSend {
  /// The ids of the transaction and of all that it replaced.
  fileprivate var names: [String] { [transactionID] + replaces }
}

extension UnknownSend {
  /// Whether a mark names this transaction, or was found with it.
  package func carries(_ mark: SendMark) -> Bool {
    marks.contains(mark.transaction) || transactionID.utf8.starts(with: mark.transaction.utf8)
  }
}
