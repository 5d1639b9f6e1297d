public import Catalogue
public import JSON
import JSONRPC
public import PaymentsAPI
public import PaymentsModel
public import StrictYAML

/// What can be wrong with a document before it is a request.
public enum DocumentFault: String, Sendable, Hashable, CaseIterable {
  /// There is no signature beside it.
  case unsigned
  /// The signature is none, or was not made over this file under this name for this provider.
  case badSignature = "bad_signature"
  /// The signature is another's than the app's whose folder it lies in.
  case wrongKey = "wrong_key"
  /// It was signed too long ago, or in the future.
  case notFresh = "not_fresh"
  /// The file or its signature is a link, no regular file, another user's, or can be changed by others.
  case unsafeFile = "unsafe_file"
  /// The file is too large.
  case tooLarge = "too_large"
  /// The seal does not open with the app's document key.
  case cannotOpen = "cannot_open"
  /// It is no acceptable YAML.
  case malformed
  /// It is another request than those of its folder.
  case wrongRequest = "wrong_request"
  /// The version of the request is none that the provider takes.
  case unsupportedVersion = "unsupported_version"

  /// One sentence for people.
  public var message: String {
    switch self {
    case .unsigned: "The document is not signed: payctl document sign does that."
    case .badSignature: "The signature does not fit the document."
    case .wrongKey: "The document was signed by another app than the one whose folder it lies in."
    case .notFresh: "The document was signed too long ago, or in the future: sign it again."
    case .unsafeFile: "The file may be another's: it is a link, belongs to another user, or others can change it."
    case .tooLarge: "The file is too large."
    case .cannotOpen: "The document was sealed with another key, or under another name."
    case .malformed: "The document is no acceptable YAML."
    case .wrongRequest: "The document is another request than those that belong into this folder."
    case .unsupportedVersion: "The provider does not take this version of the request."
    }
  }
}

/// Why a document was not done, or not yet: the member `failure` of its answer.
public struct DocumentRefusal: Error, Codable, SnakeCaseMembers, Sendable, Hashable {
  /// The number of the error, where it is one that a call has as well.
  public var code: Int?
  /// The stable word: a ``DocumentFault`` or a `FailureReason`.
  public var reason: String
  /// One sentence for people.
  public var message: String
  /// The JSON Pointer (RFC 6901) of the part that is wrong; absent where that is the whole.
  public var pointer: String?
  /// The rule that was broken: a path in the schema, or a short text.
  public var rule: String?
  /// The line of the part that is wrong, from 1.
  public var line: Int?
  /// The column, from 1.
  public var column: Int?
  /// With `budget_exceeded`: the largest total, fee included, that fits now.
  public var left: DecimalAmount?
  /// With `budget_exceeded`: when more fits.
  public var resetsAt: Timestamp?

  /// A failure of the document itself.
  public init(_ fault: DocumentFault, pointer: String? = nil, rule: String? = nil, at position: YAMLPosition? = nil) {
    reason = fault.rawValue
    message = fault.message
    self.pointer = pointer
    self.rule = rule
    line = position?.line
    column = position?.column
  }

  /// A text that is no acceptable document.
  public init(_ failure: DocumentFailure) {
    let pointer = failure.pointer?.description
    switch failure.pointer?.tokens.first {
    case nil where failure.pointer == nil: self.init(.malformed, rule: failure.rule, at: failure.position)
    case "spec": self.init(.wrongRequest, pointer: pointer, rule: failure.rule, at: failure.position)
    case "version": self.init(.unsupportedVersion, pointer: pointer, rule: failure.rule, at: failure.position)
    default:
      self.init(PaymentsFailure(.invalidParams, pointer: pointer, rule: failure.rule), at: failure.position)
    }
  }

  /// A failure as the same call would have it.
  public init(_ failure: PaymentsFailure, at position: YAMLPosition?) {
    code = failure.reason.code.rawValue
    reason = failure.reason.rawValue
    message = failure.reason.message
    pointer = failure.pointer.flatMap { $0.isEmpty ? nil : $0 }
    rule = failure.rule
    line = position?.line
    column = position?.column
    left = failure.left
    resetsAt = failure.resetsAt
  }
}
