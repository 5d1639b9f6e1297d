import Cryptography
public import JSON
import PaymentsAPI
public import PaymentsModel
import StrictYAML

/// The answer that the provider writes next to a document: the state of its request, or the reason why it was refused.
///
/// It contains nothing else, so that the same state always gives the same text. The time of writing is in its
/// signature.
public struct DocumentAnswer: Codable, SnakeCaseMembers, Sendable, Equatable {
  /// The state of a document.
  public enum State: String, Codable, Sendable, Hashable, CaseIterable {
    /// The document is not a request yet: something is missing or the provider tries again. The failure says which.
    case waiting
    /// The document was accepted as a request, and its result can still change.
    case accepted
    /// The result of the request does not change any more. The document is in the archive or will be moved there.
    case ended
    /// The document was refused; the failure says why. It may become a request after it was changed or signed again.
    case refused
  }

  /// The maximum size of an answer in bytes.
  public static let largestText = 1 << 20
  /// The suffix of `spec`, which follows the name of the request.
  public static let suffix = "_answer"
  /// The version of the format of answers.
  public static let version = 1

  /// The name of the request followed by `_answer`.
  public var spec: String
  /// The version of the format, which is ``version``.
  public var version: Int
  /// The name of the document's file.
  public var document: String
  /// The SHA-256 of the document's file in base64url; absent if the file was not read.
  public var digest: String?
  /// The state that it has reached.
  public var state: State
  /// The idempotency key of the request, if this kind of request has one.
  public var requestID: PaymentRequestID?
  /// The result of the method in its present state.
  public var result: JSONValue?
  /// The reason why the request was not carried out, or not yet.
  public var failure: DocumentRefusal?

  /// Makes an answer.
  ///
  /// - Parameters:
  ///   - file: the content of the document's file; nil if it was not read.
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

  /// Computes ``digest`` for the content of a file.
  public static func digest(of file: [UInt8]) -> String {
    (try? SHA256.hash(file)).map { Base64URL.encode($0) } ?? ""
  }

  /// The answer as YAML text.
  public var text: [UInt8] {
    guard let value = try? JSONBytesEncoder().encodeValue(self) else { return [] }
    return YAMLWriter(remarks: [JSONPointer(["digest"]): "SHA-256 of the document's file"]).encode(value)
  }

  /// Parses the YAML text; nil if it is not an answer of this version.
  public init?(parsing text: [UInt8]) {
    let options = YAMLOptions(bytes: Self.largestText)
    guard let value = try? YAMLDocument(parsing: text, options: options).value,
      let answer = try? JSONValueDecoder().decode(DocumentAnswer.self, from: value), answer.version == Self.version
    else { return nil }
    self = answer
  }
}
