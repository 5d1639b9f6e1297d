import Cryptography
import Files
import KeyStorage
import Platform
import TestSupport
import Testing

/// Tests against a real gnome-keyring.
@Suite(.serialized, .enabled(if: Keyring.isInstalled, "skipped: no gnome-keyring, dbus-daemon or secret-tool"))
struct KeyringTests {
  @Test func aKeyInTheKeyring() async throws {
    let keyring = try await Keyring()
    let daemon = try await keyring.start(password: "opensesame")
    let place = try KeyPlace()
    let store = SecretServiceKeyStore(in: place.folder, tool: try keyring.tool())
    #expect(try store.load() == nil)
    let (first, second) = (try Ed25519.SigningKey.fresh(), try Ed25519.SigningKey.fresh())
    try store.create(first)
    #expect(try store.load()?.seed == first.seed)
    #expect(problem { try store.create(second) } == .exists)
    // The file refers to the key but does not contain it.
    let text = try place.text()
    #expect(text.contains(first.verifyingKey.base64URL))
    #expect(!text.contains(Base64URL.encode(first.seed.exposedBytes())))
    #expect(problem { _ = try FileKeyStore(in: place.folder).load() } == .keptOtherwise(.libsecret))
    try store.replace(with: second)
    #expect(try store.load()?.seed == second.seed)
    try place.folder.write(Array(text.utf8), to: KeyManager.fileName, replacing: true)
    // The old key is no longer in the keyring.
    #expect(problem { _ = try store.load() } == .notInKeyring)
    try store.delete()
    #expect(try store.load() == nil)
    try await daemon.stop()
    try await keyring.stop()
  }

  /// One key in 64 begins with a hyphen. It must not be taken for an option.
  @Test func aKeyThatBeginsWithAHyphen() async throws {
    let keyring = try await Keyring()
    let daemon = try await keyring.start(password: "opensesame")
    let place = try KeyPlace()
    let store = SecretServiceKeyStore(in: place.folder, tool: try keyring.tool())
    var key = try Ed25519.SigningKey.fresh()
    while !key.verifyingKey.base64URL.hasPrefix("-") { key = try Ed25519.SigningKey.fresh() }
    try store.create(key)
    #expect(try store.load()?.seed == key.seed)
    try store.delete()
    #expect(try store.load() == nil)
    try await daemon.stop()
    try await keyring.stop()
  }

  @Test func movingAKeyThereAndBack() async throws {
    let keyring = try await Keyring()
    let daemon = try await keyring.start(password: "opensesame")
    let place = try KeyPlace()
    let keyManager = KeyManager(in: place.folder, tool: try keyring.tool())
    let key = try keyManager.open(keeping: .file)
    #expect(problem { _ = try keyManager.open(keeping: .libsecret) } == .keptOtherwise(.file))
    try keyManager.move(to: .libsecret)
    #expect(try keyManager.state() == .keyring(key.verifyingKey))
    #expect(try keyManager.open(keeping: .libsecret).seed == key.seed)
    #expect(try keyManager.open().seed == key.seed)
    #expect(problem { _ = try keyManager.open(keeping: .file) } == .keptOtherwise(.libsecret))
    #expect(
      problem { try keyManager.seal(with: SecretBytes(text: "passphrase"), cost: .quick) } == .keptOtherwise(.libsecret)
    )
    let leading = try place.text()
    try keyManager.move(to: .file)
    #expect(try keyManager.state() == .plain(key.verifyingKey))
    #expect(try keyManager.open().seed == key.seed)
    try place.folder.write(Array(leading.utf8), to: KeyManager.fileName, replacing: true)
    #expect(problem { _ = try keyManager.open() } == .notInKeyring)
    // A lost key must not be replaced by another one without notice.
    #expect(try place.text() == leading)
    try await daemon.stop()
    try await keyring.stop()
  }

  /// The keyring cannot be unlocked here, because there is no desktop that could show a window.
  @Test func aLockedKeyring() async throws {
    let keyring = try await Keyring()
    var daemon = try await keyring.start(password: "opensesame")
    let place = try KeyPlace()
    let keyManager = KeyManager(in: place.folder, tool: try keyring.tool())
    let key = try keyManager.open(keeping: .libsecret)
    try await daemon.stop()
    daemon = try await keyring.start(password: nil)
    #expect(problem { _ = try keyManager.open() } == .keyringLocked)
    #expect(problem { try keyManager.move(to: .file) } == .keyringLocked)
    let other = try KeyPlace()
    let empty = KeyManager(in: other.folder, tool: try keyring.tool())
    #expect(problem { _ = try empty.open(keeping: .libsecret) } == .keyringLocked)
    #expect(try other.folder.names() == [])
    try await daemon.stop()
    daemon = try await keyring.start(password: "opensesame")
    #expect(try keyManager.open().seed == key.seed)
    try await daemon.stop()
    try await keyring.stop()
  }

  @Test func oneKeyForAllThatMakeItAtOnce() async throws {
    let keyring = try await Keyring()
    let daemon = try await keyring.start(password: "opensesame")
    let tool = try keyring.tool()
    let place = try KeyPlace()
    let keys = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<4 {
        group.addTask { try KeyManager(in: place.folder, tool: tool).open(keeping: .libsecret).verifyingKey.base64URL }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(keys.count == 1)
    let kept = try await ChildProcess.run(tool, ["search", "--all", "application", "payport"])
    #expect(kept.output.filter { $0.hasPrefix("secret = ") }.count == 1)
    try await daemon.stop()
    try await keyring.stop()
  }
}

@Suite struct NoKeyringTests {
  private func words(_ tool: String) throws -> String {
    let place = try KeyPlace()
    let keyManager = KeyManager(in: place.folder, tool: tool)
    guard case .keyringUnavailable(let words) = problem({ _ = try keyManager.open(keeping: .libsecret) }) else {
      return ""
    }
    #expect(try place.folder.names() == [])
    return words
  }

  private func script(_ text: String, _ scratch: ScratchFolder) throws -> String {
    let path = scratch.path + "/secret-tool"
    let file = try #require(fopen(path, "w"))
    fputs("#!/bin/sh\n\(text)\n", file)
    fclose(file)
    chmod(path, 0o700)
    return path
  }

  @Test func aToolThatFails() throws {
    let scratch = try ScratchFolder()
    #expect(try words("/nowhere/secret-tool").contains("cannot be started"))
    #expect(try words(script("echo secret-tool: no bus here >&2; exit 1", scratch)) == "no bus here")
    #expect(try words(script("kill -9 $$", scratch)).contains("ended"))
    // The tool reports success without having stored the key.
    #expect(try words(script("exit 0", scratch)) == "")
  }

  /// A key that another program stored in place of ours is not accepted.
  @Test func aKeyringThatAnswersAnotherKey() throws {
    let scratch = try ScratchFolder()
    let other = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
    let place = try KeyPlace(
      "{\"v\":2,\"ed25519_public\":\"3KLJOchClBXn5SyBpzImBAgq4_pBo3lZPgn2K9oH8h0\",\"keyring\":\"libsecret\"}")
    let tool = try script("printf '[/1]\\nlabel = x\\nsecret = \(other)\\n'", scratch)
    let found = problem { _ = try KeyManager(in: place.folder, tool: tool).open() }
    guard case .damaged = found else {
      Issue.record("\(String(describing: found))")
      return
    }
  }
}
