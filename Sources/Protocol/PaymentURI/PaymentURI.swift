public import PaymentsModel

/// A payment request in the form of a link or a QR code: BIP 321 (which replaced BIP 21), or Monero's form of it.
///
/// Parsing is strict: a URI that could be read in two ways or requires something unsupported is refused. Texts are
/// claims of the payee and are stored with all their characters. They are made safe when they are shown.
public struct PaymentURI: Sendable, Hashable {
  /// The maximum length of a URI in bytes. It is about the capacity of the largest QR code.
  public static let maximumLength = 4096

  /// The scheme.
  public let scheme: PaymentURIScheme
  /// The address of the payee: ASCII letters and digits. Segregated witness addresses are in small letters. Where there is
  /// none, it is the Lightning invoice.
  public let address: String
  /// A Lightning invoice (BOLT 11) in small letters, by which the same can be paid as well; nil if there is none. It is not
  /// read here.
  public let lightning: String?
  /// The amount to pay in the currency's unit; nil if the payer decides.
  public let amount: DecimalAmount?
  /// The name of the payee, as stated by the payee.
  public let label: String?
  /// The purpose of the payment, as stated by the payee.
  public let message: String?
  /// The time after which the payee may not expect the payment any more. It comes from the parameters `time` and `exp`
  /// of some wallets.
  public let expiresAt: Timestamp?
  /// All addresses, if only parameters contain addresses.
  let offers: [Offer]

  /// An address for one network.
  struct Offer: Sendable, Hashable {
    let network: String
    let address: String
  }

  /// The texts that the payee wrote for people.
  struct Texts {
    var label: String?
    var message: String?
    var expiresAt: Timestamp?
  }

  /// Makes a payment request.
  public init(
    scheme: PaymentURIScheme, address: String, lightning: String? = nil, amount: DecimalAmount? = nil,
    label: String? = nil, message: String? = nil
  ) {
    self.init(
      scheme: scheme, address: address, lightning: lightning, amount: amount,
      texts: Texts(label: label, message: message))
  }

  init(
    scheme: PaymentURIScheme, address: String, lightning: String? = nil, offers: [Offer] = [],
    amount: DecimalAmount?, texts: Texts
  ) {
    self.scheme = scheme
    self.address = address
    self.lightning = lightning
    self.offers = offers
    self.amount = amount
    label = texts.label
    message = texts.message
    expiresAt = texts.expiresAt
  }

  /// Parses a URI.
  ///
  /// - Parameter schemes: the schemes that are accepted.
  /// - Throws: ``PaymentURIError``.
  public init(_ text: String, schemes: [PaymentURIScheme] = PaymentURIScheme.known) throws(PaymentURIError) {
    guard text.utf8.count <= Self.maximumLength else { throw .tooLong }
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { throw .malformed }
    let name = text[..<colon].lowercased()
    if name == "monero_wallet" || name == "monero-wallet" { throw .walletKeys }
    guard text.utf8.allSatisfy(PercentCoding.isURIByte), Self.isSchemeName(name) else { throw .malformed }
    guard let scheme = schemes.first(where: { $0.name == name }) else { throw .unknownScheme }
    let rest = text[text.utf8.index(after: colon)...]
    let question = rest.utf8.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
    let query = Substring(rest[question...].utf8.dropFirst())
    switch scheme.form {
    case .bitcoin: self = try BitcoinForm(scheme: scheme).read(rest[..<question], query)
    case .monero: self = try MoneroForm(scheme: scheme).read(rest[..<question], query)
    }
  }

  private static func isSchemeName(_ name: String) -> Bool {
    guard let first = name.utf8.first, (0x61...0x7A).contains(first) else { return false }
    return name.utf8.allSatisfy { PercentCoding.isAlphanumeric($0) || "+-.".utf8.contains($0) }
  }

  /// The address of the payee on one network. If the URI offers several addresses, this is the first one for that
  /// network.
  public func address(on network: String) -> String {
    offers.first { $0.network == network }?.address ?? address
  }
}

extension PaymentURI {
  /// The text of the URI.
  public var text: String { scheme.name + ":" + (address == lightning ? "" : address) + query }

  /// The same URI in the form that makes the smallest QR code. With a segregated witness address, the scheme and the
  /// address are in capital letters, which take less space in a code and mean the same (BIP 173). Keys stay in small
  /// letters, because readers of BIP 21 accept no others.
  public var codeText: String {
    let isBech32 = scheme.addressNetworks.keys.contains { Address(address[...])?.inSmallLetters(prefix: $0) != nil }
    return isBech32 ? (scheme.name + ":" + address).uppercased() + query : text
  }

  private var query: String {
    let names: [String] =
      switch scheme.form {
      case .bitcoin: ["amount", "label", "message", "lightning"]
      case .monero: ["tx_amount", "recipient_name", "tx_description"]
      }
    let values = [amount?.text, label, message, lightning]
    let parameters = zip(names, values).compactMap { name, value in
      value.map { name + "=" + PercentCoding.encode($0) }
    }
    return parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&")
  }
}
