import Cryptography
import Files
import KeyStorage
import Platform
import TestSupport
import Testing

@Suite struct FileKeyStoreTests {
  @Test func aKeyThatIsCreatedIsLoaded() throws {
    let place = try KeyPlace()
    let store = FileKeyStore(in: place.folder)
    #expect(try store.load() == nil)
    let key = try Ed25519.SigningKey.fresh()
    try store.create(key)
    #expect(place.mode == 0o600)
    #expect(try store.load()?.seed == key.seed)
    #expect(try place.folder.names() == [KeyManager.fileName])
    try store.delete()
    try store.delete()
    #expect(try store.load() == nil)
  }

  @Test func aKeyIsNeverReplacedUnasked() throws {
    let place = try KeyPlace()
    let store = FileKeyStore(in: place.folder)
    let (first, second) = (try Ed25519.SigningKey.fresh(), try Ed25519.SigningKey.fresh())
    try store.create(first)
    #expect(problem { try store.create(second) } == .exists)
    #expect(try store.load()?.verifyingKey == first.verifyingKey)
    // A file that cannot be read is not replaced either.
    chmod(place.path, 0o644)
    #expect(problem { try store.create(second) } == .exists)
    #expect(problem { _ = try KeyManager(in: place.folder).open() } == .unsafeFile(.permissions(0o644)))
    chmod(place.path, 0o600)
    try store.replace(with: second)
    #expect(try store.load()?.verifyingKey == second.verifyingKey)
    #expect(place.mode == 0o600)
  }

  @Test func filesThatCannotBeTrusted() throws {
    let place = try KeyPlace()
    let store = FileKeyStore(in: place.folder)
    try store.create(.fresh())
    for mode: mode_t in [0o640, 0o604, 0o620, 0o610, 0o601] {
      chmod(place.path, mode)
      #expect(problem { _ = try store.load() } == .unsafeFile(.permissions(UInt32(mode))))
    }
    chmod(place.path, 0o600)
    link(place.path, place.scratch.path + "/second")
    #expect(problem { _ = try store.load() } == .unsafeFile(.names(2)))
    unlink(place.scratch.path + "/second")
    #expect(try store.load() != nil)
    rename(place.path, place.scratch.path + "/elsewhere")
    symlink("elsewhere", place.path)
    #expect(problem { _ = try store.load() } == .unsafeFile(.symbolicLink))
    #expect(problem { try store.create(.fresh()) } == .exists)
    unlink(place.path)
    mkfifo(place.path, 0o600)
    #expect(problem { _ = try store.load() } == .unsafeFile(.wrongKind))
  }

  @Test(.enabled(if: geteuid() == 0, "skipped: only root can make a file of another user"))
  func aFileOfAnotherUser() throws {
    let place = try KeyPlace()
    let store = FileKeyStore(in: place.folder)
    try store.create(.fresh())
    chown(place.path, 12_345, 12_345)
    #expect(problem { _ = try store.load() } == .unsafeFile(.owner(12_345)))
  }

  @Test func filesOfEarlierVersionsAreRead() throws {
    let seed = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
    let half = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
    let provider = try KeyPlace(
      "{\n  \"v\": 1,\n  \"ed25519_seed\": \"\(seed)\",\n  \"ed25519_public\": \"\(half)\"\n}")
    let app = try KeyPlace("{\"v\":1,\"seed\":\"\(seed)\"}")
    for place in [provider, app] {
      #expect(try FileKeyStore(in: place.folder).load()?.verifyingKey.base64URL == half)
      #expect(try KeyManager(in: place.folder).open().verifyingKey.base64URL == half)
    }
  }

  @Test(arguments: [
    ("", "no JSON object"), ("{", "no JSON object"), ("[]", "no JSON object"), ("{}", "no version"),
    ("{\"v\":0}", "no version"), ("{\"v\":1}", "no key"), ("{\"v\":1,\"seed\":\"AAAA\"}", "no key"),
    ("{\"v\":1,\"seed\":\"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2B\"}", "no key"),
    ("{\"v\":1,\"seed\":\"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A\"", "no JSON object"),
    (
      "{\"v\":1,\"ed25519_seed\":\"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A\","
        + "\"ed25519_public\":\"3KLJOchClBXn5SyBpzImBAgq4_pBo3lZPgn2K9oH8h0\"}", "halves"
    ),
    ("{\"v\":2,\"ed25519_public\":\"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo\"}", "neither"),
    ("{\"v\":2,\"keyring\":\"libsecret\"}", "ed25519_public is missing"),
  ])
  func damagedFiles(text: String, why: String) throws {
    let place = try KeyPlace(text)
    guard case .damaged(let words) = problem({ _ = try KeyManager(in: place.folder).open() }) else {
      Issue.record("not damaged: \(text)")
      return
    }
    #expect(words.contains(why), "\(text): \(words)")
    #expect(try place.text() == text)
  }

  @Test func filesOfLaterVersionsAndOfAnotherSize() throws {
    let later = try KeyPlace("{\"v\":3}")
    #expect(problem { _ = try KeyManager(in: later.folder).open() } == .unknownVersion)
    let long = try KeyPlace("{\"v\":1}" + String(repeating: " ", count: 4096))
    #expect(problem { _ = try KeyManager(in: long.folder).open() } == .damaged("it is too large"))
  }

  /// A process that was killed between writing and renaming leaves a file with the seed in it.
  @Test func whatACrashLeftBehindIsTidiedAway() throws {
    let place = try KeyPlace()
    let store = FileKeyStore(in: place.folder)
    try store.create(.fresh())
    // Process 1 always exists, and no process has the largest id.
    try place.folder.write([1], to: ".\(KeyManager.fileName).\(Int32.max).77", replacing: false)
    try place.folder.write([1], to: ".\(KeyManager.fileName).1.77", replacing: false)
    try place.folder.write([1], to: ".other.\(Int32.max).77", replacing: false)
    _ = try store.load()
    #expect(try place.folder.names() == [".identity.json.1.77", ".other.\(Int32.max).77", "identity.json"])
  }

  /// If many tasks make a key at the same time, all get the same one.
  @Test func oneKeyForAll() async throws {
    let place = try KeyPlace()
    let keys = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<16 {
        group.addTask { try KeyManager(in: place.folder).open().verifyingKey.base64URL }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(keys.count == 1)
    #expect(try place.folder.names() == [KeyManager.fileName])
  }
}
