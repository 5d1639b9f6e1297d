import BuiltInWallets
import Foundation
import OwnerAPI
import Provider
import TestSupport
import Testing

@testable import WalletSearch

/// What comes of asking nodes of the Lightning network that were found, with doubles of the programs behind real servers.
@Suite struct TriedNodeTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func found(_ node: NodeDouble, secret: String = "secret", process: Int32? = 7) throws -> FoundWallet {
    var section = LightningNodeSection(try #require(LightningNodeSection.Program(rawValue: node.program.rawValue)))
    section.url = node.server.url
    switch node.program {
    case .cln:
      section.credentialFile = folder.path + "/payport.rune"
      try OwnerFile.write(secret + "\n", to: section.credentialFile)
    case .lnd:
      section.credentialFile = node.macaroonPath
      section.certificateFile = folder.path + "/tls.cert"
    case .phoenixd: section.password = secret
    }
    let name = node.program.rawValue
    return FoundWallet(
      .lightning(section), name: name, of: process.map { RunningProgram(process: $0, name: name) })
  }

  private enum OwnerFile {
    static func write(_ text: String, to path: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
  }

  /// The chain was guessed, and is taken from what the node says.
  @Test(arguments: NodeDouble.Program.allCases) func aNodeThatAnswersIsUsed(_ program: NodeDouble.Program) async throws
  {
    let node = try NodeDouble(program)
    let wallet = try found(node)
    #expect(wallet.network == "main")
    let tried = await TriedWallet(asking: wallet, patience: .seconds(20))
    guard case .usable(let report) = tried.finding else {
      Issue.record("\(tried.finding)")
      return
    }
    #expect(report.network == "testnet" && report.height == 114 && report.trouble == nil)
    #expect(tried.wallet.network == "test" && tried.isUsable)
    // What would be written is read as it was meant.
    let text = ConfigurationText(heading: [], wallets: [tried.wallet]).text
    let read = try ProviderConfiguration(yaml: text, kinds: BuiltInWallets.kinds).wallets
    #expect(read.map(\.type) == [program.rawValue])
    let section = try #require(read.first as? LightningNodeSection)
    #expect(section.written == tried.wallet.configured.written && section.chain == "test")
  }

  /// A password can be typed. A rune or a macaroon is in a file, and what to do with it is told.
  @Test(arguments: NodeDouble.Program.allCases) func aWrongCredentialIsTold(_ program: NodeDouble.Program) async throws
  {
    let node = try NodeDouble(program)
    node.change { $0.letsIn = false }
    let tried = await TriedWallet(asking: try found(node, secret: "other"), patience: .seconds(20))
    switch (program, tried.finding) {
    case (.phoenixd, .wantsPassword(let trouble)), (.cln, .trouble(let trouble)), (.lnd, .trouble(let trouble)):
      #expect(trouble.problem == .unauthorized)
    default: Issue.record("\(tried.finding)")
    }
  }

  @Test(arguments: NodeDouble.Program.allCases) func whatDoesNotRunIsAbsent(_ program: NodeDouble.Program) async throws
  {
    let node = try NodeDouble(program)
    node.server.stop()
    let guessed = await TriedWallet(asking: try found(node, process: nil), patience: .seconds(20))
    guard case .absent = guessed.finding else {
      Issue.record("\(guessed.finding)")
      return
    }
    let running = await TriedWallet(asking: try found(node), patience: .seconds(20))
    guard case .notAsked(.nobody(let url)) = running.finding else {
      Issue.record("\(running.finding)")
      return
    }
    #expect(url == node.server.url)
  }

  /// A rune that others can read is refused as in the configuration, and the words say what to type.
  @Test func aRuneThatOthersReadIsNotUsed() async throws {
    let wallet = try found(try NodeDouble(.cln))
    guard case .lightning(let section) = wallet.section else { return }
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: section.credentialFile)
    let tried = await TriedWallet(asking: wallet, patience: .seconds(20))
    guard case .obstacle(let words) = tried.finding else {
      Issue.record("\(tried.finding)")
      return
    }
    #expect(words.contains("chmod 600"), "\(words)")
  }
}
