/// The labels that separate the uses of keys. Each byte string that is signed, sealed or hashed begins with one of
/// these.
enum DocumentLabel {
  static let document = Array("payport/document/1\0".utf8)
  static let answer = Array("payport/document-answer/1\0".utf8)
  static let sealed = Array("payport/sealed-document/1\0".utf8)
  static let request = Array("payport/document-request/1\0".utf8)

  /// LP(x): the length as u16 in big-endian order ‖ x. A text that is too long gets a length that no other text has
  /// here.
  static func prefixed(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    let count = UInt16(clamping: bytes.count)
    return [UInt8(count >> 8), UInt8(count & 0xFF)] + bytes
  }
}
