import BuiltInWallets

/// Looks for `monero-wallet-rpc` and the `monerod` that it uses.
package struct MoneroSearch {
  /// The ports of `monerod` for calls, by network.
  private static let daemonPorts = ["mainnet": 18081, "regtest": 18081, "testnet": 28081, "stagenet": 38081]
  /// Where `monero-wallet-rpc` is tried if none is seen: it has no usual port, and the guides name this one.
  private static let guessedPort = 18083

  private let machine: Machine

  /// A search on a machine.
  package init(on machine: Machine) { self.machine = machine }

  /// The wallets' programs that run, or one at the port that guides name.
  package func wallets() -> [FoundWallet] {
    machine.wallets(of: machine.programs.filter { $0.name == "monero-wallet-rpc" }) { $0.map(wallet) ?? guess() }
  }

  /// Whether a `monerod` runs, which alone has no wallet.
  package var hasDaemon: Bool { machine.programs.contains { $0.name == "monerod" && $0.isOwnOrService } }

  private func wallet(_ program: RunningProgram) -> FoundWallet {
    let (options, sources) = options(of: program)
    var section = MoneroWalletSection()
    section.network = network(options)
    section.daemon = daemonURL(options, of: program, &section.network)
    var wallet: FoundWallet
    if let port = options["rpc-bind-port"] {
      section.url = "http://127.0.0.1:\(port)"
      let section = login(section, options, of: program, port: port)
      wallet = FoundWallet(.monero(section), name: program.name, of: program)
    } else {
      section.url = "http://127.0.0.1:\(Self.guessedPort)"
      wallet = FoundWallet(.monero(section), name: program.name, of: program)
      wallet.obstacle = "its command line names no --rpc-bind-port"
    }
    wallet.sources = sources
    wallet.opensWallets = options["wallet-dir"] != nil
    return wallet
  }

  private func guess() -> FoundWallet {
    var section = MoneroWalletSection()
    section.url = "http://127.0.0.1:\(Self.guessedPort)"
    section.daemon = daemonURL(LongOptions(arguments: []), of: nil, &section.network)
    return FoundWallet(.monero(section), name: "monero-wallet-rpc", of: nil)
  }

  /// How the wallet asks for a password: by `--rpc-login`, else by a file that it writes where it was started.
  private func login(
    _ section: MoneroWalletSection, _ options: LongOptions, of program: RunningProgram, port: String
  ) -> MoneroWalletSection {
    var section = section
    if let login = options["rpc-login"] {
      (section.user, section.password) = Self.divided(login) ?? (login, "")
    } else if options["disable-rpc-login"] == nil, let folder = program.folder,
      let text = machine.settings(at: "\(folder)/monero-wallet-rpc.\(port).login", of: program)
    {
      (section.user, section.password) = Self.divided(text.textLines[0]) ?? ("", "")
    }
    return section
  }

  private func network(_ options: LongOptions) -> String {
    if options["stagenet"] != nil { return "stagenet" }
    return options["testnet"] != nil ? "testnet" : "mainnet"
  }

  /// The daemon that the wallet names, else the one that runs here. A private chain is known by its daemon alone.
  private func daemonURL(
    _ options: LongOptions, of program: RunningProgram?, _ network: inout String
  ) -> String {
    let daemons = machine.programs.filter { $0.name == "monerod" }
    // That of another person tells what that person wants to have believed.
    let daemon =
      daemons.first { $0.otherUser == program?.otherUser } ?? daemons.first { $0.isOwnOrService }
    let ofDaemon = daemon.map { self.options(of: $0).options } ?? LongOptions(arguments: [])
    if ofDaemon["regtest"] != nil, network == "mainnet" { network = "regtest" }
    if let address = options["daemon-address"] { return address.contains("://") ? address : "http://" + address }
    let host = options["daemon-host"] ?? "127.0.0.1"
    let port = options["daemon-port"] ?? ofDaemon["rpc-bind-port"] ?? String(Self.daemonPorts[network] ?? 18081)
    return "http://\(host):\(port)"
  }

  /// What a program was started with, and what its file says where the command line is silent.
  private func options(of program: RunningProgram) -> (options: LongOptions, sources: [String]) {
    var options = LongOptions(arguments: program.arguments)
    guard let file = options["config-file"] else { return (options, []) }
    let path = file.utf8.first == UInt8(ascii: "/") ? file : (program.folder ?? machine.home) + "/" + file
    guard let text = machine.settings(at: path, of: program) else { return (options, []) }
    options.add(file: text)
    return (options, [path])
  }

  /// What stands before and after the first colon; `nil` without one.
  private static func divided(_ login: String) -> (user: String, password: String)? {
    let scalars = login.unicodeScalars.filter { $0 != "\r" }
    guard let colon = scalars.firstIndex(where: { $0 == ":" }) else { return nil }
    return (String(scalars[..<colon]), String(scalars[scalars.index(after: colon)...]))
  }
}
