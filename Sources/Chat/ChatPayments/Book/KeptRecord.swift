package import Files
package import JSON

/// The form of a file that holds one value: an object with the value under its name, and with the version of the form.
package enum KeptRecord {
  private static let version = 1

  /// Returns the content of a file for a value, which it holds as the member of that name.
  package static func bytes(
    of value: some Encodable, as member: String, style: JSONWriter.Style = .pretty
  ) throws -> [UInt8] {
    let value = try JSONBytesEncoder().encodeValue(value)
    return JSONValue.object(["v": .integer(version), member: value]).encoded(style: style)
  }

  /// Returns the value of a file.
  ///
  /// - Parameter file: the file's name, for the error.
  package static func value<Value: Decodable>(
    of member: String, in bytes: [UInt8], file: String, limits: JSONLimits = JSONLimits()
  ) throws(KeptFolderError) -> Value {
    do {
      let object = try JSONValue(parsing: bytes, limits: limits)
      // A file of a later version is refused, because its meaning is not known.
      guard object["v"]?.integerValue(as: Int.self) == version, let value = object[member] else {
        throw KeptFolderError.damaged(name: file)
      }
      return try JSONValueDecoder().decode(from: value)
    } catch {
      throw .damaged(name: file)
    }
  }
}
