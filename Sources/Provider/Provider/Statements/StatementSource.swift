import Ledger
import Logging
import PaymentsAPI
import PaymentsModel
import Statements

/// What statements are made of, and who is told how far they are.
///
/// A class, since Swift 6.3 miscompiles asynchronous functions that take more words of values than fit into registers.
final class StatementSource: Sendable {
  let ledger: Ledger
  let clock: any WallClock
  /// The days of the owner's time zone.
  let zone: any StatementZone
  /// The currencies of the wallets.
  let currencies: [StatementCurrency]
  /// The provider, as statements name it.
  let provider: ProviderInfo
  let hub: ChangeHub
  let log: Logger
  /// Whether the provider is ending.
  let stopping: StopFlag

  init(
    ledger: Ledger, clock: any WallClock, zone: any StatementZone, currencies: [StatementCurrency],
    provider: ProviderInfo, hub: ChangeHub, log: Logger, stopping: StopFlag
  ) {
    self.ledger = ledger
    self.clock = clock
    self.zone = zone
    self.currencies = currencies
    self.provider = provider
    self.hub = hub
    self.log = log
    self.stopping = stopping
  }
}
