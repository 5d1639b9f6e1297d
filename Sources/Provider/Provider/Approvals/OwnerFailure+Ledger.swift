import Ledger
import OwnerSocket

extension OwnerFailure {
  /// Creates the error that tells the owner that the ledger failed and nothing was changed.
  init(_ error: LedgerError) {
    switch error {
    case .diskFull: self.init(.internalError, "the disk is full; nothing was changed")
    case .closed: self.init(.unavailable, "payd is stopping; nothing was changed")
    default: self.init(.internalError, "the ledger failed; nothing was changed")
    }
  }
}
