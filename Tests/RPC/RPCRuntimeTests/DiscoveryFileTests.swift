import Cryptography
import Files
import JSON
import RPCRuntime
import TestSupport
import Testing

@Suite struct DiscoveryFileTests {
  private func file(url: String = "ws://127.0.0.1:4000/v1", name: String = "home") throws -> DiscoveryFile {
    try DiscoveryFile(
      url: url, processIdentifier: 42, bootNonce: SystemRandom().bytes(count: 16),
      providerID: Ed25519.SigningKey(from: SystemRandom()).verifyingKey, name: name, versions: "1-2",
      localKey: SecretBytes(count: 32, from: SystemRandom()))
  }

  @Test func itIsReadAsItWasWritten() throws {
    let written = try file()
    let read = try DiscoveryFile(parsing: written.bytes)
    #expect(read.url == written.url)
    #expect(read.authority == "127.0.0.1:4000")
    #expect(read.providerID == written.providerID)
    #expect(read.localKey == written.localKey)
    #expect(read.bootNonce == written.bootNonce)
    #expect(read.fileName == "home.json")
    #expect(read.versions == "1-2")
    #expect(!"\(read)".contains(Base64URL.encode(read.localKey.exposedBytes())))
  }

  @Test func servicesAreThoseThatTheFileNamesAndPaymentsOtherwise() throws {
    let wallet = try file()
    #expect(wallet.services == ["payments"])
    // The files of wallets do not change, nor do their readers have to.
    #expect(try JSONValue(parsing: wallet.bytes)["services"] == nil)
    let chat = try DiscoveryFile(
      url: wallet.url, processIdentifier: 42, bootNonce: wallet.bootNonce, providerID: wallet.providerID, name: "chat",
      versions: "1", localKey: wallet.localKey, services: ["messaging"])
    #expect(try DiscoveryFile(parsing: chat.bytes).services == ["messaging"])
    for wrong in [[], "messaging", ["a", 1], [""], ["../a"], .array(Array(repeating: "a", count: 17))] as [JSONValue] {
      var object = try JSONValue(parsing: chat.bytes).objectValue ?? JSONObject()
      object["services"] = wrong
      let bytes = JSONValue.object(object).encoded()
      #expect(throws: DiscoveryFileError.field("services"), "\(wrong)") { try DiscoveryFile(parsing: bytes) }
    }
  }

  @Test func membersOfLaterVersionsAreIgnored() throws {
    let written = try JSONValue(parsing: file().bytes)
    var object = written.objectValue ?? JSONObject()
    object["extra"] = ["anything"]
    _ = try DiscoveryFile(parsing: JSONValue.object(object).encoded())
  }

  @Test(
    arguments: [
      ("v", "1"), ("url", 5), ("url", "ws://example.org:80/v1"), ("url", "ws://127.0.0.1:0/v1"),
      ("url", "ws://127.0.0.1:4000/v2"), ("url", "wss://127.0.0.1:4000/v1"), ("url", "ws://127.0.0.1:04000/v1"),
      ("url", "ws://127.0.0.1:4000@evil:1/v1"), ("pid", 0), ("pid", "1"), ("boot_nonce", "AAAA"),
      ("provider_id", "AAAA"), ("provider_id", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"), ("name", "../up"),
      ("name", ""), ("name", ".hidden"), ("versions", "2-1"), ("versions", "x"), ("k_local", "AAAA"),
      ("k_local", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="),
    ] as [(String, JSONValue)])
  func aWrongMemberIsNamed(_ name: String, _ value: JSONValue) throws {
    var object = try JSONValue(parsing: file().bytes).objectValue ?? JSONObject()
    object[name] = value
    let bytes = JSONValue.object(object).encoded()
    #expect(throws: DiscoveryFileError.field(name)) { try DiscoveryFile(parsing: bytes) }
    object[name] = nil
    let without = JSONValue.object(object).encoded()
    #expect(throws: DiscoveryFileError.field(name)) { try DiscoveryFile(parsing: without) }
  }

  @Test func garbageIsNoFile() {
    #expect(throws: DiscoveryFileError.notJSON) { try DiscoveryFile(parsing: Array("\0\0\0".utf8)) }
    #expect(throws: DiscoveryFileError.notJSON) { try DiscoveryFile(parsing: []) }
    #expect(throws: DiscoveryFileError.notJSON) { try DiscoveryFile(parsing: Array("[]".utf8)) }
    #expect(throws: DiscoveryFileError.unknownVersion(2)) { try DiscoveryFile(parsing: Array(#"{"v":2}"#.utf8)) }
    let large = [UInt8](repeating: UInt8(ascii: " "), count: DiscoveryFile.maximumSize + 1)
    #expect(throws: DiscoveryFileError.tooLarge) { try DiscoveryFile(parsing: large) }
  }

  @Test func publishingReplacesAndWithdrawingSparesALaterStart() throws {
    let folder = try ScratchFolder()
    let directories = PayportDirectories(runtime: folder.path + "/run", state: folder.path, configuration: folder.path)
    let (first, second) = (try file(), try file())
    try first.publish(in: directories)
    try second.publish(in: directories)
    let providers = try PrivateFolder(opening: directories.providers)
    #expect(try providers.names() == ["home.json"])
    try first.withdraw(from: directories)
    #expect(try providers.read("home.json", limit: 1 << 14) == second.bytes)
    try second.withdraw(from: directories)
    try second.withdraw(from: directories)
    #expect(try providers.names().isEmpty)
  }
}
