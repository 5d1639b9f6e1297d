import Ledger
import OwnerAPI

extension OwnerFailure {
  /// Creates the error that tells the owner that the ledger failed and nothing was changed.
  init(_ error: LedgerError) {
    switch error {
    case .diskFull: self.init(.internalError, "the disk is full; nothing was changed")
    case .closed: self.init(.stopping, "the provider is stopping; nothing was changed")
    default: self.init(.internalError, "the ledger failed; nothing was changed")
    }
  }
}
