import BitcoinWallet
import JSON
package import PaymentsModel
import Synchronization
package import WalletBackend
import WalletHTTP

extension ElectrumWallet {
  /// The newest block, and whether the wallet has read all that its server told of it.
  struct Tip: Sendable {
    let height: Int
    let isRead: Bool
  }

  /// Returns the newest block of a wallet that is not behind, as far as it can know.
  ///
  /// - Parameter height: a block that was seen before.
  /// - Throws: ``WalletError/unavailable`` without a server, and ``WalletError/syncing`` while the server, or what Electrum has
  ///   read of it, lacks blocks that the other one has or that were seen before.
  func tip(since height: Int = 0) async throws(WalletError) -> Tip {
    let info = try await rpc.result("getinfo")
    guard try info.bool("connected") else { throw .unavailable }
    let (read, told) = (try info.integer("blockchain_height"), try info.integer("server_height"))
    guard read == told, read >= height, read >= seen(read) else { throw .syncing }
    return Tip(height: read, isRead: try await isRead())
  }

  private func isRead() async throws(WalletError) -> Bool {
    try await rpc.wallet("is_synchronized").boolValue == true
  }

  /// The longest time that a call waits for the wallet to be up to date, in steps of a tenth of a second. It is not while
  /// the server is asked for a new address, or tells of a new block.
  private static let patience = 20

  /// Returns the newest block of a wallet that is not behind and has read all that its server told of it. It waits for that
  /// for a moment.
  ///
  /// - Throws: like ``tip(since:)``, and ``WalletError/syncing`` if the wallet is not up to date in time.
  func settledTip() async throws(WalletError) -> Int {
    for _ in 0..<Self.patience {
      do throws(WalletError) {
        let tip = try await tip()
        if tip.isRead { return tip.height }
      } catch .syncing {}
      guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { throw .timeout }
    }
    throw .syncing
  }

  /// Notes a block and returns the highest one that was seen.
  @discardableResult
  func seen(_ height: Int) -> Int {
    sight.withLock { sight in
      if height > sight.highest || sight.since == nil { sight.since = now }
      sight.highest = max(sight.highest, height)
      return sight.highest
    }
  }

  /// The state of a transaction without its inputs.
  enum Known: Sendable, Hashable {
    case confirmed(Int)
    case pool
    /// Neither the wallet nor the server tells of it, or the wallet alone has kept it.
    case no(isKept: Bool)
    /// The server tells of it, and the wallet does not take it, because it has another transaction that spends the same
    /// coins: servers also tell of what was in a block that was taken back.
    case refused
  }

  /// Asks the wallet, and the server if the wallet does not have the transaction in a block: for some seconds after it was
  /// sent, no server tells of it by itself.
  ///
  /// Whatever the server has, the wallet has afterwards, so that nobody chooses the coins of the transaction again.
  func known(_ payment: BitcoinTransactionBlob) async throws(WalletError) -> Known {
    let kept = try await confirmations(of: payment.transactionID)
    if let kept, kept > 0 { return .confirmed(kept) }
    guard try await networkTransaction(payment.transactionID) != nil else { return .no(isKept: kept != nil) }
    if kept == nil {
      // One that the owner has replaced must not come back to life.
      guard try await keep(payment) else { return .refused }
    }
    await sendAgainIfLost(payment)
    return .pool
  }

  /// Hands a payment that was sent, and that the wallet keeps, to the server once more if that lists it no longer, or not yet.
  ///
  /// Since 4.6.2 Electrum tells of what it has sent or read by itself, also when the server has lost it. To be sent twice does
  /// a transaction no harm, and what the server answers is prose: whether it lists the transaction is asked the next time. So
  /// is all that fails here, since the payment waits in any case.
  private func sendAgainIfLost(_ payment: BitcoinTransactionBlob) async {
    guard let version = try? await rpc.version(), version.isAtLeast([4, 6]),
      let read = try? await rpc.result("deserialize", ["tx": .string(payment.hex)]),
      let outputs = read["outputs"]?.arrayValue
    else { return }
    // Change, which is the last in most transactions, is paid to an address of the wallet, of which the list is short.
    let paid = outputs.compactMap { $0["address"]?.stringValue }.suffix(Self.mostAsked)
    guard let address = try? await own(among: Set(paid)).first,
      case .result(let list)? = try? await rpc.call("getaddresshistory", ["address": .string(address)]),
      let listed = list.arrayValue, !listed.contains(where: { $0["tx_hash"]?.stringValue == payment.transactionID })
    else { return }
    _ = try? await rpc.call("broadcast", ["tx": .string(payment.hex)])
  }

  /// So many addresses of one payment are asked whether they are the wallet's.
  private static let mostAsked = 8

  /// Returns the confirmations of a transaction, 0 while it waits or is only in the wallet; `nil` if the wallet does not have
  /// it.
  private func confirmations(of transactionID: String) async throws(WalletError) -> Int? {
    switch try await rpc.call("get_tx_status", rpc.forWallet(["txid": .string(transactionID)])) {
    case .result(let value): return try value.integer("confirmations")
    case .failure(let message):
      if message == ElectrumRPC.notLoaded { throw .unavailable }
      return nil
    }
  }

  /// Has the wallet note a transaction that the server has. Returns `false` if the wallet has another one that spends the same
  /// coins.
  func keep(_ payment: BitcoinTransactionBlob) async throws(WalletError) -> Bool {
    let kept = try await rpc.wallet("addtransaction", ["tx": .string(payment.hex)])
    return kept.stringValue == payment.transactionID
  }

  /// Returns the state of the transaction according to the wallet, the server and, if neither knows it, its inputs.
  package func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup {
    try await state(of: BitcoinTransactionBlob(signedTransaction))
  }

  /// Returns the state of a payment.
  ///
  /// - Throws: ``WalletError/syncing`` if an input is missing but no transaction is known that spends it, and while the
  ///   server is behind.
  func state(of payment: BitcoinTransactionBlob) async throws(WalletError) -> PaymentLookup {
    let first = try await known(payment)
    if let lookup = PaymentLookup(first) { return lookup }
    _ = try await settledTip()
    let unspent = try await unspentOutpoints()
    if first != .refused, payment.inputs.allSatisfy(unspent.contains) { return .unknown }
    let spenders = try await spenders(of: payment)
    // The transaction itself may have been accepted meanwhile.
    let last = try await known(payment)
    if let lookup = PaymentLookup(last) { return lookup }
    if let spender = Spender.deciding(among: spenders) {
      guard let replacement = spender.replacement else {
        if payment.output == nil { return .spent(by: spender.transactionID, confirmations: spender.confirmations) }
        return .conflicted(confirmations: spender.confirmations)
      }
      try await noteReplacement(of: payment.transactionID, by: spender.transactionID)
      return .replaced(by: replacement, confirmations: spender.confirmations, payments: spender.payments)
    }
    // What the wallet alone has kept spends its coins there, and nothing else does.
    guard last == .no(isKept: true) else { throw .syncing }
    return .unknown
  }

  /// Returns all other transactions that spend an input of the payment. Because the coins belong to the wallet, it knows
  /// them all.
  private func spenders(of payment: BitcoinTransactionBlob) async throws(WalletError) -> [Spender] {
    var spenders: [Spender] = []
    for entry in try await history(for: .sent)
    where entry.transactionID != payment.transactionID && entry.inputs.contains(where: payment.inputs.contains) {
      guard let transaction = try await networkTransaction(entry.transactionID) else {
        // What is only in the wallet spends nothing.
        guard entry.confirmations == 0 else { throw .syncing }
        continue
      }
      let payments = payment.output.map { output in transaction.outputs.count { $0 == output } } ?? 0
      var replacement: PaymentReplacement?
      if payments > 0 {
        guard let fee = entry.fee else { throw .protocolViolation(code: nil) }
        // The owner may have replaced the transaction by one that makes some of its payments only.
        let place = payment.place.among(payment.payout.map(transaction.outputs.contains))
        replacement = PaymentReplacement(transactionID: entry.transactionID, fee: place.share(of: fee))
      }
      spenders.append(
        Spender(
          transactionID: entry.transactionID, confirmations: entry.confirmations, replacement: replacement,
          payments: payments))
    }
    return spenders
  }
}

extension PaymentLookup {
  /// Creates the final state of a transaction; `nil` if its inputs have to be checked first.
  fileprivate init?(_ known: ElectrumWallet.Known) {
    switch known {
    case .confirmed(let confirmations): self = .confirmed(confirmations)
    case .pool: self = .pool
    case .no, .refused: return nil
    }
  }
}
