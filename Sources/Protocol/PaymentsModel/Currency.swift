/// A currency on one network, as supported by a wallet backend.
public struct Currency: Sendable, Hashable {
  /// The code that requests use: two to twelve characters of `A-Z0-9`, such as `XMR`.
  public let code: String
  /// The name for people, such as `Monero`.
  public let name: String
  /// The number of decimal places of the unit: 12 for XMR, 8 for LTC.
  public let decimals: Int
  /// The network of its addresses, such as `mainnet`, `stagenet`, `regtest` or `mock`.
  public let network: String
  /// The scheme of its payment URIs without the colon, such as `monero`.
  public let uriScheme: String
  /// The number of confirmations after which a transfer counts as settled, unless a request asks for another number.
  public let confirmations: Int

  /// Makes a currency. The values come from the backend and are not checked.
  public init(
    code: String, name: String, decimals: Int, network: String, uriScheme: String, confirmations: Int
  ) {
    self.code = code
    self.name = name
    self.decimals = decimals
    self.network = network
    self.uriScheme = uriScheme
    self.confirmations = confirmations
  }

  /// Whether the text has the form of a currency code.
  public static func isCode(_ text: String) -> Bool {
    (2...12).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
  }
}
