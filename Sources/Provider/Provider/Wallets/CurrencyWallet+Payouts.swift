import PaymentsCore
import PaymentsModel
import WalletBackend

/// Pays several orders by one transaction.
extension CurrencyWallet {
  /// How often a transaction is built again, because an order changed meanwhile or the fee was too high for some.
  private static let mostAttempts = 4

  /// What came of building a transaction for several orders.
  private enum Attempt {
    /// All orders have it.
    case stored
    /// An order was cancelled or has ended meanwhile.
    case changed
    /// The wallet did not build it.
    case refused(PrepareRefusal)
    /// The wallet cannot build one transaction for these payments.
    case impossible
  }

  /// Has the wallet build one transaction for all of these orders, and stores it with all of them at once.
  ///
  /// An order that was cancelled meanwhile is left out. Where the fee is too high for some, these get a transaction of
  /// their own; and all do where no transaction can be built for all, as when only some can be paid with the funds.
  func payTogether(_ members: [PayoutBatches.Member], _ payments: Payments) async {
    guard members.count > 1, let turn = try? await choosing.turn(ofOrderOf: members[0].app) else {
      return end(members, .alone)
    }
    let broadcast = SharedBroadcast(keeping: turn)
    var (left, aside) = (members, [PayoutBatches.Member]())
    attempts: for _ in 0..<Self.mostAttempts {
      // Each is asked once, because the answer may change at any time.
      var wanted: [PayoutBatches.Member] = []
      for member in left { if member.isWanted { wanted.append(member) } else { aside.append(member) } }
      left = wanted
      guard left.count > 1 else { break }
      switch await attempt(left, broadcast, payments) {
      case .stored:
        end(left, .stored)
        return end(aside, .alone)
      case .changed: continue
      case .impossible: break attempts
      case .refused(.feeAboveCap):
        let lowest = left.map(\.feeCap).min()
        aside += left.filter { $0.feeCap == lowest }
        left.removeAll { $0.feeCap == lowest }
      case .refused(.coinsBusy), .refused(.permanent): break attempts
      case .refused(let refusal):
        broadcast.endTurn()
        return end(left + aside, .failed(refusal))
      }
    }
    broadcast.endTurn()
    end(left + aside, .alone)
  }

  private func end(_ members: [PayoutBatches.Member], _ outcome: PayoutBatches.Outcome) {
    for member in members { member.end(outcome) }
  }

  private func attempt(
    _ members: [PayoutBatches.Member], _ broadcast: SharedBroadcast, _ payments: Payments
  ) async -> Attempt {
    guard !payments.walletLock.isLocked else { return .refused(.ownerLocked) }
    let signed: [SignedTransaction]
    do throws(WalletError) {
      let feeCap = members.map(\.feeCap).min() ?? .zero
      try await turns.begin(.payment, ofOrderOf: members[0].app)
      defer { turns.end() }
      signed = try await backend.prepare(members.map(\.intent), feeCap: feeCap)
    } catch .protocolViolation, .invalidAddress, .amountTooSmall {
      // One payment may be the reason, such as one to an address that a transaction can pay only by itself.
      return .impossible
    } catch {
      return .refused(PrepareRefusal(error))
    }
    guard let first = signed.first, signed.count == members.count else { return .refused(.temporary) }
    // The owner locked the provider while the transaction was built. It was not handed to anybody yet, so it is
    // discarded.
    guard !payments.walletLock.isLocked else {
      settle(first, isKept: false)
      return .refused(.ownerLocked)
    }
    let joint = JointCommit(of: members.count, broadcast, payments.core)
    for (member, signedTransaction) in zip(members, signed) { member.process.join(joint, with: signedTransaction) }
    let outcome = await joint.outcome()
    if outcome == .stored { return .stored }
    settle(first, isKept: false)
    return outcome == .declined ? .changed : .refused(.temporary)
  }
}
