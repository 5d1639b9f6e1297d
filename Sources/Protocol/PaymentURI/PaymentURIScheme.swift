/// A scheme of payment URIs: its name and the form of its URIs.
public struct PaymentURIScheme: Sendable, Hashable {
  /// The form of the part after the colon.
  enum Form: Sendable, Hashable {
    /// BIP 321, which replaced BIP 21: `address?amount=…&label=…&message=…`.
    case bitcoin
    /// Monero's form:
    case monero
  }

  /// The name in small letters, without the colon, such as `bitcoin`.
  public let name: String
  /// The number of decimal places of the currency; nil if it is not known. Amounts with more decimal places are
  /// refused.
  public let decimals: Int?
  let form: Form
  /// The parameters of BIP 321 that contain an on-chain address of this currency, with the network of each. Their names
  /// are the prefixes of its segregated witness addresses, the part before the `1`.
  let addressNetworks: [String: String]

  /// Makes the scheme of a currency from the name that its wallet gives. An unknown name is assumed to have the Bitcoin
  /// form, which nearly all currencies use.
  ///
  /// - Parameter decimals: the number of decimal places of the currency; by default that of the known scheme with this
  ///   name.
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

  /// The schemes that can be parsed without asking a provider.
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
