import JSON
import Orders
import PaymentsAPI
import PaymentsModel
import Synchronization
import WalletBackend

/// All currencies that the provider serves. The answer to `list_currencies` is kept as bytes, because it is requested
/// often and changes only with a wallet's status.
final class WalletDirectory: Sendable {
  let wallets: [CurrencyWallet]
  private let byCode: [String: CurrencyWallet]
  private let answer: Mutex<RawJSON>
  /// What keeps ready wallets from paying: the owner's lock, and sends that the ledger does not know.
  private let obstacles = Mutex<(lock: WalletLock, sent: SentHistory)?>(nil)

  init(_ wallets: [CurrencyWallet]) {
    self.wallets = wallets.sorted { $0.currency.code < $1.currency.code }
    byCode = Dictionary(wallets.map { ($0.currency.code, $0) }) { first, _ in first }
    answer = Mutex(RawJSON(JSONValue.object(JSONObject())))
    refresh()
  }

  /// The wallet of a currency code.
  func wallet(_ code: String, pointer: String = "/currency") throws(PaymentsFailure) -> CurrencyWallet {
    // Strings with different bytes can compare as equal. Only a well-formed code names a currency.
    guard Currency.isCode(code), let wallet = byCode[code] else {
      throw PaymentsFailure(.unknownCurrency, pointer: pointer)
    }
    return wallet
  }

  /// The wallet of a currency that the ledger names, `nil` when it is not configured any more.
  func existingWallet(_ code: String) -> CurrencyWallet? {
    byCode[code]
  }

  /// The encoded answer to `list_currencies`.
  var currencyList: RawJSON { answer.withLock { $0 } }

  /// From now on, shows ready wallets as locked while one of these keeps them from paying. They can still receive.
  func follow(_ lock: WalletLock, _ sent: SentHistory) {
    obstacles.withLock { $0 = (lock, sent) }
    refresh()
  }

  /// Encodes the answer again after a status changed.
  func refresh() {
    // The statuses are read under the lock. If two monitors call at once, the later call sees both changes.
    answer.withLock { answer in
      // Encoding cannot fail for these types. If it ever does, the previous answer stays.
      guard let bytes = try? JSONBytesEncoder().encode(ListCurrencies.Result(currencies: currencies)) else { return }
      answer = RawJSON(encoded: bytes)
    }
  }

  /// The currencies with their present status.
  var currencies: [CurrencyInfo] {
    let obstacles = obstacles.withLock { $0 }
    let isLocked = obstacles?.lock.isLocked == true
    return wallets.map { wallet in
      let glance = wallet.glance
      let byOwner: WalletReason? =
        isLocked
        ? .ownerLocked : obstacles?.sent.isStopped(wallet.currency.code) == true ? .review : nil
      let isByOwner = glance.status == .ready && byOwner != nil
      return CurrencyInfo(
        code: wallet.currency.code, name: wallet.currency.name, decimals: wallet.currency.decimals,
        network: wallet.currency.network, ready: isByOwner ? .locked : CurrencyReadiness(glance.status),
        confirmations: wallet.currency.confirmations, uriScheme: wallet.currency.uriScheme,
        reason: isByOwner ? byOwner : glance.problem?.reason)
    }
  }
}

extension CurrencyReadiness {
  init(_ status: WalletStatus) {
    switch status {
    case .ready: self = .ready
    case .syncing: self = .syncing
    case .locked: self = .locked
    case .unavailable: self = .unavailable
    }
  }
}
