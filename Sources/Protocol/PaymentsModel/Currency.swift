/// A currency on one network, as a wallet backend serves it.
public struct Currency: Sendable, Hashable {
  /// The code by which requests name it: two to twelve of `A-Z0-9`, such as `XMR`.
  public let code: String
  /// The name for people, such as `Monero`.
  public let name: String
  /// Decimal places of the unit: 12 for XMR, 8 for LTC.
  public let decimals: Int
  /// The network that addresses belong to, such as `mainnet`, `stagenet`, `regtest` or `mock`.
  public let network: String
  /// The scheme of its payment URIs without the colon, such as `monero`.
  public let uriScheme: String
  /// Confirmations after which a transfer counts as settled, unless a request wants another number.
  public let confirmations: Int

  /// A currency; the values are the backend's own and are not checked here.
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

  /// Whether the text has the shape of a currency code.
  public static func isCode(_ text: String) -> Bool {
    (2...12).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
  }
}
