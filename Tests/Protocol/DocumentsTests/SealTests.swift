import Cryptography
import Documents
import Testing

@Suite("Sealed documents") struct SealTests {
  private let vectors: Vectors

  init() throws { vectors = try Vectors() }

  @Test func theVector() throws {
    let text = Array(try vectors.text("text").utf8)
    let (file, sealed) = (try vectors.text("sealed", "file"), try vectors.bytes("sealed", "bytes"))
    let random = GivenRandom(bytes: try vectors.bytes("sealed", "nonce"))
    #expect(try vectors.key.seal(text, file: file, random: random) == sealed)
    #expect(try vectors.key.open(sealed, file: file) == text)
    #expect(sealed.count == text.count + DocumentKey.overhead)
  }

  @Test func itOpensForThisNameAndKeyAlone() throws {
    let (file, sealed) = (try vectors.text("sealed", "file"), try vectors.bytes("sealed", "bytes"))
    #expect(throws: CryptographyError.authenticationFailure) { try vectors.key.open(sealed, file: "2" + file) }
    let other = try DocumentKey(from: SystemRandom())
    #expect(throws: CryptographyError.authenticationFailure) { try other.open(sealed, file: file) }
    for index in [1, 13, sealed.count - 1] {
      var changed = sealed
      changed[index] ^= 1
      #expect(throws: CryptographyError.authenticationFailure) { try vectors.key.open(changed, file: file) }
    }
    #expect(throws: CryptographyError.invalidEncoding) { try vectors.key.open([2] + sealed.dropFirst(), file: file) }
    #expect(throws: CryptographyError.invalidLength) {
      try vectors.key.open(Array(sealed.prefix(DocumentKey.overhead - 1)), file: file)
    }
  }

  @Test func eachSealIsAnother() throws {
    let random = SystemRandom()
    let first = try vectors.key.seal([1, 2, 3], file: "a.sealed", random: random)
    #expect(try vectors.key.seal([1, 2, 3], file: "a.sealed", random: random) != first)
    #expect(try vectors.key.open(first, file: "a.sealed") == [1, 2, 3])
  }

  @Test func keys() throws {
    let key = try DocumentKey(from: SystemRandom())
    #expect(DocumentKey(base64URL: key.exposedText) == key)
    #expect(DocumentKey(base64URL: "AA") == nil && DocumentKey(base64URL: "!") == nil)
    #expect(!"\(key)".contains(key.exposedText))
  }
}
