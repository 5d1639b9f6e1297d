import PaymentsModel
import WalletBackend

extension MockChain {
  func lookup(_ payment: MockPayment) -> PaymentLookup {
    let transaction = payment.transaction
    switch entries[transaction.id]?.place {
    case .pool: return .pool
    case .block(let block): return .confirmed(confirmations(block))
    case .conflicted(let block): return .conflicted(confirmations: confirmations(block))
    case .dropped: return .unknown
    case .replaced, nil: break
    }
    guard let sender = transaction.sender, let purse = purses[sender] else { return .unknown }
    for coin in transaction.inputs {
      guard let other = purse.spender[coin.id].flatMap({ entries[$0] }) else { continue }
      let count: Int
      switch other.place {
      case .pool, .replaced: count = 0
      case .block(let block): count = confirmations(block)
      case .dropped: return .conflicted(confirmations: 0)
      case .conflicted(let block): return .conflicted(confirmations: confirmations(block))
      }
      let payments = other.transaction.outputs.count { $0 == payment.output }
      guard payments > 0 else { return .conflicted(confirmations: count) }
      let place = payment.place.among(transaction.outputs.map(other.transaction.outputs.contains))
      return .replaced(
        by: PaymentReplacement(
          transactionID: other.transaction.id, fee: place.share(of: Amount(atomicUnits: other.transaction.fee))),
        confirmations: count, payments: payments)
    }
    return .unknown
  }

  /// Returns whether the sender has, or once had, all coins of the transaction.
  func knowsInputs(of transaction: MockTransaction) -> Bool {
    guard let sender = transaction.sender, let purse = purses[sender] else { return false }
    return transaction.inputs.allSatisfy { purse.knows($0) }
  }

  func available(_ wallet: String) -> Amount {
    Amount(atomicUnits: purses[wallet]?.freeAmount ?? 0)
  }

  func balance(_ wallet: String) -> WalletBalance {
    let locked = purses[wallet]?.locked.values.joined().reduce(UInt128(0)) { $0 + $1.amount } ?? 0
    let pending = purses[wallet]?.receipts.reduce(UInt128(0)) { sum, receipt in
      guard case .pool? = entries[receipt.transactionID]?.place else { return sum }
      return sum + receipt.coin.amount
    }
    return WalletBalance(
      available: available(wallet), pending: Amount(atomicUnits: pending ?? 0), locked: Amount(atomicUnits: locked))
  }

  /// Returns the transfers since a cursor. A cursor is `sequence.height`: the last event that was seen, and the height
  /// up to which blocks need no further observation.
  func transfers(of wallet: String, since cursor: TransferCursor?, depth: Int) -> TransferPage {
    let parts = cursor?.rawValue.split(separator: ".").compactMap { Int($0) } ?? []
    let seen = parts.count == 2 ? parts[0] : -1
    let followed = parts.count == 2 ? parts[1] : 0
    var transfers: [IncomingTransfer] = []
    for receipt in purses[wallet]?.receipts ?? [] {
      guard let entry = entries[receipt.transactionID] else { continue }
      var confirmations = 0
      var removed = false
      var isFollowed = true
      switch entry.place {
      case .pool: break
      case .block(let block):
        confirmations = self.confirmations(block)
        isFollowed = block > followed
      case .dropped, .conflicted, .replaced:
        removed = true
        isFollowed = false
      }
      guard isFollowed || entry.changed > seen else { continue }
      transfers.append(
        IncomingTransfer(
          id: receipt.coin.id, transactionID: receipt.transactionID, address: receipt.address,
          amount: Amount(atomicUnits: receipt.coin.amount), confirmations: confirmations, removed: removed))
    }
    let settled = max(height - max(depth, 1) + 1, 0)
    return TransferPage(transfers: transfers, cursor: TransferCursor(rawValue: "\(sequence).\(settled)"))
  }
}
