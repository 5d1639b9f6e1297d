import PaymentsModel
public import WalletBackend

/// A kind of wallet: what `type` names in the configuration, and how a wallet of it is made of its section. All wallets
/// are made known to the provider so, those that are built in too.
///
/// ```swift
/// let toy = WalletKind("toy", settings: ["url"]) { settings throws(WalletSetupError) in
///   try ToyWallet(url: settings.text("url"))
/// }
/// let configuration = try ProviderConfiguration(yaml: text, kinds: BuiltInWallets.kinds + [toy])
/// ```
public struct WalletKind: Sendable {
  /// The `type` in the configuration, which no other kind has.
  public let type: String
  /// The wallet that is offered where the owner configures none; `nil` for none of this kind.
  let standard: (any WalletSection)?
  /// Reads a section of the configuration.
  let read: @Sendable (ConfigurationReader) throws(ConfigurationError) -> any WalletSection

  /// A kind of wallet that is made of texts, and serves one currency.
  ///
  /// - Parameters:
  ///   - settings: the keys that a wallet of this kind may have beside `type` and `limits`; others are refused by name.
  ///   - make: makes the backend, once at the start of the provider; it need not reach the wallet yet.
  public init(
    _ type: String, settings: [String] = [],
    make: @escaping @Sendable (WalletSettings) throws(WalletSetupError) -> any WalletBackend
  ) {
    self.init(
      type,
      reading: { reader throws(ConfigurationError) in
        try SettingsSection(reader, type: type, keys: settings, makeBackend: make)
      })
  }

  /// A kind of wallet that reads its section itself.
  ///
  /// - Parameter standard: the wallet that is offered where the owner configures none.
  package init(
    _ type: String, standard: (any WalletSection)? = nil,
    reading read: @escaping @Sendable (ConfigurationReader) throws(ConfigurationError) -> any WalletSection
  ) {
    self.type = type
    self.standard = standard
    self.read = read
  }
}

/// The owner's settings of one wallet, as the texts in the configuration.
public struct WalletSettings: Sendable, Hashable {
  private let values: [String: String]

  /// Creates settings from keys and values.
  public init(_ values: [String: String] = [:]) {
    self.values = values
  }

  /// The text of a key; `nil` if it is not set.
  public subscript(key: String) -> String? { values[key] }

  /// Returns the text of a key.
  ///
  /// - Throws: ``WalletSetupError`` if it is not set.
  public func text(_ key: String) throws(WalletSetupError) -> String {
    guard let value = values[key] else { throw WalletSetupError(problem: "\(key) must be set") }
    return value
  }

  /// Returns the integer of a key, or `fallback` if the key is not set.
  ///
  /// - Throws: ``WalletSetupError`` if the text is not an integer, or is out of range.
  public func integer(
    _ key: String, _ range: ClosedRange<Int>, fallback: Int
  ) throws(WalletSetupError) -> Int {
    guard let text = values[key] else { return fallback }
    guard let number = Int(text), range.contains(number) else {
      throw WalletSetupError(
        problem: "\(key) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

extension WalletSettings: CustomStringConvertible {
  /// The keys only, because values may be secret.
  public var description: String { values.keys.sorted().joined(separator: ", ") }
}

/// The reason why a wallet cannot be created from its settings. The text is for the owner and contains no secrets.
public struct WalletSetupError: Error, Sendable, Hashable {
  /// The problem, such as `url must be set`.
  public let problem: String

  /// Creates an error.
  public init(problem: String) {
    self.problem = problem
  }
}

/// A wallet that is made of texts.
struct SettingsSection: WalletSection {
  let type: String
  let settings: WalletSettings
  let limits: LimitsSection
  private let makeBackend: @Sendable (WalletSettings) throws(WalletSetupError) -> any WalletBackend

  init(
    _ reader: ConfigurationReader, type: String, keys: [String],
    makeBackend: @escaping @Sendable (WalletSettings) throws(WalletSetupError) -> any WalletBackend
  ) throws(ConfigurationError) {
    limits = try reader.limits()
    var values: [String: String] = [:]
    for key in keys {
      if let text = try reader.text(key) { values[key] = text }
    }
    self.type = type
    settings = WalletSettings(values)
    self.makeBackend = makeBackend
    try reader.finish()
  }

  /// Known only once the wallet is made.
  var currencyCodes: [String] { [] }

  func limits(of currency: String) -> LimitsSection { limits }

  func make(clock: any WallClock, stateFolder: String) throws(WalletSetupError) -> [any WalletBackend] {
    let backend: any WalletBackend
    do throws(WalletSetupError) {
      backend = try makeBackend(settings)
    } catch {
      throw WalletSetupError(problem: "\(type): \(error.problem)")
    }
    guard Currency.isCode(backend.currency.code) else {
      throw WalletSetupError(problem: "\(type): the currency's code is not 2 to 12 of A-Z and 0-9")
    }
    return [backend]
  }
}
