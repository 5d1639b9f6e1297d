import Cryptography
import Platform
import TestSupport
import Testing

@testable import KeyStorage

@Suite struct SealedStreamTests {
  private static let cheap = Scrypt(cost: 1 << 10, blockSize: 1, parallelization: 1)
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func passphrase(_ text: String) -> SecretBytes { SecretBytes(text.utf8) }

  private func write(_ bytes: [UInt8]) throws -> String {
    let path = folder.path + "/\(UInt64.random(in: .min ... .max))"
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    defer { close(file) }
    #expect(bytes.withUnsafeBytes { systemWrite(file, $0) } == bytes.count)
    return path
  }

  private func sealed(_ content: [UInt8]) throws -> [UInt8] {
    let (source, target) = (try write(content), try write([]))
    let (input, output) = (open(source, O_RDONLY), open(target, O_WRONLY))
    defer { close(input); close(output) }
    try SealedStream.seal(from: input, to: output, with: passphrase("correct horse"), cost: Self.cheap)
    return try read(target)
  }

  private func read(_ path: String) throws -> [UInt8] {
    let file = open(path, O_RDONLY)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = bytes.withUnsafeMutableBytes { systemRead(file, $0) }
    return Array(bytes.prefix(count))
  }

  private func opened(_ bytes: [UInt8], _ typed: [String] = ["correct horse"]) throws -> [UInt8] {
    let path = try write(bytes)
    let file = open(path, O_RDONLY)
    defer { close(file) }
    var content: [UInt8] = []
    try SealedStream.open(file) { attempt in
      attempt < typed.count ? passphrase(typed[attempt]) : nil
    } take: {
      content += $0
    }
    return content
  }

  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 200_000])
  func whatWasSealedIsOpened(_ count: Int) throws {
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    let bytes = try sealed(content)
    #expect(try opened(bytes) == content)
    #expect(try opened(bytes, ["wrong one", "correct horse"]) == content, "a person may mistype")
    #expect(try sealed(content) != bytes, "no two are sealed with one key")
  }

  @Test func aWrongPassphraseIsTold() throws {
    let bytes = try sealed([1, 2, 3])
    #expect(throws: SealedStreamError.wrongPassphrase) { try opened(bytes, ["wrong one", "another"]) }
  }

  @Test func everyChangedByteIsSeen() throws {
    let bytes = try sealed((0..<70_000).map { UInt8(truncatingIfNeeded: $0) })
    let places = Array(0..<200) + stride(from: 200, to: bytes.count, by: 997) + Array(bytes.count - 40..<bytes.count)
    for place in places {
      var changed = bytes
      changed[place] ^= 0x20
      #expect(throws: SealedStreamError.self, "byte \(place)") { try opened(changed) }
    }
  }

  @Test func aStreamThatWasCutOrPutTogetherAnewIsNotOpened() throws {
    let bytes = try sealed([UInt8](repeating: 5, count: 3 * 65_536))
    let (head, part) = (108, 65_536 + 16)
    for count in [0, 10, 16, 100, head, head + 1, head + part - 1, head + part, head + 2 * part, bytes.count - 1] {
      #expect(throws: SealedStreamError.self, "\(count)") { try opened(Array(bytes.prefix(count))) }
    }
    #expect(throws: SealedStreamError.damaged) { try opened(bytes + [0]) }
    let swapped =
      bytes.prefix(head) + bytes[head + part..<head + 2 * part] + bytes[head..<head + part]
      + bytes[(head + 2 * part)...]
    #expect(throws: SealedStreamError.damaged) { try opened(Array(swapped)) }
  }

  @Test func otherFilesAreNotTakenForOne() throws {
    for bytes in [[], [1, 2, 3], Array("payport/sealed/2 and more".utf8)] as [[UInt8]] {
      let file = open(try write(bytes), O_RDONLY)
      defer { close(file) }
      #expect(!SealedStream.begins(file))
    }
    let file = open(try write(sealed([])), O_RDONLY)
    defer { close(file) }
    #expect(SealedStream.begins(file))
  }
}
