import BitcoinWallet
import Cryptography
import KeyStorage
import MockWallet
import MoneroWallet
import PaymentsCore
import PaymentsModel
import RPCRuntime
import WalletBackend

/// Creates the wallets of a configuration.
struct WalletFactory {
  let configuration: ProviderConfiguration
  let clock: any WallClock
  /// The provider's state folder, where the mock network stores its journal.
  let stateFolder: String

  /// Creates the wallets, and the mock network if one is configured.
  func make() throws(ProviderStartError) -> (wallets: [CurrencyWallet], mock: MockNetwork?) {
    var wallets: [CurrencyWallet] = []
    var network: MockNetwork?
    for wallet in configuration.wallets {
      switch wallet {
      case .mock(let mock):
        guard network == nil else { throw .wallet("only one mock wallet can be configured") }
        let made = try mockNetwork(mock)
        network = made
        for code in mock.currencies {
          guard let backend = made.wallet(code, name: mock.wallet) else {
            throw .wallet("the mock wallet has no currency \(code)")
          }
          wallets.append(
            CurrencyWallet(backend: backend, limits: try limits(mock.limits[code], backend.currency)))
        }
      case .bitcoin(let bitcoin):
        let backend = try bitcoinWallet(bitcoin)
        wallets.append(CurrencyWallet(backend: backend, limits: try limits(bitcoin.limits, backend.currency)))
      case .monero(let monero):
        let backend = try moneroWallet(monero)
        wallets.append(CurrencyWallet(backend: backend, limits: try limits(monero.limits, backend.currency)))
      case .other(let other):
        let backend = try otherWallet(other)
        wallets.append(CurrencyWallet(backend: backend, limits: try limits(other.limits, backend.currency)))
      }
    }
    var codes: Set<String> = []
    for wallet in wallets where !codes.insert(wallet.currency.code).inserted {
      throw .wallet("\(wallet.currency.code) is served by two wallets")
    }
    return (wallets, network)
  }

  private func mockNetwork(_ mock: MockWalletSection) throws(ProviderStartError) -> MockNetwork {
    var currencies: [MockCurrency] = []
    for code in mock.currencies {
      guard var currency = MockCurrency.standard.first(where: { $0.currency.code == code }) else {
        let known = MockCurrency.standard.map(\.currency.code).joined(separator: ", ")
        throw .wallet("the mock wallet has no currency \(code); it has \(known)")
      }
      guard let balance = try? DecimalAmount(mock.balance),
        let funds = try? Amount(balance, decimals: currency.currency.decimals)
      else { throw .wallet("balance: not an amount of \(code)") }
      currency.funds = funds
      currencies.append(currency)
    }
    do {
      return try MockNetwork(
        MockNetwork.Configuration(
          currencies: currencies,
          stateFile: mock.network.isEmpty ? stateFolder + "/mock-network.journal" : mock.network,
          blockInterval: mock.blockSeconds > 0 ? .seconds(mock.blockSeconds) : nil),
        clock: clock)
    } catch {
      throw .wallet("the mock network's file cannot be used: \(error)")
    }
  }

  private func otherWallet(_ section: OtherWalletSection) throws(ProviderStartError) -> any WalletBackend {
    let backend: any WalletBackend
    do throws(WalletSetupError) {
      backend = try section.kind.make(section.settings)
    } catch {
      throw .wallet("\(section.kind.type): \(error.problem)")
    }
    guard Currency.isCode(backend.currency.code) else {
      throw .wallet("\(section.kind.type): the currency's code is not 2 to 12 of A-Z and 0-9")
    }
    return backend
  }

  private func bitcoinWallet(_ section: BitcoinWalletSection) throws(ProviderStartError) -> BitcoinWallet {
    guard let chain = BitcoinChain(rawValue: section.chain) else { throw .wallet("chain: \(section.chain)") }
    let configuration = BitcoinWalletConfiguration(
      family: section.currency == "BTC" ? .bitcoin : .litecoin, chain: chain, url: section.url,
      wallet: section.wallet.isEmpty ? nil : section.wallet,
      credentials: section.cookieFile.isEmpty
        ? .password(user: section.user, password: section.password) : .cookieFile(section.cookieFile),
      timeout: .seconds(section.timeoutSeconds), confirmations: section.confirmations,
      allowRemote: section.allowRemote)
    do throws(BitcoinSetupError) {
      return try BitcoinWallet(configuration)
    } catch {
      switch error {
      case .invalidURL: throw .wallet("\(section.currency): url is not the URL of a daemon: \(section.url)")
      case .remoteHost:
        throw .wallet("\(section.currency): \(section.url) is another machine; set allow_remote: true if that is meant")
      default: throw .wallet("\(section.currency): \(error)")
      }
    }
  }

  private func moneroWallet(_ section: MoneroWalletSection) throws(ProviderStartError) -> MoneroWallet {
    guard let network = MoneroNetwork(rawValue: section.network) else { throw .wallet("network: \(section.network)") }
    let configuration = MoneroWalletConfiguration(
      walletURL: section.url, daemonURL: section.daemon,
      login: section.user.isEmpty ? nil : .init(user: section.user, password: try password(section)),
      network: network, account: UInt32(clamping: section.account), timeout: .seconds(section.timeoutSeconds),
      confirmations: section.confirmations, allowRemote: section.allowRemote)
    do throws(MoneroSetupError) {
      return try MoneroWallet(configuration)
    } catch {
      switch error {
      case .invalidURL(let url): throw .wallet("XMR: this is not the URL of a wallet or daemon: \(url)")
      case .remoteHost(let url):
        throw .wallet("XMR: \(url) is another machine; set allow_remote: true if that is meant")
      default: throw .wallet("XMR: \(error)")
      }
    }
  }

  private func password(_ section: MoneroWalletSection) throws(ProviderStartError) -> String {
    guard !section.passwordFile.isEmpty else { return section.password }
    do throws(KeyStoreError) {
      let file = PassphraseFile(path: section.passwordFile)
      guard let secret = try file.passphrase(for: section.passwordFile, attempt: 0) else { return "" }
      return secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    } catch {
      throw .wallet("XMR: password_file: \(error)")
    }
  }

  private func limits(_ section: LimitsSection?, _ currency: Currency) throws(ProviderStartError) -> PaymentLimits {
    do throws(AmountError) {
      return try section?.limits(decimals: currency.decimals) ?? .askAlways
    } catch {
      throw .wallet("limits: \(currency.code) has \(currency.decimals) decimal places, and amounts must fit")
    }
  }
}
