import MockWallet
package import PaymentsModel
package import Provider
package import WalletBackend

/// The mock wallet: several currencies on a simulated network.
package struct MockWalletSection: Sendable {
  /// The currencies to offer.
  package var currencies: [String] = ["XMR", "LTC", "BTC"]
  /// The number of seconds between blocks. With 0 blocks are made only on command.
  package var blockSeconds = 0
  /// The initial balance of each wallet, in its unit.
  package var balance = "100"
  /// The absolute path of the file of a network that several providers share. If it is empty, the wallet has a network
  /// of its own.
  package var network = ""
  /// The wallet's name on the network.
  package var wallet = "main"
  /// The limits of apps that have no limits of their own, by currency code.
  package var limits: [String: LimitsSection] = [:]
}

extension MockWalletSection: WalletSection {
  /// The `type` of the section.
  package var type: String { "mock" }
  /// All that are configured.
  package var currencyCodes: [String] { currencies }
  /// Its network is the world of made-up money, of which there is one.
  package var isTheOnlyOfItsType: Bool { true }
  /// It is.
  package var isMadeUp: Bool { true }

  /// Those of the currency; none where none are configured.
  package func limits(of currency: String) -> LimitsSection { limits[currency] ?? LimitsSection() }

  /// Makes the wallets of one network, which keeps its journal in the state folder unless another file is configured.
  package func make(clock: any WallClock, stateFolder: String) throws(WalletSetupError) -> [any WalletBackend] {
    let network = try makeNetwork(clock, stateFolder)
    var wallets: [any WalletBackend] = []
    for code in currencies {
      guard let backend = network.wallet(code, name: wallet) else {
        throw WalletSetupError(problem: "the mock wallet has no currency \(code)")
      }
      wallets.append(backend)
    }
    return wallets
  }

  private func makeNetwork(_ clock: any WallClock, _ stateFolder: String) throws(WalletSetupError) -> MockNetwork {
    var offered: [MockCurrency] = []
    for code in currencies {
      guard var currency = MockCurrency.standard.first(where: { $0.currency.code == code }) else {
        let known = MockCurrency.standard.map(\.currency.code).joined(separator: ", ")
        throw WalletSetupError(problem: "the mock wallet has no currency \(code); it has \(known)")
      }
      guard let amount = try? DecimalAmount(balance),
        let funds = try? Amount(amount, decimals: currency.currency.decimals)
      else { throw WalletSetupError(problem: "balance: not an amount of \(code)") }
      currency.funds = funds
      offered.append(currency)
    }
    do {
      return try MockNetwork(
        MockNetwork.Configuration(
          currencies: offered,
          stateFile: network.isEmpty ? stateFolder + "/mock-network.journal" : network,
          blockInterval: blockSeconds > 0 ? .seconds(blockSeconds) : nil),
        clock: clock)
    } catch {
      throw WalletSetupError(problem: "the mock network's file cannot be used: \(error)")
    }
  }
}

extension MockWalletSection {
  /// Reads a section of the configuration.
  ///
  /// - Parameter line: where it stands in the file.
  /// - Throws: `ConfigurationError` where something of it is wrong.
  init(_ reader: ConfigurationReader) throws(ConfigurationError) {
    self.init()
    try reader.strings("currencies", into: &currencies)
    try reader.integer("block_seconds", 0...86_400, into: &blockSeconds)
    if let amount = try reader.amount("balance") { balance = amount.text }
    try reader.string("network", into: &network)
    try reader.string("wallet", into: &wallet)
    let byCode = try reader.reader("limits")
    if let byCode {
      for code in byCode.remainingKeys {
        guard let section = try byCode.reader(code) else { continue }
        limits[code] = try LimitsSection(section, path: "limits.\(code)")
      }
    }
    try reader.finish()
    guard !currencies.isEmpty else {
      throw ConfigurationError(line: reader.line(of: "currencies"), problem: "currencies must name at least one")
    }
    guard network.isEmpty || network.utf8.starts(with: "/".utf8) else {
      throw ConfigurationError(line: reader.line(of: "network"), problem: "network must be the absolute path of a file")
    }
    guard !wallet.isEmpty else {
      throw ConfigurationError(line: reader.line(of: "wallet"), problem: "wallet must be a name")
    }
    for code in limits.keys.sorted() where !currencies.contains(code) {
      throw ConfigurationError(
        line: byCode?.line(of: code) ?? reader.line, problem: "limits names \(code), which this wallet does not serve")
    }
  }
}
