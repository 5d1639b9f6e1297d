package import Ledger
package import PaymentsCore
package import PaymentsModel
import WalletBackend

/// The marks of this ledger that another provider has made with a copy of it. The wallet is the one witness that two
/// providers share whose ledgers have parted.
extension SendWatch {
  /// What the wallet's marks say of payments that are to be handed over.
  package enum Fence {
    /// No other provider has marked a payment to these recipients.
    case free
    /// Another provider pays one of the recipients, by a transaction that this ledger does not know.
    case foreign([SendMark])
    /// The wallet does not answer.
    case notKnown
  }

  /// Looks at the marks of the recipients.
  package func fence(for payments: [OrderID: SendOutput]) async throws(LedgerError) -> Fence {
    let texts: [String]
    do throws(WalletError) {
      texts = try await wallet.backend.marks(paying: payments.values.map(\.address))
    } catch .unavailable, .timeout, .syncing {
      return .notKnown
    } catch {
      // A wallet that refuses to tell its marks pays all the same, as one without marks does.
      return .free
    }
    let sent = orders.sent
    let marks = Set(sent.marksOfOthers(among: texts).compactMap { SendMark($0) })
      .filter { $0.isOf(environment.providerID) }
    guard !marks.isEmpty else { return .free }
    let (code, sends) = (wallet.currency.code, sent.sends)
    return try await environment.ledger.read { reader in
      let foreign = try marks.filter { mark in
        if try reader.isOfOrder(mark.transaction) {
          sent.addOwn(mark)
          return false
        }
        // The owner has been asked about a send that was found, or is asked now.
        if let send = sends.first(where: { $0.currency == code && $0.carries(mark) }) {
          return payments.contains { id, payment in send.mayPay(payment, of: id) }
        }
        return try !reader.knowsMark(mark.transaction, currency: code)
      }
      return foreign.isEmpty ? .free : .foreign(Array(foreign))
    }
  }
}
