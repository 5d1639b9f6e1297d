package import BitcoinWallet
import Cryptography
import Files
import PaymentsModel

/// Where a node answers, what it has to be, and by what it lets this program in.
package struct NodeConfiguration: Sendable {
  /// The expected chain. A node on another one is refused.
  package var chain: BitcoinChain
  /// The URL, such as `http://127.0.0.1:9740`.
  package var url: String
  /// What is shown to the node.
  package var credential: NodeCredential
  /// The path of the only certificates by which the node is believed, where the URL begins with `https`; `nil` for those of
  /// the system.
  package var certificates: String?
  /// The time-out of each call but attempts to pay.
  package var timeout: Duration
  /// Whether the node may be on another machine.
  package var allowRemote: Bool

  /// Creates a configuration. By default a call may take 30 seconds, and only this machine is allowed.
  package init(
    chain: BitcoinChain, url: String, credential: NodeCredential, certificates: String? = nil,
    timeout: Duration = .seconds(30), allowRemote: Bool = false
  ) {
    self.chain = chain
    self.url = url
    self.credential = credential
    self.certificates = certificates
    self.timeout = timeout
    self.allowRemote = allowRemote
  }

  /// Bitcoin on the chain. What arrives is final at once.
  var currency: Currency { BitcoinFamily.bitcoin.currency(on: chain, confirmations: 1) }

  /// How invoices of the chain begin after `ln`.
  var invoicePrefix: String { BitcoinFamily.bitcoin.bech32Prefixes[chain] ?? "" }
}

/// By what a node lets this program in.
package enum NodeCredential: Sendable, Hashable {
  /// A rune or a password.
  case secret(String)
  /// The path of a macaroon, which is read for each call: the node makes another one when its keys change.
  case macaroon(path: String)
}

extension NodeCredential: CustomStringConvertible {
  /// The kind only, so that logs never show the secret.
  package var description: String {
    switch self {
    case .secret: "‹secret›"
    case .macaroon: "macaroon"
    }
  }

  /// The bytes of a macaroon in hexadecimal; `nil` if the file cannot be read, or others can write it.
  static func macaroon(at path: String) -> String? {
    guard let file = try? TrustedFile(reading: path, limit: largestMacaroon), file.bytes.count <= largestMacaroon else {
      return nil
    }
    return file.bytes.isEmpty ? nil : file.bytes.hexadecimal
  }

  private static let largestMacaroon = 16_384
}
