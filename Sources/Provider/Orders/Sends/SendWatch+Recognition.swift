package import Ledger
package import PaymentsCore
import PaymentsModel
import WalletBackend

/// Whether the wallet is the ledger's.
extension SendWatch {
  /// Returns whether the wallet is the one that the ledger knows; also `false` where it does not answer. Before the first
  /// comparison of a run, it must also know the ledger's payments; later it is only asked for an address of its own.
  package func isRecognised() async throws(LedgerError) -> Bool {
    await recognise(try await ledgerSide()) != nil
  }

  /// Returns up to where the sends of this wallet were read; `nil` if it is not the ledger's, or does not answer.
  package func position() async throws(LedgerError) -> SendPosition? {
    guard let known = await recognise(try await ledgerSide()) else { return nil }
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
  struct Known {
    let stored: SendPosition?
    /// An address of the wallet that the ledger has.
    let address: String?
  }

  /// What the ledger has by which a wallet is recognised.
  struct LedgerSide: Sendable {
    fileprivate let stored: SendPosition?
    fileprivate let evidence: WalletEvidence
  }

  func ledgerSide(_ reader: LedgerReader) throws -> LedgerSide {
    let code = wallet.currency.code
    let stored = try reader.sendPosition(currency: code)
    if orders.sent.isCompared(code), let stored {
      return LedgerSide(stored: stored, evidence: WalletEvidence(payments: [], addresses: [stored.witness]))
    }
    return LedgerSide(stored: stored, evidence: try reader.walletEvidence(currency: code))
  }

  private func ledgerSide() async throws(LedgerError) -> LedgerSide {
    try await environment.ledger.read { reader in try ledgerSide(reader) }
  }

  func recognise(_ ledger: LedgerSide) async -> Known? {
    let (stored, evidence) = (ledger.stored, ledger.evidence)
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
