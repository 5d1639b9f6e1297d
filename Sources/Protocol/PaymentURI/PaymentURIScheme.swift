/// A scheme of payment URIs: its name, and what a URI of it looks like.
public struct PaymentURIScheme: Sendable, Hashable {
  /// How the part after the colon is written.
  enum Form: Sendable, Hashable {
    /// BIP 321, which replaced BIP 21: `address?amount=…&label=…&message=…`.
    case bitcoin
    /// Monero's own: `address?tx_amount=…&recipient_name=…&tx_description=…`.
    case monero
  }

  /// The name in small letters, without the colon, such as `bitcoin`.
  public let name: String
  /// Decimal places of the currency; amounts with more are refused. `nil` where the reader cannot know them.
  public let decimals: Int?
  let form: Form
  /// The parameters of BIP 321 that carry an address of this currency in the chain, with the network of each: the parts
  /// of its segregated witness addresses before the `1`.
  let addressNetworks: [String: String]

  /// The scheme of a currency, by the name that its wallet gives it. A name that is not known here is taken for one of
  /// the Bitcoin form, which nearly all currencies use.
  ///
  /// - Parameter decimals: of the currency; those known for the name unless told.
  public init(name: String, decimals: Int? = nil) {
    let name = name.lowercased()
    let known = Self.known.first { $0.name == name }
    self.init(
      name: name, decimals: decimals ?? known?.decimals, form: known?.form ?? .bitcoin,
      addressNetworks: known?.addressNetworks ?? [:])
  }

  private init(name: String, decimals: Int?, form: Form, addressNetworks: [String: String] = [:]) {
    self.name = name
    self.decimals = decimals
    self.form = form
    self.addressNetworks = addressNetworks
  }

  /// The schemes that need no provider to be read.
  public static let known = [
    PaymentURIScheme(
      name: "bitcoin", decimals: 8, form: .bitcoin,
      addressNetworks: ["bc": "mainnet", "tb": "testnet", "bcrt": "regtest"]),
    PaymentURIScheme(
      name: "litecoin", decimals: 8, form: .bitcoin,
      addressNetworks: ["ltc": "mainnet", "tltc": "testnet", "rltc": "regtest"]),
    PaymentURIScheme(name: "dogecoin", decimals: 8, form: .bitcoin),
    PaymentURIScheme(name: "monero", decimals: 12, form: .monero),
  ]
}
