public import JSON
public import StrictYAML
public import TypeDefinition

/// A YAML document that is valid by a schema. Numbers are converted to texts where the schema requires texts.
public struct ValidatedYAML: Sendable {
  /// The content of the document.
  public let value: JSONValue
  private let document: YAMLDocument

  /// Parses and validates a document.
  ///
  /// - Parameters:
  ///   - bytes: the text of the document.
  ///   - schema: the schema that the document has to satisfy.
  ///   - options: the options of the YAML parser.
  ///   - unknownMembers: the treatment of members that the schema does not define. They are refused in requests. In
  ///     documents of a provider they are ignored, because a later version may have added them.
  /// - Throws: ``DocumentFailure``.
  public init(
    parsing bytes: [UInt8], schema: Schema, options: YAMLOptions = YAMLOptions(),
    unknownMembers: UnknownMembers = .refuse
  ) throws(DocumentFailure) {
    let document: YAMLDocument
    do {
      document = try YAMLDocument(parsing: bytes, options: options)
    } catch {
      throw DocumentFailure(error)
    }
    try self.init(document, schema: schema, unknownMembers: unknownMembers)
  }

  init(
    _ document: YAMLDocument, schema: Schema, unknownMembers: UnknownMembers = .refuse
  ) throws(DocumentFailure) {
    self.document = document
    value = schema.readingNumbersAsText(document.value)
    let errors = schema.validate(value, options: ValidationOptions(errors: .max))
    guard let error = errors.first(where: { unknownMembers == .refuse || $0.reason != .unknown }) else { return }
    throw failure(
      at: error.instancePath, rule: error.reason == .unknown ? "unknown member" : error.schemaPath.description)
  }

  /// Decodes the content.
  ///
  /// - Throws: ``DocumentFailure`` if a rule is broken that a schema cannot express.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(DocumentFailure) -> Value {
    do {
      return try JSONValueDecoder().decode(from: value)
    } catch {
      throw failure(at: error.pointer, rule: "not valid")
    }
  }

  /// Makes the failure for one part of the document.
  public func failure(at pointer: JSONPointer, rule: String) -> DocumentFailure {
    DocumentFailure(position: document.nearestPosition(of: pointer), pointer: pointer, rule: rule)
  }
}

extension YAMLDocument {
  /// The position of a part. If the part does not exist, this is the position of the nearest enclosing part that
  /// exists.
  func nearestPosition(of pointer: JSONPointer) -> YAMLPosition {
    var tokens = pointer.tokens
    while true {
      if let position = position(of: JSONPointer(tokens)) { return position }
      guard tokens.popLast() != nil else { return YAMLPosition(line: 1, column: 1) }
    }
  }
}
