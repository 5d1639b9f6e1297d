import Orders
public import PaymentsModel
public import WalletBackend

/// One wallet as the owner configured it, of whatever kind: what the provider has to know of it, and how it is made.
public protocol WalletSection: Sendable {
  /// What `type` names it in the configuration.
  var type: String { get }
  /// The currencies that it serves, as far as they are known before it is made.
  var currencyCodes: [String] { get }
  /// Whether the owner can configure no other wallet of this type.
  var isTheOnlyOfItsType: Bool { get }

  /// Whether the money is made up, on a simulated network.
  var isMadeUp: Bool { get }
  /// Whether the section itself contains a password.
  var holdsPassword: Bool { get }
  /// The paths of files with passwords that the section names.
  var secretFiles: [String] { get }

  /// The limits of apps that the owner set none for, in one of its currencies.
  func limits(of currency: String) -> LimitsSection

  /// Makes the wallets, one for each currency; they need not reach a daemon yet.
  ///
  /// - Parameters:
  ///   - clock: the provider's clock.
  ///   - stateFolder: the provider's state folder, which exists.
  /// - Throws: ``WalletSetupError`` where they cannot be made of what was configured.
  func make(clock: any WallClock, stateFolder: String) throws(WalletSetupError) -> [any WalletBackend]
}

extension WalletSection {
  /// False: most types can be configured several times.
  public var isTheOnlyOfItsType: Bool { false }
  /// False: as a rule the money is real.
  public var isMadeUp: Bool { false }
  /// False: the wallet needs none.
  public var holdsPassword: Bool { false }
  /// None.
  public var secretFiles: [String] { [] }
}

extension ProviderConfiguration {
  /// Reads the list of wallets, each with the kind that its `type` names.
  static func wallets(
    _ node: ConfigurationNode, _ kinds: [WalletKind]
  ) throws(ConfigurationError) -> [any WalletSection] {
    guard let elements = node.elements, !elements.isEmpty else {
      throw ConfigurationError(line: node.line, problem: "wallets must be a list with at least one wallet")
    }
    var wallets: [any WalletSection] = []
    var codes: Set<String> = []
    for (index, element) in elements.enumerated() {
      let reader = try ConfigurationReader(element, path: "wallets[\(index)]")
      var type = ""
      try reader.string("type", into: &type)
      guard let kind = kinds.first(where: { $0.type == type }) else {
        let known = kinds.map(\.type)
        let words = known.dropLast().joined(separator: ", ") + (known.count > 1 ? " or " : "") + (known.last ?? "")
        throw ConfigurationError(line: reader.line(of: "type"), problem: "wallets[\(index)].type must be \(words)")
      }
      let wallet = try kind.read(reader)
      for code in wallet.currencyCodes where !codes.insert(code).inserted {
        throw ConfigurationError(line: reader.line(of: "currency"), problem: "\(code) is served by two wallets")
      }
      wallets.append(wallet)
    }
    return wallets
  }
}
