import Ledger
import Logging
import Orders
import PaymentsAPI
import PaymentsModel

/// Passes over the addresses that a wallet hands out although the ledger has them. A wallet does so after it was put back
/// to an older state, from its seed or from a backup: as many times as it made addresses since.
///
/// The wallet is asked for several at once, and its own count goes on with each, so that no address is passed over twice:
/// a request that meets too many of them fails, and the next one goes on from there.
struct KnownAddresses {
  /// How many addresses the wallet is asked for at once: fewer than the unused ones that any wallet looks for beyond the
  /// last used one when it is restored from its seed.
  private static let step = 64
  /// How many are passed over within one request.
  private static let mostAtOnce = 4096

  let wallet: CurrencyWallet
  let core: ProviderCore

  /// Returns an address that the ledger does not have; others that were found with it are kept for the next requests.
  ///
  /// - Throws: `wallet_unavailable` where so many are known that this takes too long at once.
  func next(label: String, for app: AppKey) async throws -> String {
    // One request looks, and the others find what it has left over.
    await wallet.passingKnownAddresses.enter()
    defer { wallet.passingKnownAddresses.leave() }
    if let spare = wallet.spareAddress(label: label) {
      note(1)
      return spare
    }
    var passed = 1
    while passed < Self.mostAtOnce {
      let made = try await wallet.told { wallet in
        try await wallet.newAddresses(Self.step, for: app)
      }
      let currency = wallet.currency.code
      let fresh = try await core.ledger.read { reader in
        try made.filter { try reader.address($0, currency: currency) == nil }
      }
      passed += made.count - fresh.count
      guard let address = wallet.keep(fresh, label: label) else { continue }
      note(passed)
      return address
    }
    note(passed)
    throw PaymentsFailure(.walletUnavailable, retryAfterMilliseconds: 1000)
  }

  private func note(_ passed: Int) {
    guard wallet.notePassedAddresses(passed) else { return }
    core.log.log(
      level: .ownersTurn,
      """
      the wallet handed out addresses that this ledger has, as after the wallet was restored from its seed or an older \
      backup. They are passed over and none is used twice. See that the wallet knows all payments: compare its balance, and \
      have it scan the chain again if it was restored
      """, metadata: ["currency": "\(wallet.currency.code)", "addresses": .stringConvertible(passed)])
  }
}
