import Cryptography
import Files
import KeyStorage
import Platform
import TestSupport
import Testing

@Suite struct PassphraseFileTests {
  private func read(_ source: PassphraseFile) throws -> String? {
    try source.passphrase(for: "identity.json", attempt: 0).map { String(decoding: $0.exposedBytes(), as: UTF8.self) }
  }

  private func words(_ body: () throws -> Void) -> String? {
    guard case .passphraseUnusable(let words) = problem(body) else { return nil }
    return words
  }

  @Test(arguments: [
    ("secret", "secret"), ("secret\n", "secret"), ("secret\r\n", "secret"), ("two\nlines\n", "two"),
    (" with space \n", " with space "), ("Straße\n", "Straße"),
  ])
  func theFirstLine(content: String, passphrase: String) throws {
    let place = try KeyPlace()
    try place.folder.write(Array(content.utf8), to: "pass", replacing: false)
    #expect(try read(PassphraseFile(path: place.scratch.path + "/pass")) == passphrase)
  }

  @Test func whatIsNoPassphrase() throws {
    let place = try KeyPlace()
    for (name, content) in [("empty", ""), ("blank", "\nsecret\n")] {
      try place.folder.write(Array(content.utf8), to: name, replacing: false)
      #expect(
        words { _ = try read(PassphraseFile(path: place.scratch.path + "/" + name)) } == "its first line is empty")
    }
    try place.folder.write([UInt8](repeating: 0x61, count: 1025), to: "long", replacing: false)
    #expect(words { _ = try read(PassphraseFile(path: place.scratch.path + "/long")) }?.contains("longer") == true)
    #expect(words { _ = try read(PassphraseFile(path: place.scratch.path + "/none")) } == "No such file or directory")
  }

  @Test func aFileThatOthersCanRead() throws {
    let place = try KeyPlace()
    try place.folder.write(Array("secret".utf8), to: "payport-passphrase", replacing: false)
    let path = place.scratch.path + "/payport-passphrase"
    chmod(path, 0o640)
    #expect(words { _ = try read(PassphraseFile(path: path)) }?.contains("0640") == true)
    // systemd gives the group access if it uses an access control list.
    let directory = place.scratch.path
    #expect(try read(#require(PassphraseFile(credential: "payport-passphrase", directory: directory))) == "secret")
    chmod(path, 0o644)
    let open = try #require(PassphraseFile(credential: "payport-passphrase", directory: directory))
    #expect(words { _ = try read(open) }?.contains("0644") == true)
  }

  @Test func aCredentialThatIsNotThere() throws {
    #expect(PassphraseFile(credential: "payport-passphrase", directory: nil) == nil)
    #expect(PassphraseFile(credential: "payport-passphrase", directory: "") == nil)
    #expect(PassphraseFile(credential: "payport-passphrase", directory: "/nowhere") == nil)
  }

  @Test func aPipe() throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    #expect(write(ends[1], "from a pipe\nmore", 16) == 16)
    close(ends[1])
    #expect(try read(PassphraseFile(descriptor: ends[0])) == "from a pipe")
  }
}
