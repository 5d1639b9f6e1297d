public import WalletBackend

/// A kind of wallet beside those that are built in: what `type` names in the configuration, and how it is made.
///
/// ```swift
/// let toy = WalletKind("toy", settings: ["url"]) { settings throws(WalletSetupError) in
///   try ToyWallet(url: settings.text("url"))
/// }
/// let configuration = try ProviderConfiguration(yaml: text, kinds: [toy])
/// ```
public struct WalletKind: Sendable {
  /// The `type` in the configuration, other than that of a kind that is built in.
  public let type: String
  /// The keys that a wallet of this kind may have beside `type` and `limits`; others are refused by name.
  public let settings: [String]
  let make: @Sendable (WalletSettings) throws(WalletSetupError) -> any WalletBackend

  /// A kind of wallet.
  ///
  /// - Parameter make: makes the backend, once at the start of the provider; it need not reach the wallet yet.
  public init(
    _ type: String, settings: [String] = [],
    make: @escaping @Sendable (WalletSettings) throws(WalletSetupError) -> any WalletBackend
  ) {
    self.type = type
    self.settings = settings
    self.make = make
  }
}

/// What the owner configured for one wallet: texts, as they were written.
public struct WalletSettings: Sendable, Hashable {
  private let values: [String: String]

  /// Settings by their keys.
  public init(_ values: [String: String] = [:]) {
    self.values = values
  }

  /// The text of a key, `nil` where it is not set.
  public subscript(key: String) -> String? { values[key] }

  /// The text of a key.
  ///
  /// - Throws: ``WalletSetupError`` where it is not set.
  public func text(_ key: String) throws(WalletSetupError) -> String {
    guard let value = values[key] else { throw WalletSetupError(problem: "\(key) must be set") }
    return value
  }

  /// The whole number of a key, or the fallback where it is not set.
  ///
  /// - Throws: ``WalletSetupError`` where it is none, or out of range.
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
  /// The keys only: values may be secret.
  public var description: String { values.keys.sorted().joined(separator: ", ") }
}

/// Why a wallet cannot be made of its settings; the text is for the owner and holds no secrets.
public struct WalletSetupError: Error, Sendable, Hashable {
  /// What is wrong, such as `url must be set`.
  public let problem: String

  /// A problem.
  public init(problem: String) {
    self.problem = problem
  }
}

/// A wallet of a kind that is not built in.
public struct OtherWalletSection: Sendable {
  /// What makes it.
  public var kind: WalletKind
  /// What was configured for it.
  public var settings: WalletSettings
  /// Limits of apps without limits of their own.
  public var limits: LimitsSection

  /// A wallet; the owner is asked about every payment unless limits say otherwise.
  public init(_ kind: WalletKind, settings: WalletSettings = WalletSettings(), limits: LimitsSection = LimitsSection())
  {
    self.kind = kind
    self.settings = settings
    self.limits = limits
  }
}
