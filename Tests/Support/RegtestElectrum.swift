import JSON
import Platform
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Electrum on a regtest of `litecoind`: a server, and daemons with a wallet each. All of them listen on loopback, and end
/// with the last reference.
///
/// Extension blocks are off, because the server knows none.
package final class ElectrumRegtest: Sendable {
  /// Whether everything is installed. If not, it prints that tests are skipped.
  package static var isInstalled: Bool {
    guard LitecoinRegtest.isInstalled else { return false }
    let missing = [electrum, python].filter { !FileManager.default.isExecutableFile(atPath: $0) }
    if !missing.isEmpty { print("SKIPPED: no \(missing.joined(separator: ", no ")); nothing is tested with Electrum") }
    return missing.isEmpty
  }

  /// Whether Electrum itself is installed, which is enough for its code for invoices. If not, it prints that tests are
  /// skipped.
  package static var isProgramInstalled: Bool {
    let isThere = FileManager.default.isExecutableFile(atPath: electrum)
    if !isThere { print("SKIPPED: no \(electrum); nothing is compared with Electrum") }
    return isThere
  }

  static let electrum = "/usr/bin/electrum"
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  /// The interpreter that has the server.
  private static let python = sources.deletingLastPathComponent().path + "/.venv/bin/python"

  static func script(_ name: String) -> String { "\(sources.path)/Foreign/\(name)" }

  /// The node, with the miner's wallet `payer`.
  package let node: LitecoinRegtest
  /// The port of the server.
  package let port: UInt16
  private let folder: String
  private let server = Mutex<ChildProcess?>(nil)

  /// Starts a node and a server.
  package static func started() async throws -> ElectrumRegtest {
    let folder = try RegtestFolder.make("electrum")
    let made: ElectrumRegtest
    do {
      made = try ElectrumRegtest(folder: folder)
    } catch {
      RegtestFolder.remove(folder)
      throw error
    }
    try await made.startNode()
    try await made.node.createWallets(["payer"])
    try await made.node.mine(120)
    try await made.startServer()
    return made
  }

  private init(folder: String) throws {
    guard let port = freePort() else { throw RegtestError.failed("no free port") }
    self.folder = folder
    self.port = port
    let data = folder + "/node"
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    node = try LitecoinRegtest(folder: data, isOwner: false)
  }

  deinit {
    server.withLock { $0?.signal(SIGKILL) }
    node.signal(SIGKILL)
    RegtestFolder.remove(folder)
  }

  /// Starts the node, or starts it again.
  package func startNode(reindex: Bool = false) async throws {
    try await node.start(reindex: reindex, more: ["-vbparams=mweb:4000000000:4100000000"])
  }

  /// Starts the server, or starts it again, and waits until it listens.
  ///
  /// - Parameter pause: how often it looks at the node, in seconds.
  package func startServer(pause: Double = 0.02) async throws {
    let data = folder + "/server"
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    let child = try ChildProcess(
      Self.python, [Self.script("electrum_server.py"), String(pause)],
      environment: [
        "COIN": "Litecoin", "NET": "regtest", "DB_DIRECTORY": data, "PEER_DISCOVERY": "off", "COST_SOFT_LIMIT": "0",
        "COST_HARD_LIMIT": "0", "DAEMON_URL": "http://\(node.user):\(node.password)@127.0.0.1:\(node.port)/",
        "SERVICES": "tcp://127.0.0.1:\(port)", "HOME": data,
      ])
    server.withLock { $0 = child }
    _ = try await eventually("the Electrum server listens") { () async throws -> Bool? in
      guard child.isRunning else { throw RegtestError.failed("the server ended: \(child.lines(.error))") }
      return canConnect(to: port) ? true : nil
    }
  }

  /// Ends the server without warning.
  package func killServer() async {
    guard let child = server.withLock({ $0 }) else { return }
    child.signal(SIGKILL)
    _ = try? await child.exit()
  }

  /// Makes a daemon with a new wallet, and starts it.
  ///
  /// - Parameter hasChannels: whether it listens for other nodes of the Lightning network.
  package func wallet(_ name: String, hasChannels: Bool = false) async throws -> ElectrumDaemon {
    let daemon = try ElectrumDaemon(
      folder: "\(folder)/\(name)-\(UInt32.random(in: 0 ... .max))", server: port, hasChannels: hasChannels)
    try await daemon.create()
    try await daemon.start()
    return daemon
  }

  /// Mines blocks and waits until the daemons have read them.
  package func mine(_ blocks: Int = 1, seenBy daemons: [ElectrumDaemon]) async throws {
    try await node.mine(blocks)
    try await settle(daemons)
  }

  /// Waits until the daemons know what the node knows: its blocks, and which of their transactions wait for one.
  package func settle(_ daemons: [ElectrumDaemon]) async throws {
    let height: Int = try await node.rpc("getblockcount").integerValue() ?? 0
    for daemon in daemons {
      _ = try await eventually("Electrum has read block \(height)") { () async throws -> Bool? in
        let info = try await daemon.rpc("getinfo")
        guard info["blockchain_height"]?.integerValue() == height, info["server_height"]?.integerValue() == height,
          try await daemon.rpc("is_synchronized") == true
        else { return nil }
        let waiting = Set(try await node.rpc("getrawmempool").arrayValue?.compactMap(\.stringValue) ?? [])
        // Electrum numbers transactions that wait with 0 or -1, and those that the server has not told of with less.
        for entry in try await daemon.rpc("onchain_history")["transactions"]?.arrayValue ?? [] {
          let block: Int = entry["height"]?.integerValue() ?? 0
          // A block counts once it was checked that it has the transaction.
          if block > 0, entry["confirmations"] == 0 { return nil }
          let id = entry["txid"] ?? .null
          guard waiting.contains(id.stringValue ?? "") == (-1...0).contains(block) else { return nil }
          if block < -1, try await isMined(id) { return nil }
        }
        return true
      }
    }
  }

  /// Whether the node has the transaction in a block that counts.
  private func isMined(_ id: JSONValue) async throws -> Bool {
    guard let known = try? await node.rpc("getrawtransaction", [id, true]) else { return false }
    return known["confirmations"]?.integerValue() ?? 0 > 0
  }

  /// Removes the newest blocks in favour of as many and one more, without transactions. Theirs wait for a block again.
  package func takeBack(_ blocks: Int, seenBy daemons: [ElectrumDaemon]) async throws {
    let height: Int = try await node.rpc("getblockcount").integerValue() ?? 0
    let block = try await node.rpc("getblockhash", [.integer(height - blocks + 1)])
    try await node.rpc("invalidateblock", [block])
    let address = try await node.newAddress("payer")
    for _ in 0...blocks { try await node.rpc("generateblock", [.string(address), []]) }
    try await node.flush()
    try await settle(daemons)
  }

  /// Opens a Lightning channel of 0.1 between two wallets, of which 0.04 belong to the second, and waits until both can use
  /// it. The first wallet has to have coins.
  package func openChannel(from payer: ElectrumDaemon, to shop: ElectrumDaemon) async throws {
    let node = try await shop.text("nodeid")
    // It may have read the block and not yet what it got there.
    _ = try await eventually("the payer has coins for a channel") { () async throws -> Bool? in
      do {
        try await payer.rpc(
          "open_channel", ["connection_string": .string(node), "amount": "0.1", "push_amount": "0.04"])
      } catch RegtestError.answered(_, _, let message) where message.contains("Insufficient funds") {
        return nil
      }
      return true
    }
    try await mine(6, seenBy: [payer, shop])
    for daemon in [payer, shop] { try await daemon.waitForChannel() }
  }
}

extension ElectrumDaemon {
  /// Waits until its channel can be used.
  package func waitForChannel() async throws {
    _ = try await eventually("the channel is open", within: .seconds(120)) { () async throws -> Bool? in
      let channel = try await rpc("list_channels")[0]
      return channel?["state"] == "OPEN" && channel?["peer_state"] == "GOOD" ? true : nil
    }
  }
}
