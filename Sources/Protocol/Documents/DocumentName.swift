public import PaymentsModel

/// The name of a document, and of the files that belong to it.
///
/// A stem of 1 to 100 letters, digits, `-` and `_`, which begins with a letter or a digit, and `.yml`, or `.sealed`
/// where it is sealed. No stem has a dot, so that no answer and no signature is ever taken for a document.
public struct DocumentName: Sendable, Hashable {
  /// How the document lies in its file.
  public enum Form: String, Sendable, Hashable, CaseIterable {
    /// As YAML.
    case plain = "yml"
    /// As YAML that is sealed with the app's document key.
    case sealed
  }

  /// The longest stem.
  public static let longestStem = 100

  /// What comes before the dot.
  public let stem: String
  /// How it lies in its file.
  public let form: Form

  /// A name of a stem; `nil` where that is none.
  public init?(stem: String, form: Form) {
    guard (1...Self.longestStem).contains(stem.utf8.count), stem.utf8.allSatisfy(Self.isStemByte),
      let first = stem.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "_")
    else { return nil }
    self.stem = stem
    self.form = form
  }

  /// The name of the document in a file; `nil` where the file can hold none.
  public init?(file: String) {
    let parts = file.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 2, let form = Form(rawValue: String(Substring(parts[1]))) else { return nil }
    self.init(stem: String(Substring(parts[0])), form: form)
  }

  /// The name of the document to which the file of a signature belongs; `nil` where it is none of a document.
  public init?(signatureFile file: String) {
    guard let name = DocumentName(file: String(file.unicodeScalars.dropLast(Self.signature(of: "").utf8.count))),
      Self.signature(of: name.file) == file
    else { return nil }
    self = name
  }

  /// A name made of a moment and a request, such as `20240320110125_payment_order`; `nil` where the request's name can
  /// be no part of a stem.
  public init?(_ request: String, at moment: Timestamp, form: Form) {
    let digits = moment.text.utf8.prefix(19).filter { (0x30...0x39).contains($0) }
    self.init(stem: String(decoding: digits, as: UTF8.self) + "_" + request, form: form)
  }

  /// The document's file.
  public var file: String { stem + "." + form.rawValue }
  /// The file of the answer.
  public var answerFile: String { stem + ".answer." + form.rawValue }
  /// The files that belong to the document, itself first: with its signature, the answer and its signature.
  public var files: [String] {
    [file, Self.signature(of: file), answerFile, Self.signature(of: answerFile)]
  }

  /// The file with the signature of a file.
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
  /// By stem: those that begin with their moment in its order.
  public static func < (left: DocumentName, right: DocumentName) -> Bool {
    (left.stem, left.form.rawValue) < (right.stem, right.form.rawValue)
  }
}
