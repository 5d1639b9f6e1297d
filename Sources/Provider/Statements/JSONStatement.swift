import JSON
package import PaymentsAPI

/// A statement as a JSON document of the specification, and back.
package enum JSONStatement {
  /// The most bytes of a file that is read.
  package static let largestFile = 64 << 20

  /// The file.
  ///
  /// - Throws: ``StatementError/notEncodable``, which no statement that was built leads to.
  package static func bytes(_ document: StatementDocument) throws(StatementError) -> [UInt8] {
    do {
      return try JSONBytesEncoder().encode(document) + [UInt8(ascii: "\n")]
    } catch {
      throw .notEncodable
    }
  }

  /// The statement of a file; `nil` where it is none.
  package static func document(_ bytes: [UInt8]) -> StatementDocument? {
    guard let value = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: largestFile)) else { return nil }
    return try? JSONValueDecoder().decode(StatementDocument.self, from: value)
  }
}
