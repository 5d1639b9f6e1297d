package import BuiltInWallets
import JSON
import Provider

/// A wallet that may be usable: its program runs, or its files or port are where they usually are.
package struct FoundWallet: Sendable {
  /// How payd would be configured for it.
  package enum Section: Sendable {
    case bitcoin(BitcoinWalletSection)
    case monero(MoneroWalletSection)
    case electrum(ElectrumWalletSection)
    case lightning(LightningNodeSection)
  }

  /// The section of the configuration, as far as it is known.
  package var section: Section
  /// The program with the wallet, such as `litecoind`.
  package let program: String
  /// Its process; `nil` where none was seen.
  package let process: Int32?
  /// Whom the program belongs to; `nil` for the person who searches, and where none was seen.
  package let runsAs: SystemUser?
  /// Where its settings were read, in the order in which they were; none where they are guessed.
  package var sources: [String] = []
  /// What keeps payd from using it and is seen before it is asked; `nil` if nothing is.
  package var obstacle: String?
  /// Whether the program can be asked to open or make a wallet; `monero-wallet-rpc` only with `--wallet-dir`.
  package var opensWallets = true

  /// Whether it is not of another person, so that it can be used without a question.
  package var isOwnOrService: Bool { runsAs.map { SystemUser.isService($0.id) } ?? true }

  /// Describes a wallet.
  ///
  /// - Parameters:
  ///   - name: what its program is called.
  ///   - program: the program that was seen; `nil` where the wallet is guessed.
  package init(_ section: Section, name: String, of program: RunningProgram?) {
    self.section = section
    self.program = name
    process = program?.process
    runsAs = (program?.otherUser).map { SystemUser($0) }
  }

  /// The section as payd's configuration has it.
  package var configured: any WrittenSection {
    switch section {
    case .bitcoin(let section): section
    case .monero(let section): section
    case .electrum(let section): section
    case .lightning(let section): section
    }
  }

  /// The code of its currency.
  package var currency: String { configured.currencyCodes.first ?? "" }

  /// Where it listens.
  package var url: String { configured.url }

  /// The chain or network that it is on, in the words of the configuration.
  package var network: String {
    get {
      switch section {
      case .bitcoin(let section): section.chain
      case .monero(let section): section.network
      case .electrum(let section): section.chain
      case .lightning(let section): section.chain
      }
    }
    set {
      switch section {
      case .bitcoin(var section):
        section.chain = newValue
        self.section = .bitcoin(section)
      case .monero(var section):
        section.network = newValue
        self.section = .monero(section)
      case .electrum(var section):
        section.chain = newValue
        self.section = .electrum(section)
      case .lightning(var section):
        section.chain = newValue
        self.section = .lightning(section)
      }
    }
  }

  /// Whether its owner can type what is missing; what a node of CLN or LND wants is in files.
  package var takesPassword: Bool {
    if case .lightning(let section) = section { section.program == .phoenixd } else { true }
  }

  /// What keeps payd from using a wallet on a chain that it does not know.
  static func obstacle(unknownChain chain: String) -> String {
    "it is on the chain \(chain), with which payd cannot work: main, test and regtest are known"
  }

  /// What the configuration calls a network of which the program told the name; `nil` for one that payd does not know.
  func network(toldAs name: String) -> String? {
    if case .lightning = section { Self.chainsOfNodes[name] } else { Self.networks[name] }
  }

  private static let networks = [
    "main": "main", "test": "test", "regtest": "regtest", "fakechain": "regtest", "mainnet": "mainnet",
    "stagenet": "stagenet", "testnet": "testnet",
  ]

  private static let chainsOfNodes = [
    "bitcoin": "main", "mainnet": "main", "testnet": "test", "testnet3": "test", "testnet4": "test",
    "regtest": "regtest",
  ]
}
