import BuiltInWallets

/// Looks for nodes of the Lightning network: those that run, and those whose files are in the home folder.
package struct LightningSearch {
  let machine: Machine

  /// A search on a machine.
  package init(on machine: Machine) { self.machine = machine }

  /// The nodes of CLN, LND and phoenixd.
  package func wallets() -> [FoundWallet] { clnWallets() + lndWallets() + phoenixdWallets() }

  /// The home folder of the user whom a program belongs to.
  func home(of program: RunningProgram?) -> String {
    program?.otherUser.map { machine.homes[$0] ?? "/nonexistent" } ?? machine.home
  }

  /// A path as a program means it.
  func absolute(_ path: String, in folder: String, of program: RunningProgram?) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    if path.utf8.starts(with: "~/".utf8) { return home(of: program) + String(path.unicodeScalars.dropFirst()) }
    return folder + "/" + path
  }

  /// Whether the person who searches can read a file.
  func canRead(_ path: String) -> Bool {
    if case .text = machine.readFile(path) { true } else { false }
  }

  /// Reads a file of settings.
  ///
  /// - Returns: whether it could be read.
  func add(_ path: String, to options: inout LongOptions) -> Bool {
    guard case .text(let text) = machine.readFile(path) else { return false }
    options.add(file: text)
    return true
  }

  /// Where a program listens, by what it was told, such as `0.0.0.0:8080`, `:8080` or `8080`.
  ///
  /// - Parameter usual: the host of a program that listens for this machine, and the port where it is told none.
  static func place(_ told: String?, usual: (host: String, port: Int)) -> String {
    let parts = (told ?? "").unicodeScalars.split(separator: ":", omittingEmptySubsequences: false).map { String($0) }
    let last = parts.last ?? ""
    let port = UInt16(last)
    // What is no port is a part of the host.
    let host = (port == nil && !last.isEmpty ? parts : parts.dropLast()).joined(separator: ":")
    let isOfThisMachine = ["", "localhost", "127.0.0.1", "0.0.0.0", "*", "::", "[::]", "[::1]"].contains(host)
    return "\(isOfThisMachine ? usual.host : host):\(port.map { Int($0) } ?? usual.port)"
  }

  /// What keeps payd from using a chain that it does not know.
  static func unknown(_ chain: String) -> String {
    "it is on the chain \(chain), with which payd cannot work: main, test and regtest are known"
  }
}
