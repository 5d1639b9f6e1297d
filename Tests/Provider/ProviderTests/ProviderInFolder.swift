import Cryptography
import Ledger
import Logging
import Orders
import PaymentsAPI
import PaymentsModel
import RPCRuntime
import TestSupport
import Testing

@testable import Provider

extension ProviderParts {
  /// Returns a provider without servers, whose state is in this folder. The ledger has to be closed at the end.
  static func make(
    in folder: ScratchFolder, wallets: [CurrencyWallet] = [], clock: any WallClock = SystemWallClock(),
    log: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
    _ configuration: ProviderConfiguration = ProviderConfiguration()
  ) throws -> ProviderParts {
    let directories = PayportDirectories(runtime: folder.path + "/run", state: folder.path + "/state")
    let identity = try ProviderIdentity(in: directories, keeping: nil)
    let schemas = try PaymentsSchemas()
    return ProviderParts(
      software: "tests/1", configuration: configuration, clock: clock, random: SystemRandom(),
      ledger: try Ledger(folder: directories.state + "/ledger") { _ in }, wallets: WalletDirectory(wallets),
      services: try ServiceOffer(configuration, schemas), schemas: schemas, identity: identity,
      calendar: try #require(ZonedCalendar(named: "UTC")), log: log)
  }
}
