import JSON
package import PaymentsAPI

/// Writes statements as JSON documents of the specification, and reads them.
package enum JSONStatement {
  /// The largest size in bytes of a file that is read.
  package static let largestFile = 64 << 20

  /// Returns the bytes of the file.
  ///
  /// - Throws: ``StatementError/notEncodable``, which does not happen for a statement of ``StatementBuilder``.
  package static func bytes(_ document: StatementDocument) throws(StatementError) -> [UInt8] {
    do {
      return try JSONBytesEncoder().encode(document) + [UInt8(ascii: "\n")]
    } catch {
      throw .notEncodable
    }
  }

  /// Returns the statement in a file; `nil` if the file is not a statement.
  package static func document(_ bytes: [UInt8]) -> StatementDocument? {
    guard let value = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: largestFile)) else { return nil }
    return try? JSONValueDecoder().decode(StatementDocument.self, from: value)
  }
}
