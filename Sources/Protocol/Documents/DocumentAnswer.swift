import Cryptography
public import JSON
import PaymentsAPI
public import PaymentsModel
import StrictYAML

/// What the provider writes beside a document: how far its request is, or why it is none.
///
/// It says nothing but that, so that the same state is always the same text. When it was written is in its signature.
public struct DocumentAnswer: Codable, SnakeCaseMembers, Sendable, Equatable {
  /// How far a document is.
  public enum State: String, Codable, Sendable, Hashable, CaseIterable {
    /// It is no request yet: something is missing, or the provider tries again, see the failure.
    case waiting
    /// It is a request, with a result that still changes.
    case accepted
    /// It is a request, and the result does not change any more; the document is or will be in the archive.
    case ended
    /// It is no request, see the failure. Changed or signed again it may become one.
    case refused
  }

  /// The most bytes of an answer.
  public static let largestText = 1 << 20
  /// What `spec` says: the request and this.
  public static let suffix = "_answer"
  /// The version of answers.
  public static let version = 1

  /// The name of the request and `_answer`.
  public var spec: String
  /// ``version``.
  public var version: Int
  /// The file that is answered.
  public var document: String
  /// SHA-256 of that file, base64url; absent where it was not read.
  public var digest: String?
  /// How far it is.
  public var state: State
  /// The idempotency key of the request, where it is one that has such.
  public var requestID: PaymentRequestID?
  /// What the method answers, in its present state.
  public var result: JSONValue?
  /// Why it was not done, or not yet.
  public var failure: DocumentRefusal?

  /// An answer.
  ///
  /// - Parameters:
  ///   - file: what is in the document's file; `nil` where it was not read.
  ///   - request: the name of the method.
  public init(
    to name: DocumentName, _ file: [UInt8]?, of request: String, _ state: State, requestID: PaymentRequestID? = nil,
    result: JSONValue? = nil, failure: DocumentRefusal? = nil
  ) {
    spec = request + Self.suffix
    version = Self.version
    document = name.file
    digest = file.map(Self.digest)
    self.state = state
    self.requestID = requestID
    self.result = result
    self.failure = failure
  }

  /// What ``digest`` is for what is in a file.
  public static func digest(of file: [UInt8]) -> String {
    (try? SHA256.hash(file)).map { Base64URL.encode($0) } ?? ""
  }

  /// The YAML text.
  public var text: [UInt8] {
    guard let value = try? JSONBytesEncoder().encodeValue(self) else { return [] }
    return YAMLWriter(remarks: [JSONPointer(["digest"]): "SHA-256 of the document's file"]).encode(value)
  }

  /// Reads the YAML text; `nil` where it is no answer of this version.
  public init?(parsing text: [UInt8]) {
    let options = YAMLOptions(bytes: Self.largestText)
    guard let value = try? YAMLDocument(parsing: text, options: options).value,
      let answer = try? JSONValueDecoder().decode(DocumentAnswer.self, from: value), answer.version == Self.version
    else { return nil }
    self = answer
  }
}
