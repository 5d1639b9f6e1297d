import Cryptography
import Files
import JSON
import KeyStorage
import TestSupport
import Testing

@Suite struct SealedKeyStoreTests {
  private let horse = SecretBytes(text: "correct horse battery")

  private func sealed(_ place: KeyPlace, _ key: Ed25519.SigningKey) throws {
    try SealedKeyStore(in: place.folder, passphrase: KnownPassphrase(horse), cost: .quick).create(key)
  }

  private func load(_ place: KeyPlace, _ passphrase: any PassphraseSource) throws -> Ed25519.SigningKey? {
    try SealedKeyStore(in: place.folder, passphrase: passphrase).load()
  }

  @Test func aSealedKeyOpensWithItsPassphraseOnly() throws {
    let place = try KeyPlace()
    let key = try Ed25519.SigningKey.fresh()
    try sealed(place, key)
    #expect(place.mode == 0o600)
    #expect(try load(place, KnownPassphrase(horse))?.seed == key.seed)
    #expect(problem { _ = try load(place, KnownPassphrase(SecretBytes(text: "correct horse"))) } == .wrongPassphrase)
    #expect(problem { _ = try load(place, NoPassphrase()) } == .passphraseNeeded)
    #expect(problem { _ = try FileKeyStore(in: place.folder).load() } == .passphraseNeeded)
    #expect(try KeyManager(in: place.folder).state() == .sealed(key.verifyingKey))
    let text = try place.text()
    #expect(!text.contains(Base64URL.encode(key.seed.exposedBytes())))
    #expect(!text.contains("horse"))
  }

  /// Damage to any byte is distinguished from a wrong passphrase.
  @Test func everyDamagedByteIsSeen() throws {
    let place = try KeyPlace()
    try sealed(place, .fresh())
    let whole = try place.folder.read(KeyManager.fileName, limit: 4096)
    for index in whole.indices where !" \n".utf8.contains(whole[index]) {
      for bit: UInt8 in [0x01, 0x20] {
        var bytes = whole
        bytes[index] ^= bit
        try place.folder.write(bytes, to: KeyManager.fileName, replacing: true)
        let found = problem { _ = try load(place, KnownPassphrase(horse)) }
        switch found {
        case .damaged, .unknownVersion: break
        default: Issue.record("byte \(index) (\(UnicodeScalar(whole[index]))): \(String(describing: found))")
        }
      }
    }
    for count in stride(from: 0, to: whole.count - 3, by: 7) {
      try place.folder.write(Array(whole[..<count]), to: KeyManager.fileName, replacing: true)
      guard case .damaged = problem({ _ = try load(place, KnownPassphrase(horse)) }) else {
        Issue.record("cut at \(count)")
        continue
      }
    }
  }

  /// The file is untrusted, so it must not be able to make us use any amount of memory or time.
  @Test(arguments: ["2147483648", "2097152", "3", "0", "512"])
  func aCostOutOfRangeIsNotPaid(cost: String) throws {
    let place = try KeyPlace()
    try sealed(place, .fresh())
    let text = try place.text().replacing("\"n\": 1024", with: "\"n\": \(cost)")
    try place.folder.write(Array(text.utf8), to: KeyManager.fileName, replacing: true)
    guard case .damaged = problem({ _ = try load(place, KnownPassphrase(horse)) }) else {
      Issue.record("a cost of \(cost) was taken")
      return
    }
  }

  @Test func theFormatIsTheDocumentedOne() throws {
    // This file was made by another implementation: Python's hashlib.scrypt and cryptography's ChaCha20Poly1305.
    let place = try KeyPlace(SealedVector.file)
    let key = try #require(try load(place, KnownPassphrase(SecretBytes(text: SealedVector.passphrase))))
    #expect(Base64URL.encode(key.seed.exposedBytes()) == "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A")
  }

  @Test func aPersonMayMistypeTwice() throws {
    let place = try KeyPlace()
    let key = try Ed25519.SigningKey.fresh()
    try sealed(place, key)
    let patient = TypedPassphrases(["no", "nor this", "correct horse battery"])
    #expect(try load(place, patient)?.verifyingKey == key.verifyingKey)
    let hopeless = TypedPassphrases(["a", "b", "c"])
    #expect(problem { _ = try load(place, hopeless) } == .wrongPassphrase)
  }

  @Test func sealingAndUnsealingKeepTheKey() throws {
    let place = try KeyPlace()
    let key = try KeyManager(in: place.folder).open()
    let seed = Base64URL.encode(key.seed.exposedBytes())
    #expect(try place.text().contains(seed))
    try KeyManager(in: place.folder).seal(with: horse, cost: .quick)
    #expect(try !place.text().contains(seed))
    // Sealing again changes the passphrase and needs the old one.
    let other = SecretBytes(text: "another passphrase")
    #expect(problem { try KeyManager(in: place.folder).seal(with: other, cost: .quick) } == .passphraseNeeded)
    try KeyManager(in: place.folder, passphrase: KnownPassphrase(horse)).seal(with: other, cost: .quick)
    #expect(problem { _ = try load(place, KnownPassphrase(horse)) } == .wrongPassphrase)
    let keys = KeyManager(in: place.folder, passphrase: KnownPassphrase(other))
    #expect(try keys.open().verifyingKey == key.verifyingKey)
    try keys.unseal()
    #expect(try KeyManager(in: place.folder).open().seed == key.seed)
    #expect(place.mode == 0o600)
    #expect(try place.folder.names() == [KeyManager.fileName])
  }

  @Test func thereMustBeAKeyToSeal() throws {
    let place = try KeyPlace()
    #expect(problem { try KeyManager(in: place.folder).seal(with: horse, cost: .quick) } == KeyStoreError.Problem.none)
    #expect(problem { try KeyManager(in: place.folder).unseal() } == KeyStoreError.Problem.none)
    #expect(try place.folder.names() == [])
  }
}

/// The answers of a person, one after the other.
private struct TypedPassphrases: PassphraseSource {
  let answers: [String]
  var attempts: Int { answers.count }

  init(_ answers: [String]) { self.answers = answers }

  func passphrase(for path: String, attempt: Int) -> SecretBytes? { SecretBytes(text: answers[attempt]) }
}
