import Ledger
import OwnerAPI

extension OwnerFailure {
  /// The ledger did not do what the owner asked; nothing was changed.
  init(_ error: LedgerError) {
    switch error {
    case .diskFull: self.init(.internalError, "the disk is full; nothing was changed")
    case .closed: self.init(.stopping, "the provider is stopping; nothing was changed")
    default: self.init(.internalError, "the ledger failed; nothing was changed")
    }
  }
}
