import JSON
public import PaymentsAPI

/// A statement as a JSON document of the specification, and back.
public enum JSONStatement {
  /// The most bytes of a file that is read.
  public static let largestFile = 64 << 20

  /// The file.
  ///
  /// - Throws: ``StatementError/notEncodable``, which no statement that was built leads to.
  public static func bytes(_ document: StatementDocument) throws(StatementError) -> [UInt8] {
    do {
      return try JSONBytesEncoder().encode(document) + [UInt8(ascii: "\n")]
    } catch {
      throw .notEncodable
    }
  }

  /// The statement of a file; `nil` where it is none.
  public static func document(_ bytes: [UInt8]) -> StatementDocument? {
    guard let value = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: largestFile)) else { return nil }
    return try? JSONValueDecoder().decode(StatementDocument.self, from: value)
  }
}
