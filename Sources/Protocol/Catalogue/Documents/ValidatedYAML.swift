public import JSON
public import StrictYAML
public import TypeDefinition

/// A YAML document that fits a schema. Numbers stand as texts where the schema wants texts.
public struct ValidatedYAML: Sendable {
  /// What it says.
  public let value: JSONValue
  private let document: YAMLDocument

  /// Reads a document.
  ///
  /// - Parameters: - bytes: its text. - schema: what it has to fit. - options: how the text is read. - unknownMembers:
  ///   what to do with members that the schema does not have. Requests refuse them; of what a provider tells, they are
  ///   what a later version has added.
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

  /// Decodes what it says.
  ///
  /// - Throws: ``DocumentFailure`` where a rule is broken that no schema can say.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(DocumentFailure) -> Value {
    do {
      return try JSONValueDecoder().decode(from: value)
    } catch {
      throw failure(at: error.pointer, rule: "not valid")
    }
  }

  /// A failure of one part of the document.
  public func failure(at pointer: JSONPointer, rule: String) -> DocumentFailure {
    DocumentFailure(position: document.nearestPosition(of: pointer), pointer: pointer, rule: rule)
  }
}

extension YAMLDocument {
  /// Where a part stands, or would stand: the nearest enclosing part that is there.
  func nearestPosition(of pointer: JSONPointer) -> YAMLPosition {
    var tokens = pointer.tokens
    while true {
      if let position = position(of: JSONPointer(tokens)) { return position }
      guard tokens.popLast() != nil else { return YAMLPosition(line: 1, column: 1) }
    }
  }
}
