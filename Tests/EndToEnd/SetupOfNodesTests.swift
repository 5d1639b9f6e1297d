import Foundation
import Platform
import TestSupport
import Testing

/// `payd setup` with a node of the Lightning network: a process with the name and the command line of the program, its files in
/// the home folder, and a double of it behind a real server.
@Suite struct SetupOfNodesTests {
  /// A process that does nothing under the name of a program.
  private static func process(_ name: String, _ arguments: [String], in daemon: Daemon) throws -> ChildProcess {
    let path = daemon.folder.path + "/" + name
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/bin/sh")
    // It waits for input that never comes. What follows are arguments of the command, which has no use for them.
    return try ChildProcess(path, ["-c", "read line"] + arguments, input: .pipe)
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }

  @Test(arguments: NodeDouble.Program.allCases) func aNodeIsFoundTriedAndWritten(_ program: NodeDouble.Program)
    async throws
  {
    let daemon = try Daemon("", ledgerInFile: true)
    try FileManager.default.removeItem(atPath: daemon.configuration)
    let home = daemon.folder.path
    let node = try NodeDouble(program)
    let secure = program == .lnd ? try await TLSServer(before: node.server.port) : nil
    let port = node.server.port
    let running: ChildProcess
    let missing: String
    let written: [String]
    switch program {
    case .cln:
      running = try Self.process(
        "lightningd", ["--testnet", "--clnrest-port=\(port)", "--clnrest-protocol=http"], in: daemon)
      missing = "lightning-cli --network=testnet createrune"
      written = ["type: cln", "url: \"http://localhost:\(port)\"", "rune_file: ", "chain: test"]
    case .lnd:
      let secure = try #require(secure)
      running = try Self.process(
        "lnd",
        [
          "--bitcoin.testnet", "--restlisten=\(secure.url.dropFirst("https://".count))",
          "--tlscertpath=\(secure.certificate)",
        ], in: daemon)
      missing = "lncli --network=testnet bakemacaroon"
      written = ["type: lnd", "url: \"\(secure.url)\"", "macaroon_file: ", "certificate_file: ", "chain: test"]
    case .phoenixd:
      running = try Self.process("phoenixd", ["--chain=testnet", "--http-bind-port=\(port)"], in: daemon)
      missing = "It is http-password in"
      written = ["type: phoenixd", "url: \"http://127.0.0.1:\(port)\"", "password: (not shown)", "chain: test"]
    }
    let setup = ["setup", "--yes", "--process", "\(running.pid)", "--config", daemon.configuration]
    // Without what lets payd in, it is told how to get that.
    let refused = try await daemon.console(setup)
    #expect(refused.status == 69 && "\(refused)".unwrapped.contains(missing), "\(refused)")
    #expect(!FileManager.default.fileExists(atPath: daemon.configuration))

    switch program {
    case .cln: try Self.write(Array("secret\n".utf8), to: home + "/.lightning/payport.rune")
    case .lnd: try Self.write(NodeDouble.macaroon, to: home + "/.lnd/data/chain/bitcoin/testnet/admin.macaroon")
    case .phoenixd: try Self.write(Array("http-password=secret\n".utf8), to: home + "/.phoenix/phoenix.conf")
    }
    let run = try await daemon.console(setup)
    #expect(run.status == 0, "\(run)")
    for line in written { #expect("\(run)".contains(line), "\(line) in \(run)") }
    #expect("\(run)".contains("works: testnet, block 114"), "\(run)")
    #expect(!"\(run)".contains("password: secret"))
    let mode = try FileManager.default.attributesOfItem(atPath: daemon.configuration)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    // Again: the same node stays.
    let again = try await daemon.console(setup)
    #expect(again.status == 0 && "\(again)".contains("and stays there"), "\(again)")
    _ = try await running.stop()
    try await secure?.stop()
  }
}

extension String {
  /// The text without the breaks of lines that were made for the width of a terminal.
  fileprivate var unwrapped: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
