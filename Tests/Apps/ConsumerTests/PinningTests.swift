import Cryptography
import Foundation
import Synchronization
import Testing

@testable import Consumer

@Suite struct PinningTests {
  @Test func aProviderOfTheSameNameWithAnotherKeyIsRefusedUntilItIsForgotten() async throws {
    let fixture = try Fixture()
    let first = try await fixture.provider()
    let client = fixture.client()
    #expect(try await client.connect() == .paired)
    await client.close()
    await first.stop()

    let impostor = try await fixture.provider()
    let again = fixture.client()
    await #expect(throws: DiscoveryError.wrongKey(name: "home")) { try await again.connect() }
    await #expect(throws: DiscoveryError.wrongKey(name: "home")) { try await again.currencies() }
    #expect(impostor.state.withLock { $0.codes.isEmpty }, "nothing of the app reached it")

    let known = KnownProviders(appID: Fixture.appID, directories: fixture.directories)
    #expect(try await known.key(of: "home") == first.identity.verifyingKey.base64URL)
    try await known.forget("home")
    #expect(try await again.connect() == .paired)
    #expect(try await known.key(of: "home") == impostor.identity.verifyingKey.base64URL)
    await again.close()
    await impostor.stop()
  }

  @Test func aProviderThatOffersLessThanBeforeIsRefused() async throws {
    let fixture = try Fixture()
    let provider = try FakeProvider(in: fixture.directories)
    try await provider.start(versions: "1-2")
    let client = fixture.client()
    try await client.connect()
    await client.close()
    await provider.stop()
    try await provider.start(versions: "1")
    let again = fixture.client()
    await #expect(throws: DiscoveryError.downgraded(name: "home", highestSeen: 2)) { try await again.connect() }
    await again.close()
    await provider.stop()
  }

  @Test func theAppKeepsItsKey() async throws {
    let fixture = try Fixture()
    let path = fixture.file("identity.json")
    let state = AppKeyProbe(fixture)
    let key = try await state.key()
    #expect(try await state.key() == key)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  /// Who can write a folder above can take the app's away, and the app would go on with a new key.
  @Test func aStateFolderThatEverybodyCanWriteIsNotUsed() async throws {
    let fixture = try Fixture()
    let state = AppKeyProbe(fixture)
    let key = try await state.key()
    let above = URL(fileURLWithPath: fixture.file("identity.json")).deletingLastPathComponent()
      .deletingLastPathComponent()
    let mode = try #require(try FileManager.default.attributesOfItem(atPath: above.path)[.posixPermissions] as? Int)
    chmod(above.path, 0o777)
    await #expect(throws: AppStateError.self) { try await state.key() }
    chmod(above.path, mode_t(mode))
    #expect(try await state.key() == key)
  }

  @Test func aKeyFileThatOthersCouldReadOrReplaceIsNotUsed() async throws {
    let fixture = try Fixture()
    let path = fixture.file("identity.json")
    let state = AppKeyProbe(fixture)
    let key = try await state.key()

    chmod(path, 0o640)
    await #expect(throws: AppStateError.key(KeyStoreError(.unsafeFile(.permissions(0o640)), path))) {
      try await state.key()
    }
    chmod(path, 0o600)
    rename(path, path + ".real")
    symlink("identity.json.real", path)
    await #expect(throws: AppStateError.key(KeyStoreError(.unsafeFile(.symbolicLink), path))) {
      try await state.key()
    }
    unlink(path)
    // A damaged key must not be replaced by a new one unnoticed: the app would be another one.
    try "{}".write(toFile: path, atomically: false, encoding: .utf8)
    chmod(path, 0o600)
    await #expect(throws: AppStateError.key(KeyStoreError(.damaged("it has no version"), path))) {
      try await state.key()
    }
    #expect(rename(path + ".real", path) == 0)
    #expect(try await state.key() == key)
    let folder = fixture.directories.consumer(appID: Fixture.appID)
    chmod(folder, 0o750)
    await #expect(throws: AppStateError.file(name: folder, .unsafeFolder(.permissions(0o750)))) {
      try await state.key()
    }
    if geteuid() == 0 {
      chmod(folder, 0o700)
      chown(path, 12_345, 12_345)
      await #expect(throws: AppStateError.key(KeyStoreError(.unsafeFile(.owner(12_345)), path))) {
        try await state.key()
      }
    } else {
      print("skipped: only root can make a file of another user")
    }
  }

  @Test func aProviderOfOtherVersionsIsToldFromOneThatRefuses() async throws {
    let fixture = try Fixture()
    let provider = try FakeProvider(in: fixture.directories)
    try await provider.start(versions: "2-3")
    let client = fixture.client()
    await #expect(throws: DiscoveryError.otherVersions(name: "home", speaks: "2-3", wanted: "1")) {
      try await client.connect()
    }
    #expect(provider.state.withLock { $0.codes.isEmpty }, "nothing was sent to it")
    await provider.stop()
    // Nor was anything pinned.
    try await provider.start(versions: "1")
    try await client.connect()
    await client.close()
    await provider.stop()
  }

  @Test func twoProcessesThatMakeTheKeyAtOnceAgree() async throws {
    let fixture = try Fixture()
    let keys = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<8 { group.addTask { try await AppKeyProbe(fixture).key() } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(keys.count == 1)
  }

  @Test func aManifestThatNoProviderWouldTakeIsRefusedHere() async throws {
    let fixture = try Fixture()
    let client = PaymentsClient(
      Manifest(appID: "../../etc", name: "x", version: "1", scopes: []),
      options: ClientOptions(directories: fixture.directories))
    await #expect(throws: AppStateError.invalidManifest) { try await client.connect() }
    #expect(!FileManager.default.fileExists(atPath: fixture.directories.state))
    await client.close()
  }
}

/// The app's key as a new process would find it.
struct AppKeyProbe: Sendable {
  let fixture: Fixture

  init(_ fixture: Fixture) { self.fixture = fixture }

  func key() async throws -> String {
    try await AppState(appID: Fixture.appID, directories: fixture.directories).identity().verifyingKey.base64URL
  }
}
