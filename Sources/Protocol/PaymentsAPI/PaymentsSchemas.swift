public import JSON
public import TypeDefinition

/// The compiled JSON Type Definition (RFC 8927) schemas of the specification.
///
/// A schema file contains `params` and `result` of one method. The definitions in `definitions.json` can be used in all
/// of them. The same files are used to validate requests in the provider and answers in tests, and to generate the
/// OpenRPC document.
public struct PaymentsSchemas: Sendable {
  /// The schemas of one method.
  public struct MethodSchemas: Sendable {
    /// One sentence that describes the method.
    public let summary: String
    /// The reasons for which it may fail, besides those that follow from its kind.
    public let failures: [String]
    /// The schema of the params.
    public let params: Schema
    /// The schema of the result.
    public let result: Schema
    /// The schema of the params as written in the file, without the shared definitions.
    public let paramsSource: JSONValue
    /// The schema of the result as written in the file, without the shared definitions.
    public let resultSource: JSONValue
  }

  /// The schemas of the methods and the shared definitions.
  public let service: SchemaSet
  /// The schemas by method name.
  public var methods: [String: MethodSchemas] { service.methods }
  /// The params of the notification `event`.
  public let event: Schema
  /// The params of the notification `session_changed`.
  public let sessionChange: Schema
  /// The discovery file of a provider (chapter 2).
  public let discoveryFile: Schema
  /// The manifest of an app in the handshake (3.4).
  public let manifest: Schema
  /// The result in the first record of a session (3.3).
  public let connectResult: Schema
  /// The error object of a response (6.1).
  public let error: Schema
  /// `services.yml`, which is the result of `list_services`.
  public let serviceList: Schema
  /// `definition.yml` of a service.
  public let serviceDefinition: Schema
  /// The template of a request.
  public let requestTemplate: Schema
  /// The file with the signature of a document or an answer.
  public let documentSignature: Schema
  /// The answer to a document.
  public let documentAnswer: Schema
  /// The shared definitions as written in `definitions.json`.
  public var definitions: JSONObject { service.definitions }

  /// Parses the embedded files.
  ///
  /// - Throws: ``PaymentsSchemasError`` if a file is invalid, which a test excludes for every build.
  public init() throws {
    let service = try SchemaSet(
      definitions: SchemaFiles.definitions, methods: SchemaFiles.methods, notifications: SchemaFiles.notifications)
    self.service = service
    guard let list = service.methods[ListServices.name]?.result else {
      throw PaymentsSchemasError(file: ListServices.name)
    }
    serviceList = list
    serviceDefinition = try service.schema(["ref": "service_definition"], file: "definitions")
    requestTemplate = try service.schema(["ref": "request_template"], file: "definitions")
    event = try service.schema(service.notifications[PaymentsNotification.event], file: "event")
    sessionChange = try service.schema(
      service.notifications[PaymentsNotification.sessionChanged], file: "session_changed")
    let connection = try JSONValue(parsing: SchemaFiles.connectApp)
    discoveryFile = try service.schema(connection["discovery_file"], file: "connect_app")
    manifest = try service.schema(connection["manifest"], file: "connect_app")
    connectResult = try service.schema(connection["result"], file: "connect_app")
    error = try service.schema(try JSONValue(parsing: SchemaFiles.error)["error"], file: "error")
    let document = try JSONValue(parsing: SchemaFiles.document)
    documentSignature = try service.schema(document["signature"], file: "document")
    documentAnswer = try service.schema(document["answer"], file: "document")
  }
}

/// The error for an embedded schema file that is invalid.
public struct PaymentsSchemasError: Error, Sendable {
  /// The name of the file without its extension.
  public let file: String

  /// The error for a file, by its name without its extension.
  package init(file: String) { self.file = file }
}
