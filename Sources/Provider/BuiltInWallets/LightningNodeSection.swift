import BitcoinWallet
import KeyStorage
import LightningNodes
import LightningWallet
package import PaymentsModel
package import Provider
package import WalletBackend

/// A node of the Lightning network that is used for that alone: CLN, LND or phoenixd, with bitcoins.
package struct LightningNodeSection: Sendable {
  /// A program that is such a node. The raw value is the `type` of the section.
  package enum Program: String, Sendable {
    case cln, lnd, phoenixd

    /// The key that names the file with the credential.
    var credentialKey: String {
      switch self {
      case .cln: "rune_file"
      case .lnd: "macaroon_file"
      case .phoenixd: "password_file"
      }
    }

    /// Where the program listens if nothing else is set; empty for one that has to be told.
    fileprivate var usualURL: String {
      switch self {
      case .cln: ""
      case .lnd: "https://127.0.0.1:8080"
      case .phoenixd: "http://127.0.0.1:9740"
      }
    }
  }

  /// The program.
  package let program: Program
  /// The URL of its HTTP interface.
  package var url: String
  /// The path of the file with the rune, the macaroon or the password.
  package var credentialFile = ""
  /// The password of phoenixd, if it is not in a file.
  package var password = ""
  /// The path of the only certificates by which the node is believed; empty for those of the system.
  package var certificateFile = ""
  /// The chain that the node has to use: `main`, `test` or `regtest`. Any other one is refused.
  package var chain = "main"
  /// Seconds to wait for an answer.
  package var timeoutSeconds = 30
  /// Whether the node may run on another machine.
  package var allowRemote = false
  /// The limits of apps that have no limits of their own.
  package var limits = LimitsSection()

  /// A section in which nothing is set.
  package init(_ program: Program) {
    self.program = program
    url = program.usualURL
  }
}

extension LightningNodeSection: WalletSection {
  /// The `type` of the section.
  package var type: String { program.rawValue }
  /// Bitcoin.
  package var currencyCodes: [String] { ["BTC"] }

  /// Whether the password is in it.
  package var holdsPassword: Bool { !password.isEmpty }
  /// The file with the credential.
  package var secretFiles: [String] { credentialFile.isEmpty ? [] : [credentialFile] }

  /// Those of the section.
  package func limits(of currency: String) -> LimitsSection { limits }

  /// Makes the wallet; the node is not asked yet.
  package func make(clock: any WallClock, stateFolder: String) throws(WalletSetupError) -> [any WalletBackend] {
    guard let chain = BitcoinChain(rawValue: self.chain) else {
      throw WalletSetupError(problem: "chain: \(self.chain)")
    }
    let configuration = NodeConfiguration(
      chain: chain, url: url, credential: try credential(),
      certificates: certificateFile.isEmpty ? nil : certificateFile, timeout: .seconds(timeoutSeconds),
      allowRemote: allowRemote)
    do throws(BitcoinSetupError) {
      return [LightningWallet(alone: try node(configuration, clock), clock: clock)]
    } catch {
      throw WalletSetupError(
        error, of: "BTC",
        form: "the URL of a node, such as http://127.0.0.1:9740; the credential has a key of its own")
    }
  }

  private func node(
    _ configuration: NodeConfiguration, _ clock: any WallClock
  ) throws(BitcoinSetupError) -> any StandaloneNode {
    switch program {
    case .cln: try CLNNode(configuration, clock: clock)
    case .lnd: try LNDNode(configuration)
    case .phoenixd: try PhoenixdNode(configuration)
    }
  }

  private func credential() throws(WalletSetupError) -> NodeCredential {
    guard program != .lnd else { return .macaroon(path: credentialFile) }
    guard !credentialFile.isEmpty else { return .secret(password) }
    let secret = try PassphraseFile.line(of: credentialFile, currency: "BTC", key: program.credentialKey)
    return .secret(secret ?? "")
  }
}

extension LightningNodeSection {
  /// Reads a section of the configuration.
  ///
  /// - Throws: `ConfigurationError` where something of it is wrong.
  init(_ program: Program, _ reader: ConfigurationReader) throws(ConfigurationError) {
    self.init(program)
    try reader.string("url", into: &url)
    try reader.string(program.credentialKey, into: &credentialFile)
    if program == .phoenixd {
      try reader.string("password", into: &password)
    } else {
      try reader.string("certificate_file", into: &certificateFile)
    }
    try reader.string("chain", into: &chain)
    try reader.integer("timeout_seconds", 1...600, into: &timeoutSeconds)
    try reader.boolean("allow_remote", into: &allowRemote)
    limits = try reader.limits()
    try reader.finish()
    guard !url.isEmpty else {
      throw ConfigurationError(line: reader.line(of: "url"), problem: "url must name the node")
    }
    guard !credentialFile.isEmpty || program == .phoenixd else {
      let key = program.credentialKey
      throw ConfigurationError(line: reader.line(of: key), problem: "\(key) must name the file with the credential")
    }
    guard !certificateFile.isEmpty || program != .lnd else {
      throw ConfigurationError(
        line: reader.line(of: "certificate_file"), problem: "certificate_file must name the tls.cert of LND")
    }
    try reader.requireChain(chain)
    guard password.isEmpty || credentialFile.isEmpty else {
      throw ConfigurationError(line: reader.line(of: "password_file"), problem: "set either password or password_file")
    }
  }
}
