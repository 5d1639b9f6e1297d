public import WalletBackend

/// A kind of wallet that is not built in: its `type` in the configuration, and the function that creates it.
///
/// ```swift
/// let toy = WalletKind("toy", settings: ["url"]) { settings throws(WalletSetupError) in
///   try ToyWallet(url: settings.text("url"))
/// }
/// let configuration = try ProviderConfiguration(yaml: text, kinds: [toy])
/// ```
public struct WalletKind: Sendable {
  /// The `type` in the configuration. It must differ from the types of the built-in kinds.
  public let type: String
  /// The keys that a wallet of this kind may have, in addition to `type` and `limits`. Other keys are refused by name.
  public let settings: [String]
  let make: @Sendable (WalletSettings) throws(WalletSetupError) -> any WalletBackend

  /// Creates a kind of wallet.
  ///
  /// - Parameter make: Creates the backend, once at the start of the provider. It does not have to reach the wallet
  ///   yet.
  public init(
    _ type: String, settings: [String] = [],
    make: @escaping @Sendable (WalletSettings) throws(WalletSetupError) -> any WalletBackend
  ) {
    self.type = type
    self.settings = settings
    self.make = make
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

/// The configuration of a wallet whose kind is not built in.
public struct OtherWalletSection: Sendable {
  /// The kind of the wallet.
  public var kind: WalletKind
  /// The settings of the wallet.
  public var settings: WalletSettings
  /// The limits of apps that have no limits of their own.
  public var limits: LimitsSection

  /// Creates a configuration. Unless the limits say otherwise, the owner is asked about every payment.
  public init(_ kind: WalletKind, settings: WalletSettings = WalletSettings(), limits: LimitsSection = LimitsSection())
  {
    self.kind = kind
    self.settings = settings
    self.limits = limits
  }
}
