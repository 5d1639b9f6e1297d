import BuiltInWallets
import JSON

/// Looks for daemons of Electrum: those that run, and the one whose file is in the home folder.
package struct ElectrumSearch {
  /// What differs between Electrum and its fork for Litecoin.
  private struct Fork {
    let currency: String
    let programs: [String]
    let folder: String
  }

  private static let forks = [
    Fork(currency: "BTC", programs: ["electrum", "run_electrum"], folder: ".electrum"),
    Fork(currency: "LTC", programs: ["electrum-ltc", "run_electrum-ltc"], folder: ".electrum-ltc"),
  ]

  /// Options that a word follows.
  private static let withWord: Set<String> = [
    "-D", "--dir", "-w", "--wallet", "--rpcport", "--rpcuser", "--rpcpassword",
  ]

  private let machine: Machine

  /// A search on a machine.
  package init(on machine: Machine) { self.machine = machine }

  /// The daemons that run, and else those whose file names a port, by which one could be reached.
  package func wallets() -> [FoundWallet] {
    Self.forks.flatMap { fork in
      machine.wallets(of: machine.programs.filter { Self.arguments(of: $0, fork) != nil }) { program in
        if let program { return Self.arguments(of: program, fork).map { wallet(of: fork, program, $0) } }
        let atRest = found(fork, program: nil, folder: machine.home + "/" + fork.folder, chain: "main", typed: [:])
        return atRest.obstacle == nil ? atRest : nil
      }
    }
  }

  /// What Electrum was started with; `nil` for another program. It is a program in Python, so that the interpreter's name
  /// may be that of the process.
  private static func arguments(of program: RunningProgram, _ fork: Fork) -> [String]? {
    var words = program.arguments
    if !fork.programs.contains(program.name) {
      guard program.name.utf8.starts(with: "python".utf8),
        let script = words.firstIndex(where: { fork.programs.contains(name($0)) })
      else { return nil }
      words.removeSubrange(...script)
    } else if let script = words.first, fork.programs.contains(name(script)) {
      words.removeFirst()
    }
    return words
  }

  private static func name(_ path: String) -> String {
    String(decoding: path.utf8.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
  }

  private func wallet(of fork: Fork, _ program: RunningProgram, _ arguments: [String]) -> FoundWallet {
    var typed: [String: String] = [:]
    for (index, word) in arguments.enumerated() {
      typed[word] = Self.withWord.contains(word) ? arguments.dropFirst(index + 1).first ?? "" : ""
    }
    let home = machine.home(of: program)
    let given = typed["-D"] ?? typed["--dir"]
    let folder = given.map { $0.utf8.first == UInt8(ascii: "/") ? $0 : (program.folder ?? home) + "/" + $0 }
    let chain =
      typed["--regtest"] != nil
      ? "regtest" : typed["--testnet"] != nil ? "test" : typed["--signet"] != nil ? "signet" : "main"
    return found(fork, program: program, folder: folder ?? home + "/" + fork.folder, chain: chain, typed: typed)
  }

  private func found(
    _ fork: Fork, program: RunningProgram?, folder: String, chain: String, typed: [String: String]
  ) -> FoundWallet {
    var section = ElectrumWalletSection()
    section.currency = fork.currency
    section.chain = chain
    let below = ["main": folder, "test": folder + "/testnet", "regtest": folder + "/regtest"]
    var wallet = FoundWallet(.electrum(section), name: fork.programs[0], of: program)
    guard let place = below[chain] else {
      wallet.obstacle = FoundWallet.obstacle(unknownChain: chain)
      return wallet
    }
    var options = JSONObject()
    if let text = machine.settings(at: place + "/config", of: program) {
      options = (try? JSONValue(parsing: text))?.objectValue ?? options
      wallet.sources = [place + "/config"]
    }
    section.user = typed["--rpcuser"] ?? options["rpcuser"]?.stringValue ?? ""
    section.password = typed["--rpcpassword"] ?? options["rpcpassword"]?.stringValue ?? ""
    // Where no port is set, each start takes another, and a file tells which.
    let port = typed["--rpcport"] ?? options["rpcport"]?.integerValue(as: UInt16.self).map { String($0) }
    section.url = "http://127.0.0.1:\(port ?? "7777")"
    wallet.section = .electrum(section)
    if port == nil {
      wallet.obstacle =
        "it takes another port with each start; choose one, and start it again: \(fork.programs[0]) setconfig rpcport 7777"
    }
    return wallet
  }
}
