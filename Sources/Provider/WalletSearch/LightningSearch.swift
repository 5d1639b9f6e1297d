import BuiltInWallets

/// Looks for nodes of the Lightning network: those that run, and those whose files are in the home folder.
package struct LightningSearch {
  let machine: Machine

  /// A search on a machine.
  package init(on machine: Machine) { self.machine = machine }

  /// The nodes of CLN, LND and phoenixd.
  package func wallets() -> [FoundWallet] { clnWallets() + lndWallets() + phoenixdWallets() }

  /// A path as a program means it.
  func absolute(_ path: String, in folder: String, of program: RunningProgram?) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    if path.utf8.starts(with: "~/".utf8) { return machine.home(of: program) + String(path.unicodeScalars.dropFirst()) }
    return folder + "/" + path
  }

  /// The path of a file of a node that payd reads whenever it asks the node; `nil` if it cannot, or must not.
  func file(_ path: String, of program: RunningProgram?) -> String? {
    guard machine.settings(at: path, of: program) != nil else { return nil }
    return machine.credentialFile(path, of: program)
  }

  /// The path of a copy that the one who searches was given for payd; `nil` if there is none, or the node is another
  /// person's, who must not be sent what is for another node.
  func copy(_ path: String, for program: RunningProgram?) -> String? {
    program?.isOwnOrService == false ? nil : file(path, of: nil)
  }

  /// What keeps payd from using the node of another person.
  static let ofAnother = "another person runs it, whose files payd does not go by"

  /// Reads a file of settings.
  ///
  /// - Returns: whether it could be read.
  func add(_ path: String, of program: RunningProgram?, to options: inout LongOptions) -> Bool {
    guard let text = machine.settings(at: path, of: program) else { return false }
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
}
