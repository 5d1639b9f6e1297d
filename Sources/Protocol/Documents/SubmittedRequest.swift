import Catalogue
public import Cryptography
public import JSON
public import PaymentsAPI
public import PaymentsModel
public import TypeDefinition

/// A document as a method call. Its params have been validated by the schema of the method.
public struct SubmittedRequest: Sendable {
  /// The maximum size of a document's text in bytes.
  public static let largestText = 65_536

  /// The name of the method.
  public let request: String
  /// The version of the request.
  public let version: Int
  /// The params of the method.
  public let params: JSONValue
  /// The idempotency key: the one given in the document, or one derived from the document; nil for a method without
  /// one.
  public let requestID: PaymentRequestID?
  private let document: ParsedDocument

  fileprivate init(_ document: ParsedDocument, _ params: JSONObject) {
    self.document = document
    self.params = .object(params)
    request = document.spec
    version = document.version
    requestID = params["request_id"]?.stringValue.flatMap { PaymentRequestID($0) }
  }

  /// Converts a failure of the method to a refusal with its position in the document.
  public func located(_ failure: PaymentsFailure) -> DocumentRefusal {
    let pointer = failure.pointer.flatMap { JSONPointer(parsing: $0) }
    let place = pointer.map { document.failure(at: $0, rule: failure.rule ?? "").position }
    return DocumentRefusal(failure, at: place)
  }
}

/// Reads the documents of apps.
public struct DocumentReader: Sendable {
  private let reader: RequestDocumentReader
  /// The methods that require a `request_id`.
  private let identified: Set<String>

  /// Makes a reader.
  ///
  /// - Throws: `SchemaError` if the schema of a method is invalid, which a test excludes for every build.
  public init(schemas: PaymentsSchemas) throws(SchemaError) {
    reader = try RequestDocumentReader(schemas: schemas)
    identified = Set(
      DocumentTree.requests.filter { schemas.methods[$0]?.paramsSource["properties"]?["request_id"] != nil })
  }

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - text: the text in UTF-8.
  ///   - name: the name of the document.
  ///   - app: the key of the app that submitted the document.
  ///   - request: the request that the document's folder is for; nil to accept every request.
  /// - Throws: ``DocumentRefusal`` with the position of the first broken rule.
  public func read(
    _ text: [UInt8], named name: DocumentName, app: Ed25519.VerifyingKey, of request: String? = nil
  ) throws(DocumentRefusal) -> SubmittedRequest {
    let document: ParsedDocument
    do {
      document = try reader.read(text)
    } catch {
      throw DocumentRefusal(error)
    }
    if let request, document.spec != request {
      let place = document.failure(at: JSONPointer(["spec"]), rule: request).position
      throw DocumentRefusal(.wrongRequest, pointer: "/spec", rule: request, at: place)
    }
    var params = document.params
    if identified.contains(document.spec), params["request_id"] == nil {
      guard let id = PaymentRequestID(document: text, name, of: app) else {
        throw DocumentRefusal(PaymentsFailure(.internalError), at: nil)
      }
      params["request_id"] = .string(id.text)
    }
    return SubmittedRequest(document, params)
  }
}

extension PaymentRequestID {
  /// Derives the `request_id` of a document that gives none: SHA-256(`payport/document-request/1\0` ‖ the app's 32
  /// bytes ‖ LP(stem of the name) ‖ SHA-256(text)), of which the first 16 bytes make a UUID of version 8. The request
  /// stays the same whether the document is sealed or not, and however often it is signed.
  public init?(document text: [UInt8], _ name: DocumentName, of app: Ed25519.VerifyingKey) {
    guard let digest = try? SHA256.hash(text),
      let id = try? SHA256.hash(DocumentLabel.request, app.bytes, DocumentLabel.prefixed(name.stem), digest)
    else { return nil }
    self.init(customBytes: Array(id.prefix(16)))
  }
}
