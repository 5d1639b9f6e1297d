import Cryptography
import Documents
import JSON
import PaymentsModel
import Testing

@Suite("Signatures of documents") struct SignatureTests {
  private let vectors: Vectors

  init() throws { vectors = try Vectors() }

  private func sign(_ part: String) throws -> DocumentSignature {
    let purpose: DocumentSignature.Purpose = part == "answer" ? .answer : .document
    return try DocumentSignature(
      purpose, vectors.bytes(part, "bytes"), file: vectors.text(part, "file"),
      for: (part == "answer" ? vectors.app : vectors.provider).verifyingKey,
      by: part == "answer" ? vectors.provider : vectors.app,
      at: #require(Timestamp(vectors.text(part, "signed_at"))))
  }

  @Test(arguments: ["document", "sealed", "answer"])
  func theVectors(part: String) throws {
    let object = try JSONValue(parsing: try sign(part).encoded)
    #expect(object["v"] == 1)
    #expect(object["key"]?.stringValue == (part == "answer" ? vectors.provider : vectors.app).verifyingKey.base64URL)
    #expect(object["signed_at"]?.stringValue == (try vectors.text(part, "signed_at")))
    #expect(object["signature"]?.stringValue == Base64URL.encode(try vectors.bytes(part, "signature")))
  }

  @Test func itHoldsForThisFileAlone() throws {
    let signature = try #require(DocumentSignature(parsing: try sign("document").encoded))
    let (bytes, file) = (try vectors.bytes("document", "bytes"), try vectors.text("document", "file"))
    let provider = vectors.provider.verifyingKey
    #expect(signature.isValid(.document, bytes, file: file, for: provider))
    #expect(!signature.isValid(.document, bytes + [10], file: file, for: provider))
    #expect(!signature.isValid(.document, bytes, file: "2" + file, for: provider))
    #expect(!signature.isValid(.document, bytes, file: file, for: vectors.app.verifyingKey))
    #expect(!signature.isValid(.answer, bytes, file: file, for: provider))
  }

  /// Each member is signed, and a file with any other form is not a signature.
  @Test func everyMemberCounts() throws {
    let object = try #require(try JSONValue(parsing: try sign("document").encoded).objectValue)
    let (bytes, file) = (try vectors.bytes("document", "bytes"), try vectors.text("document", "file"))
    func holds(_ change: (inout JSONObject) -> Void) -> Bool {
      var changed = object
      change(&changed)
      let signature = DocumentSignature(parsing: JSONValue.object(changed).encoded())
      return signature?.isValid(.document, bytes, file: file, for: vectors.provider.verifyingKey) ?? false
    }
    #expect(holds { _ in })
    #expect(!holds { $0["v"] = 2 })
    #expect(!holds { $0["v"] = nil })
    #expect(!holds { $0["signed_at"] = "2024-03-20T11:01:25.001Z" })
    // The same moment in another notation was not signed.
    #expect(!holds { $0["signed_at"] = "2024-03-20T11:01:25Z" })
    #expect(!holds { $0["key"] = .string(vectors.provider.verifyingKey.base64URL) })
    #expect(!holds { $0["signature"] = .string(Base64URL.encode([UInt8](repeating: 1, count: 64))) })
    #expect(!holds { $0["more"] = 1 })
    #expect(DocumentSignature(parsing: []) == nil)
    let padded = try sign("document").encoded + [UInt8](repeating: 0x20, count: 1024)
    #expect(DocumentSignature(parsing: padded) == nil)
  }

  @Test func freshness() throws {
    let freshness = DocumentFreshness()
    let now = try #require(Timestamp("2024-03-20T12:00:00Z"))
    #expect(freshness.allows(now, at: now))
    #expect(freshness.allows(now.advanced(by: .seconds(-86_400)), at: now))
    #expect(!freshness.allows(now.advanced(by: .milliseconds(-86_400_001)), at: now))
    #expect(freshness.allows(now.advanced(by: .seconds(300)), at: now))
    #expect(!freshness.allows(now.advanced(by: .milliseconds(300_001)), at: now))
  }
}
