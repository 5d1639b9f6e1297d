public import Catalogue
public import JSON
import JSONRPC
public import PaymentsAPI
public import PaymentsModel
public import StrictYAML

/// The faults of a document that are found before it becomes a request.
public enum DocumentFault: String, Sendable, Hashable, CaseIterable {
  /// The document has no signature.
  case unsigned
  /// The signature is malformed, or was not made for this file, this name and this provider.
  case badSignature = "bad_signature"
  /// The signature was made with another key than that of the app whose folder contains the file.
  case wrongKey = "wrong_key"
  /// The document was signed too long ago or in the future.
  case notFresh = "not_fresh"
  /// The file or its signature is a link, is not a regular file, belongs to another user, or is writable by others.
  case unsafeFile = "unsafe_file"
  /// The file is too large.
  case tooLarge = "too_large"
  /// The file cannot be opened with the app's document key.
  case cannotOpen = "cannot_open"
  /// The text is not acceptable YAML.
  case malformed
  /// The document contains another request than the one its folder is for.
  case wrongRequest = "wrong_request"
  /// The provider does not support the version of the request.
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

/// The reason why a document was not carried out, or not yet: the member `failure` of its answer.
public struct DocumentRefusal: Error, Codable, SnakeCaseMembers, Sendable, Hashable {
  /// The number of the error, if a call can fail with the same error.
  public var code: Int?
  /// The stable reason: a ``DocumentFault`` or a `FailureReason`.
  public var reason: String
  /// One sentence for people.
  public var message: String
  /// The JSON Pointer (RFC 6901) of the part that is wrong; absent if that is the whole document.
  public var pointer: String?
  /// The rule that was broken: a path in the schema, or a short text.
  public var rule: String?
  /// The line of the part that is wrong, counted from 1.
  public var line: Int?
  /// The column of the part that is wrong, counted from 1.
  public var column: Int?
  /// With `budget_exceeded`: the largest total, fee included, that fits now.
  public var left: DecimalAmount?
  /// With `budget_exceeded`: the time when more fits.
  public var resetsAt: Timestamp?

  /// Makes the failure for a fault of the document itself.
  public init(_ fault: DocumentFault, pointer: String? = nil, rule: String? = nil, at position: YAMLPosition? = nil) {
    reason = fault.rawValue
    message = fault.message
    self.pointer = pointer
    self.rule = rule
    line = position?.line
    column = position?.column
  }

  /// Makes the failure for a text that is not an acceptable document.
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

  /// Makes the failure that the same call would have.
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
