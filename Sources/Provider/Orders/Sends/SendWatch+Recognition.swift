package import Ledger
package import PaymentsCore
import PaymentsModel
import WalletBackend

/// Whether the wallet is the ledger's.
extension SendWatch {
  /// Returns whether the wallet is the one that the ledger knows; also `false` where it does not answer. Before the first
  /// comparison of a run, it must also know the ledger's payments; later it is only asked for an address of its own.
  package func isRecognised() async throws(LedgerError) -> Bool { try await recognise() != nil }

  /// Returns up to where the sends of this wallet were read; `nil` if it is not the ledger's, or does not answer.
  package func position() async throws(LedgerError) -> SendPosition? {
    guard let known = try await recognise() else { return nil }
    if let stored = known.stored { return stored }
    let now = environment.clock.now()
    if let address = known.address { return SendPosition(cursor: nil, witness: address, since: now) }
    do throws(WalletError) {
      return SendPosition(cursor: nil, witness: try await wallet.backend.witness(), since: now)
    } catch {
      return nil
    }
  }

  /// What is known of a wallet that is the ledger's.
  private struct Known {
    let stored: SendPosition?
    /// An address of the wallet that the ledger has.
    let address: String?
  }

  private func recognise() async throws(LedgerError) -> Known? {
    let code = wallet.currency.code
    let isFirst = !orders.sent.isCompared(code)
    let (stored, evidence) = try await environment.ledger.read {
      reader -> (SendPosition?, WalletEvidence) in
      let stored = try reader.sendPosition(currency: code)
      if !isFirst, let stored { return (stored, WalletEvidence(payments: [], addresses: [stored.witness])) }
      return (stored, try reader.walletEvidence(currency: code))
    }
    do throws(WalletError) {
      let owned = evidence.addresses.isEmpty ? [] : try await wallet.backend.owned(among: evidence.addresses)
      let sent = evidence.payments.isEmpty ? [] : try await wallet.backend.sent(among: evidence.payments)
      let recognition = evidence.recognition(sent: sent, owned: owned)
      note(recognition)
      guard recognition == .same else { return nil }
      return Known(stored: stored, address: evidence.addresses.first(where: owned.contains))
    } catch {
      // The owner sees the status.
      return nil
    }
  }

  private func note(_ recognition: WalletRecognition) {
    guard wallet.note(recognition) else { return }
    orders.reports.walletsChanged()
    orders.questions.changed()
    if let problem = recognition.problem { orders.reports.walletIsNotUsed(wallet.currency.code, because: problem) }
  }
}
