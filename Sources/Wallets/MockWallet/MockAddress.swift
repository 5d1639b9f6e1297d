package import WalletBackend

/// Addresses of the mock network.
///
/// An address is a prefix, 26 characters of `a-z2-7` and 6 more as their checksum. The prefix on the mock network is
/// `mock`, the currency's code in lowercase and `1` (`mockltc1…`); on another network it begins with `test` instead
/// (`testltc1…`). A text in uppercase means the same address; the canonical form is lowercase.
package enum MockAddress {
  /// The network that an address belongs to.
  package enum Network: String, Sendable {
    /// The network of the mock wallets.
    case mock
    /// Another network. Its addresses are valid, but cannot be paid to.
    case test
  }

  private static let payloadLength = 26
  private static let checksumLength = 6

  /// Returns an address that belongs to no wallet here, to be used as a recipient. The same arguments give the same
  /// address.
  ///
  /// - Parameters:
  ///   - currency: the currency's code, such as `LTC`.
  ///   - network: the network of the address.
  ///   - number: any number.
  package static func example(currency: String, network: Network = .mock, number: Int = 0) -> String {
    text(prefix: prefix(currency, network), from: "example \(number)", seed: 0)
  }

  /// Tells whether a text is an address of a currency. An address of another currency counts as malformed.
  package static func check(_ text: String, currency: String) -> AddressCheck {
    let isUppercase = text.utf8.allSatisfy { !(0x61...0x7A).contains($0) }
    let canonical = isUppercase ? text.lowercased() : text
    for network in [Network.mock, .test] {
      let prefix = prefix(currency, network)
      guard canonical.hasPrefix(prefix) else { continue }
      let rest = canonical.dropFirst(prefix.count)
      guard rest.utf8.count == payloadLength + checksumLength else { return .malformed }
      let payload = rest.prefix(payloadLength)
      guard rest.dropFirst(payloadLength) == checksum(prefix + payload) else { return .malformed }
      return network == .mock ? .valid(canonical) : .wrongNetwork
    }
    return .malformed
  }

  /// Returns the receiving address that a wallet makes as its address with this number.
  static func receiving(currency: String, wallet: String, number: Int, seed: UInt64) -> String {
    text(prefix: prefix(currency, .mock), from: "\(wallet) \(number)", seed: seed)
  }

  private static func prefix(_ currency: String, _ network: Network) -> String {
    network.rawValue + currency.lowercased() + "1"
  }

  private static func text(prefix: String, from source: String, seed: UInt64) -> String {
    let payload = MockDigest.base32(prefix + source, seed: seed, count: payloadLength)
    return prefix + payload + checksum(prefix + payload)
  }

  private static func checksum(_ text: String) -> String {
    MockDigest.base32("checksum " + text, count: checksumLength)
  }
}
