import BuiltInWallets

/// phoenixd, which writes its passwords into a file when it is started first.
extension LightningSearch {
  private static let phoenixdChains = [
    "mainnet": "main", "testnet": "test", "testnet3": "test", "testnet4": "test", "regtest": "regtest",
  ]

  func phoenixdWallets() -> [FoundWallet] {
    machine.wallets(of: machine.programs.filter(Self.isPhoenixd)) { program in
      let wallet = phoenixd(program)
      return program == nil && wallet.sources.isEmpty ? nil : wallet
    }
  }

  /// It is a program by itself, or one of Java.
  private static func isPhoenixd(_ program: RunningProgram) -> Bool {
    program.name == "phoenixd"
      || (program.name == "java" && program.arguments.contains { $0.utf8.starts(with: "fr.acinq.phoenixd.".utf8) })
  }

  private func phoenixd(_ program: RunningProgram?) -> FoundWallet {
    var options = LongOptions(arguments: program?.arguments ?? [])
    let file = machine.home(of: program) + "/.phoenix/phoenix.conf"
    let hasFile = add(file, of: program, to: &options)
    let chain = options["chain"] ?? "mainnet"
    var section = LightningNodeSection(.phoenixd)
    let port = options["http-bind-port"] ?? ""
    section.url = "http://" + Self.place("\(options["http-bind-ip"] ?? ""):\(port)", usual: ("127.0.0.1", 9740))
    section.chain = Self.phoenixdChains[chain] ?? chain
    section.password = options["http-password"] ?? ""
    var wallet = FoundWallet(.lightning(section), name: "phoenixd", of: program)
    wallet.sources = hasFile ? [file] : []
    if Self.phoenixdChains[chain] == nil { wallet.obstacle = FoundWallet.obstacle(unknownChain: chain) }
    return wallet
  }
}
