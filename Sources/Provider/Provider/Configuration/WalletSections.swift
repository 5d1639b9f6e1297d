import PaymentsModel

extension WalletConfiguration {
  static func list(_ node: ConfigurationNode, _ kinds: [WalletKind]) throws(ConfigurationError) -> [WalletConfiguration]
  {
    let line = node.line
    guard let elements = node.elements, !elements.isEmpty else {
      throw ConfigurationError(line: line, problem: "wallets must be a list with at least one wallet")
    }
    var wallets: [WalletConfiguration] = []
    var codes: Set<String> = []
    for (index, element) in elements.enumerated() {
      var reader = try ConfigurationReader(element, path: "wallets[\(index)]")
      var type = ""
      try reader.string("type", into: &type)
      let elementLine = element.line
      let wallet: WalletConfiguration
      switch type {
      case "mock": wallet = .mock(try MockWalletSection(reader, line: elementLine))
      case "bitcoin": wallet = .bitcoin(try BitcoinWalletSection(reader, line: elementLine))
      case "monero": wallet = .monero(try MoneroWalletSection(reader, line: elementLine))
      default:
        guard let kind = kinds.first(where: { $0.type == type }) else {
          let known = ["mock", "bitcoin", "monero"] + kinds.map(\.type)
          let words = known.dropLast().joined(separator: ", ") + " or " + (known.last ?? "")
          throw ConfigurationError(line: elementLine, problem: "wallets[\(index)].type must be \(words)")
        }
        wallet = .other(try OtherWalletSection(reader, kind))
      }
      for code in wallet.currencyCodes where !codes.insert(code).inserted {
        throw ConfigurationError(line: elementLine, problem: "\(code) is served by two wallets")
      }
      wallets.append(wallet)
    }
    return wallets
  }

  /// The currencies that the wallet serves.
  var currencyCodes: [String] {
    switch self {
    case .mock(let mock): mock.currencies
    case .bitcoin(let bitcoin): [bitcoin.currency]
    case .monero: ["XMR"]
    // The currency becomes known only when the wallet is created.
    case .other: []
    }
  }
}

extension OtherWalletSection {
  init(_ reader: ConfigurationReader, _ kind: WalletKind) throws(ConfigurationError) {
    var reader = reader
    var values: [String: String] = [:]
    for key in kind.settings {
      if let text = try reader.text(key) { values[key] = text }
    }
    self.init(kind, settings: WalletSettings(values))
    let limitsLine = reader.line(of: "limits")
    if let section = try reader.reader("limits") {
      limits = try LimitsSection(section, path: "limits", line: limitsLine)
    }
    try reader.finish(known: ["type", "limits"] + kind.settings)
  }
}

extension MockWalletSection {
  init(_ reader: ConfigurationReader, line: Int) throws(ConfigurationError) {
    self.init()
    var reader = reader
    try reader.strings("currencies", into: &currencies)
    try reader.integer("block_seconds", 0...86_400, into: &blockSeconds)
    if let amount = try reader.amount("balance") { balance = amount.text }
    try reader.string("network", into: &network)
    try reader.string("wallet", into: &wallet)
    if var byCode = try reader.reader("limits") {
      for code in byCode.remainingKeys {
        let codeLine = byCode.line(of: code)
        guard let section = try byCode.reader(code) else { continue }
        limits[code] = try LimitsSection(section, path: "limits.\(code)", line: codeLine)
      }
    }
    try reader.finish(known: ["type", "currencies", "block_seconds", "balance", "network", "wallet", "limits"])
    guard !currencies.isEmpty else {
      throw ConfigurationError(line: line, problem: "currencies must name at least one")
    }
    guard network.isEmpty || network.utf8.starts(with: "/".utf8) else {
      throw ConfigurationError(line: line, problem: "network must be the absolute path of a file")
    }
    guard !wallet.isEmpty else { throw ConfigurationError(line: line, problem: "wallet must be a name") }
    for code in limits.keys.sorted() where !currencies.contains(code) {
      throw ConfigurationError(line: line, problem: "limits names \(code), which this wallet does not serve")
    }
  }
}

extension BitcoinWalletSection {
  init(_ reader: ConfigurationReader, line: Int) throws(ConfigurationError) {
    self.init()
    var reader = reader
    try reader.string("currency", into: &currency)
    try reader.string("url", into: &url)
    try reader.string("wallet", into: &wallet)
    try reader.string("user", into: &user)
    try reader.string("password", into: &password)
    try reader.string("cookie_file", into: &cookieFile)
    try reader.string("chain", into: &chain)
    try reader.integer("confirmations", 1...1000, into: &confirmations)
    try reader.integer("timeout_seconds", 1...600, into: &timeoutSeconds)
    try reader.boolean("allow_remote", into: &allowRemote)
    let limitsLine = reader.line(of: "limits")
    if let section = try reader.reader("limits") {
      limits = try LimitsSection(section, path: "limits", line: limitsLine)
    }
    try reader.finish(known: [
      "type", "currency", "url", "wallet", "user", "password", "cookie_file", "chain", "confirmations",
      "timeout_seconds",
      "allow_remote", "limits",
    ])
    guard ["LTC", "BTC"].contains(currency) else {
      throw ConfigurationError(line: line, problem: "currency must be LTC or BTC")
    }
    guard !url.isEmpty else { throw ConfigurationError(line: line, problem: "url must name the daemon") }
    guard ["main", "test", "regtest"].contains(chain) else {
      throw ConfigurationError(line: line, problem: "chain must be main, test or regtest")
    }
    guard cookieFile.isEmpty || (user.isEmpty && password.isEmpty) else {
      throw ConfigurationError(line: line, problem: "set either cookie_file, or user and password")
    }
  }
}

extension MoneroWalletSection {
  init(_ reader: ConfigurationReader, line: Int) throws(ConfigurationError) {
    self.init()
    var reader = reader
    try reader.string("url", into: &url)
    try reader.string("daemon", into: &daemon)
    try reader.string("user", into: &user)
    try reader.string("password", into: &password)
    try reader.string("password_file", into: &passwordFile)
    try reader.integer("account", 0...1_000_000, into: &account)
    try reader.string("network", into: &network)
    try reader.integer("confirmations", 1...1000, into: &confirmations)
    try reader.integer("timeout_seconds", 1...600, into: &timeoutSeconds)
    try reader.boolean("allow_remote", into: &allowRemote)
    let limitsLine = reader.line(of: "limits")
    if let section = try reader.reader("limits") {
      limits = try LimitsSection(section, path: "limits", line: limitsLine)
    }
    try reader.finish(known: [
      "type", "url", "daemon", "user", "password", "password_file", "account", "network", "confirmations",
      "timeout_seconds", "allow_remote", "limits",
    ])
    guard !url.isEmpty else { throw ConfigurationError(line: line, problem: "url must name monero-wallet-rpc") }
    guard !daemon.isEmpty else {
      throw ConfigurationError(line: line, problem: "daemon must name the wallet's monerod")
    }
    guard ["mainnet", "stagenet", "testnet", "regtest"].contains(network) else {
      throw ConfigurationError(line: line, problem: "network must be mainnet, stagenet, testnet or regtest")
    }
    guard password.isEmpty || passwordFile.isEmpty else {
      throw ConfigurationError(line: line, problem: "set either password or password_file")
    }
    guard !user.isEmpty || (password.isEmpty && passwordFile.isEmpty) else {
      throw ConfigurationError(line: line, problem: "a password needs a user")
    }
  }
}
