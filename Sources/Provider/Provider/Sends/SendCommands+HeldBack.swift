import Ledger
import Orders
import OwnerAPI
import PaymentsCore
import PaymentsModel
import WalletBackend

/// Orders whose signed transaction is held back by a mark in the wallet, and what the owner says of that mark.
extension SendCommands {
  /// The marks because of which transactions are held back. They are read from the wallet, which may have more of them by
  /// now; where it does not answer, none are named.
  func heldBack(_ orders: [OrderMachine]) async -> [HeldBackOrder]? {
    var found: [HeldBackOrder] = []
    for order in orders where order.isHeldBack {
      let marks = (try? await foreignMarks(of: order)) ?? []
      found.append(HeldBackOrder(order: order.terms.id.rawValue, marked: marks.map(\.transaction).sorted()))
    }
    return found.isEmpty ? nil : found
  }

  /// The marks at the order's recipient, or at all recipients of its transaction, whose transactions are not known.
  func foreignMarks(of order: OrderMachine) async throws -> [SendMark] {
    let terms = order.terms
    guard let wallet = payments.wallets.existingWallet(terms.currency) else { return [] }
    do throws(LedgerError) {
      var paid = [terms.id: SendOutput(terms)]
      if let own = order.progress.signedTransaction?.transactionID {
        paid = try await core.ledger.read { reader in try reader.payments(of: own, currency: terms.currency) }
      }
      switch try await SendWatch(wallet: wallet, orders: payments.orders).fence(for: paid) {
      case .free: return []
      case .foreign(let marks): return marks
      case .notKnown: break
      }
    } catch {
      core.ledgerTrouble(error)
      throw notStored
    }
    throw noAnswer
  }

  /// Compares the wallet's list once more before a transaction that was held back is sent: the marked one may be there by
  /// now.
  func compareAgain(_ order: OrderMachine) async throws {
    guard let wallet = payments.wallets.existingWallet(order.terms.currency) else { return }
    guard await SendWatch(wallet: wallet, orders: payments.orders).look() else { throw noAnswer }
  }

  /// The owner has to name each marked transaction that pays nothing of the order, so that a mark which came since the owner
  /// has looked holds it back on.
  static func require(_ named: [String], toName marks: [SendMark]) throws {
    for text in named where text.utf8.count < PartialIdentifier.leastLength {
      throw OwnerFailure(.usage, "give the transaction's id, or its first characters")
    }
    let unnamed = marks.map(\.transaction).filter { mark in
      !named.contains { mark.utf8.starts(with: $0.utf8) || $0.utf8.starts(with: mark.utf8) }
    }
    guard unnamed.isEmpty else {
      throw OwnerFailure(
        .conflict,
        "the wallet has a mark for \(unnamed.sorted().joined(separator: ", ")), which may be its payment: name it as what "
          + "does not pay the order, if it does not and never will")
    }
  }

  /// Another transaction is taken for the payment only where the network does not have the order's own one.
  func requireUnsent(_ order: OrderMachine, _ wallet: CurrencyWallet) async throws {
    guard let own = order.progress.signedTransaction else { return }
    let lookup: PaymentLookup
    do throws(WalletError) {
      lookup = try await wallet.backend.lookup(own)
    } catch {
      throw noAnswer
    }
    switch lookup {
    case .unknown, .conflicted, .spent, .undelivered, .untried, .lapsed: break
    case .pool, .confirmed, .replaced, .attempting, .settled:
      throw OwnerFailure(.conflict, "the network has the order's own transaction")
    }
  }

  private var noAnswer: OwnerFailure {
    OwnerFailure(.unavailable, "the wallet does not answer; try again when it does")
  }
}
