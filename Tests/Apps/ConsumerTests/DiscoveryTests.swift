import Consumer
import Cryptography
import Foundation
import Platform
import Testing

@Suite struct DiscoveryTests {
  let fixture: Fixture
  let path: String

  init() throws {
    fixture = try Fixture()
    path = fixture.directories.providers + "/home.json"
  }

  private func publish(_ name: String = "home", pid: Int32 = 1, services: [String] = ["payments"]) throws {
    try DiscoveryFile(
      url: "ws://127.0.0.1:1/v1", processIdentifier: pid, bootNonce: SystemRandom().bytes(count: 16),
      providerID: Ed25519.SigningKey(from: SystemRandom()).verifyingKey, name: name, versions: "1",
      localKey: SecretBytes(count: 32, from: SystemRandom()), services: services
    ).publish(in: fixture.directories)
  }

  private func find(_ name: String? = nil) throws(DiscoveryError) -> DiscoveryFile {
    try Providers.find(name, in: fixture.directories)
  }

  private func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  @Test func nothingRuns() throws {
    #expect(throws: DiscoveryError.notRunning(name: nil)) { try find() }
    try publish("other")
    #expect(throws: DiscoveryError.notRunning(name: "home")) { try find("home") }
    #expect(throws: DiscoveryError.notRunning(name: "../home")) { try find("../home") }
    #expect(try Providers.names(in: fixture.directories) == ["other"])
  }

  @Test func theOnlyOneIsFoundAndOneOfSeveralIsChosenByName() throws {
    try publish("a", pid: getpid())
    #expect(try find().name == "a")
    try publish("b", pid: getpid())
    #expect(throws: DiscoveryError.several(["a", "b"])) { try find() }
    #expect(try find("b").name == "b")
  }

  @Test func aChatIsNoWallet() throws {
    try publish("chat", pid: getpid(), services: ["messaging"])
    #expect(throws: DiscoveryError.notRunning(name: nil)) { try find() }
    #expect(throws: DiscoveryError.otherService(name: "chat", offers: ["messaging"])) { try find("chat") }
    #expect(try Providers.find(offering: "messaging", in: fixture.directories).name == "chat")
    try publish("home", pid: getpid())
    #expect(try find().name == "home")
    #expect(try Providers.find(offering: "messaging", in: fixture.directories).name == "chat")
    #expect(throws: DiscoveryError.otherService(name: "home", offers: ["payments"])) {
      try Providers.find("home", offering: "messaging", in: fixture.directories)
    }
  }

  @Test func ofSeveralThoseWhoseProcessHasEndedDoNotCount() throws {
    try publish("a", pid: getpid())
    // The largest process id of Linux is 2^22.
    try publish("b", pid: 1 << 23)
    #expect(try find().name == "a")
  }

  @Test func aLinkIsNotFollowed() throws {
    try publish("other")
    symlink("other.json", path)
    #expect(throws: DiscoveryError.unsafeFile(name: "home", .symbolicLink)) { try find("home") }
    // Neither is it passed over: that it is there is wrong enough.
    #expect(throws: DiscoveryError.unsafeFile(name: "home", .symbolicLink)) { try find() }
  }

  @Test func aFileOpenToOthersIsNotUsed() throws {
    try publish()
    chmod(path, 0o644)
    #expect(throws: DiscoveryError.unsafeFile(name: "home", .permissions(0o644))) { try find() }
  }

  @Test func aFolderOpenToOthersIsNotUsed() throws {
    try publish()
    chmod(fixture.directories.providers, 0o755)
    #expect(throws: DiscoveryError.unsafeFile(name: nil, .permissions(0o755))) { try find() }
  }

  @Test(.enabled(if: geteuid() == 0, "skipped: only root can make a file of another user"))
  func aFileOfAnotherUserIsNotUsed() throws {
    try publish()
    chown(path, 12_345, 12_345)
    #expect(throws: DiscoveryError.unsafeFile(name: "home", .owner(12_345))) { try find() }
  }

  @Test func garbageAndTooMuchAreNotUsed() throws {
    try publish()
    try write("{", to: path)
    #expect(throws: DiscoveryError.malformed(name: "home", .notJSON)) { try find() }
    try write(String(repeating: " ", count: 1 << 20), to: path)
    #expect(throws: DiscoveryError.malformed(name: "home", .tooLarge)) { try find() }
  }

  @Test func aFileUnderAnotherNameIsNotUsed() throws {
    try publish("other")
    #expect(rename(fixture.directories.providers + "/other.json", path) == 0)
    #expect(throws: DiscoveryError.malformed(name: "home", .field("name"))) { try find() }
  }

  @Test func whereNothingAnswersTheFileIsStale() async throws {
    try publish()
    let client = fixture.client()
    await #expect(throws: DiscoveryError.stale(name: "home")) { try await client.connect() }
    // A call says so at once too: there is nothing yet that could come back.
    await #expect(throws: DiscoveryError.stale(name: "home")) { try await client.currencies() }
    await client.close()
  }
}
