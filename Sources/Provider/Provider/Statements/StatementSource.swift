import Statements

/// What statements are made of, and who is told how far they are.
///
/// A class, since Swift 6.3 miscompiles asynchronous functions that take more words of values than fit into registers.
final class StatementSource: Sendable {
  let core: ProviderCore
  /// The days of the owner's time zone.
  let zone: any StatementZone
  /// The currencies of the wallets.
  let currencies: [StatementCurrency]

  init(_ core: ProviderCore, zone: any StatementZone, currencies: [StatementCurrency]) {
    self.core = core
    self.zone = zone
    self.currencies = currencies
  }
}
