package import Ledger
import PostgreSQL

/// A look at the ledger that the configuration names, for somebody who wants to know whether a provider could work with
/// it.
package enum LedgerTrial {
  /// What came of looking.
  package enum Outcome: Sendable {
    /// It is a file in the state folder.
    case file
    /// The database answered.
    case answered(PostgresCondition)
    /// The database cannot be used, for this reason.
    case unusable(String)
  }

  /// Looks, and returns what came of it, with the database as it can be shown.
  ///
  /// - Parameter folder: the folder of this machine's provider for its ledger.
  package static func look(
    _ configuration: ProviderConfiguration, folder: String
  ) -> (place: String, outcome: Outcome) {
    guard let address = configuration.ledger else { return ("", .file) }
    do throws(LedgerError) {
      return (address.description, .answered(try PostgresCondition(address, folder: folder)))
    } catch {
      let words = LedgerFault(error)?.words(in: address.description)
      return (address.description, .unusable(words ?? "\(address.description) cannot be used: \(error)"))
    }
  }
}

extension ProviderConfiguration {
  /// The database of the ledger, as it can be shown; `nil` for a file in the state folder.
  package var ledgerDescription: String? { ledger?.description }
  /// The address of the database as it was written, which may contain a password.
  package var ledgerAddress: String? { ledger?.uri }
}
