import Catalogue
public import Cryptography
public import JSON
public import PaymentsAPI
public import PaymentsModel
public import TypeDefinition

/// A document as the call that it is: a method with its params, which the very schema of the method has checked.
public struct SubmittedRequest: Sendable {
  /// The most bytes of a document's text.
  public static let largestText = 65_536

  /// The name of the method.
  public let request: String
  /// The version of the request.
  public let version: Int
  /// The params of the method.
  public let params: JSONValue
  /// The idempotency key: as the document names it, or made from the document itself; `nil` for a method without.
  public let requestID: PaymentRequestID?
  private let document: ParsedDocument

  fileprivate init(_ document: ParsedDocument, _ params: JSONObject) {
    self.document = document
    self.params = .object(params)
    request = document.spec
    version = document.version
    requestID = params["request_id"]?.stringValue.flatMap { PaymentRequestID($0) }
  }

  /// What the method refused, with the place in the document.
  public func located(_ failure: PaymentsFailure) -> DocumentRefusal {
    let pointer = failure.pointer.flatMap { JSONPointer(parsing: $0) }
    let place = pointer.map { document.failure(at: $0, rule: failure.rule ?? "").position }
    return DocumentRefusal(failure, at: place)
  }
}

/// Reads the documents of apps.
public struct DocumentReader: Sendable {
  private let reader: RequestDocumentReader
  /// The methods that want a `request_id`.
  private let identified: Set<String>

  /// A reader.
  ///
  /// - Throws: `SchemaError` where the schema of a method is not as it should be, which a test rules out for every
  ///   build.
  public init(schemas: PaymentsSchemas) throws(SchemaError) {
    reader = try RequestDocumentReader(schemas: schemas)
    identified = Set(
      DocumentTree.requests.filter { schemas.methods[$0]?.paramsSource["properties"]?["request_id"] != nil })
  }

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - text: in UTF-8.
  ///   - name: the document's name.
  ///   - app: whose document it is.
  ///   - request: what is requested in the document's folder; `nil` for whatever it requests.
  /// - Throws: ``DocumentRefusal`` with the place of the first broken rule.
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
  /// The `request_id` of a document that names none: SHA-256(`payport/document-request/1\0` ‖ the app's 32 bytes ‖
  /// LP(stem of the name) ‖ SHA-256(text)), of which the first 16 bytes make a UUID of version 8. Sealed or not, signed
  /// once or twice, it is the same request.
  public init?(document text: [UInt8], _ name: DocumentName, of app: Ed25519.VerifyingKey) {
    guard let digest = try? SHA256.hash(text),
      let id = try? SHA256.hash(DocumentLabel.request, app.bytes, DocumentLabel.prefixed(name.stem), digest)
    else { return nil }
    self.init(customBytes: Array(id.prefix(16)))
  }
}
