package import WalletBackend

/// Addresses of the mock network.
///
/// An address is a prefix, 26 characters of `a-z2-7` and 6 more as their checksum: `mock`, the currency's code in
/// lowercase and `1` on the mock network (`mockltc1…`), `test` instead of `mock` on another network (`testltc1…`).
/// All-uppercase text is accepted and means the same; the canonical form is lowercase.
package enum MockAddress {
  /// Which network an address is made for.
  package enum Network: String, Sendable {
    /// The network that mock wallets are on.
    case mock
    /// Another network: a valid address, but not one to pay to.
    case test
  }

  private static let payloadLength = 26
  private static let checksumLength = 6

  /// The address with this number, the same for the same arguments: as a recipient that belongs to nobody here.
  ///
  /// - Parameters:
  ///   - currency: the currency's code, such as `LTC`.
  ///   - network: the network that it is of.
  ///   - number: any number.
  package static func example(currency: String, network: Network = .mock, number: Int = 0) -> String {
    text(prefix: prefix(currency, network), from: "example \(number)", seed: 0)
  }

  /// What a text is as an address of a currency. An address of another currency is no address.
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

  /// The receiving address that a wallet makes as its number so and so.
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
