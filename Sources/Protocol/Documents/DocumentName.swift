public import PaymentsModel

/// The name of a document, from which the names of its files are derived.
///
/// It consists of a stem of 1 to 100 letters, digits, `-` and `_`, which begins with a letter or a digit, and of the
/// extension `.yml`, or `.sealed` if it is sealed. A stem has no dot, so an answer or a signature is never taken for a
/// document.
public struct DocumentName: Sendable, Hashable {
  /// The form of the document in its file.
  public enum Form: String, Sendable, Hashable, CaseIterable {
    /// YAML text.
    case plain = "yml"
    /// YAML text that is sealed with the app's document key.
    case sealed
  }

  /// The maximum length of a stem.
  public static let longestStem = 100

  /// The part before the dot.
  public let stem: String
  /// The form of the document in its file.
  public let form: Form

  /// Makes a name from a stem; nil if the stem is invalid.
  public init?(stem: String, form: Form) {
    guard (1...Self.longestStem).contains(stem.utf8.count), stem.utf8.allSatisfy(Self.isStemByte),
      let first = stem.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "_")
    else { return nil }
    self.stem = stem
    self.form = form
  }

  /// Makes a name from the name of a document's file; nil if it is not one.
  public init?(file: String) {
    let parts = file.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 2, let form = Form(rawValue: String(Substring(parts[1]))) else { return nil }
    self.init(stem: String(Substring(parts[0])), form: form)
  }

  /// Makes a name from the name of the file with a document's signature; nil if it is not one.
  public init?(signatureFile file: String) {
    guard let name = DocumentName(file: String(file.unicodeScalars.dropLast(Self.signature(of: "").utf8.count))),
      Self.signature(of: name.file) == file
    else { return nil }
    self = name
  }

  /// Makes a name from a moment and a request, such as `20240320110125_payment_order`; nil if the name of the request
  /// cannot be part of a stem.
  public init?(_ request: String, at moment: Timestamp, form: Form) {
    let digits = moment.text.utf8.prefix(19).filter { (0x30...0x39).contains($0) }
    self.init(stem: String(decoding: digits, as: UTF8.self) + "_" + request, form: form)
  }

  /// The name of the document's file.
  public var file: String { stem + "." + form.rawValue }
  /// The name of the answer's file.
  public var answerFile: String { stem + ".answer." + form.rawValue }
  /// The names of all files of the document: the document, its signature, the answer and the answer's signature.
  public var files: [String] {
    [file, Self.signature(of: file), answerFile, Self.signature(of: answerFile)]
  }

  /// The name of the file with the signature of a file.
  public static func signature(of file: String) -> String { file + ".sig" }

  private static func isStemByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension DocumentName: Comparable {
  /// Orders by stem, so names that begin with a moment are in the order of time.
  public static func < (left: DocumentName, right: DocumentName) -> Bool {
    (left.stem, left.form.rawValue) < (right.stem, right.form.rawValue)
  }
}
