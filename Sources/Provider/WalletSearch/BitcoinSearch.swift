import BuiltInWallets

/// Looks for daemons of the Bitcoin Core family: those that run, and those whose folder or port are where they usually
/// are.
package struct BitcoinSearch {
  /// What differs between the programs of the family.
  private struct Family {
    let currency: String
    let programs: [String]
    let folder: String
    let file: String
    /// The port for calls, and the folder below the data folder, of each chain that payd knows.
    let chains: [String: (port: Int, folder: String)]
  }

  private static let families = [
    Family(
      currency: "LTC", programs: ["litecoind", "litecoin-qt"], folder: ".litecoin", file: "litecoin.conf",
      chains: ["main": (9332, ""), "test": (19332, "testnet4"), "regtest": (19443, "regtest")]),
    Family(
      currency: "BTC", programs: ["bitcoind", "bitcoin-qt"], folder: ".bitcoin", file: "bitcoin.conf",
      chains: ["main": (8332, ""), "test": (18332, "testnet3"), "regtest": (18443, "regtest")]),
  ]

  private let machine: Machine

  /// A search on a machine.
  package init(on machine: Machine) { self.machine = machine }

  /// The daemons that run, and else, for each currency, the one whose file is in the home folder.
  package func wallets() -> [FoundWallet] {
    Self.families.flatMap { family in
      machine.wallets(of: machine.programs.filter { family.programs.contains($0.name) }) { program in
        program.map { wallet(of: family, $0) } ?? atRest(family)
      }
    }
  }

  private func wallet(of family: Family, _ program: RunningProgram) -> FoundWallet {
    var options = CoreOptions(arguments: program.arguments)
    let home = machine.home(of: program)
    let base = program.folder ?? home
    let folder = Self.absolute(options.value("datadir", on: "main") ?? home + "/" + family.folder, in: base)
    let file = Self.absolute(options.value("conf", on: "main") ?? family.file, in: folder)
    var sources: [String] = []
    if let text = machine.settings(at: file, of: program) {
      options.add(file: text)
      sources = [file]
    }
    let written = options.value("datadir", on: "main").map { Self.absolute($0, in: base) } ?? folder
    return found(family, options, program: program, folder: written, sources: sources)
  }

  /// What is in the home folder; the program does not run, or the system does not show it.
  private func atRest(_ family: Family) -> FoundWallet {
    let folder = machine.home + "/" + family.folder
    let file = folder + "/" + family.file
    var options = CoreOptions(arguments: [])
    var sources: [String] = []
    if let text = machine.settings(at: file, of: nil) {
      options.add(file: text)
      sources = [file]
    }
    return found(family, options, program: nil, folder: folder, sources: sources)
  }

  private func found(
    _ family: Family, _ options: CoreOptions, program: RunningProgram?, folder: String, sources: [String]
  ) -> FoundWallet {
    let name = program?.name ?? family.programs[0]
    var section = BitcoinWalletSection()
    section.currency = family.currency
    let chain = options.chain
    guard let facts = family.chains[chain] else {
      var wallet = FoundWallet(.bitcoin(section), name: name, of: program)
      wallet.sources = sources
      wallet.obstacle = FoundWallet.obstacle(unknownChain: chain)
      return wallet
    }
    section.chain = chain
    section.url = "http://127.0.0.1:\(options.value("rpcport", on: chain) ?? String(facts.port))"
    let password = options.value("rpcpassword", on: chain) ?? ""
    if password.isEmpty {
      let below = facts.folder.isEmpty ? folder : folder + "/" + facts.folder
      let cookie = Self.absolute(options.value("rpccookiefile", on: chain) ?? ".cookie", in: below)
      section.cookieFile = machine.credentialFile(cookie, of: program) ?? ""
    } else {
      // Debian's litecoind makes a password without a user, and then writes no cookie.
      section.user = options.value("rpcuser", on: chain) ?? ""
      section.password = password
    }
    var wallet = FoundWallet(.bitcoin(section), name: name, of: program)
    wallet.sources = sources
    let serves = options.isOn("server", on: chain) || program == nil || name.utf8.last == UInt8(ascii: "d")
    if !serves { wallet.obstacle = "it takes no calls; start it with -server, or write server=1 into \(family.file)" }
    return wallet
  }

  private static func absolute(_ path: String, in folder: String) -> String {
    path.utf8.first == UInt8(ascii: "/") ? path : folder + "/" + path
  }
}
