public import JSON
public import PaymentsAPI

/// Fills in a request from its template, field by field. It says which method the caller has to call next, and which
/// values a field can have. It calls no method itself.
public struct TemplateFilling: Sendable {
  /// The next step of the caller.
  public enum Step: Sendable, Equatable {
    /// Call this method and pass its answer to ``answered(_:)``. If the method requires a `request_id`, the caller has
    /// to add it.
    case call(method: String, params: JSONObject)
    /// Choose the value of a field and pass it to ``choose(_:)``.
    case choose(FieldQuestion)
    /// All fields are filled in. The value is the document, which begins with `spec` and `version`.
    case done(JSONObject)
  }

  private let template: RequestTemplate
  private let schemas: PaymentsSchemas
  private let given: JSONObject
  private var document: JSONObject
  private var fields: ArraySlice<RequestTemplate.Field>
  /// The methods that have not been called yet for the current field.
  private var methods: ArraySlice<String> = []
  private var options: FieldOptions?

  /// Begins to fill in a request.
  ///
  /// - Parameters:
  ///   - template: the template of the request.
  ///   - version: the version of the request that was agreed on.
  ///   - given: the fields that the app knows already, by their names. No question is asked about them.
  public init(_ template: RequestTemplate, version: Int, given: JSONObject = JSONObject(), schemas: PaymentsSchemas) {
    self.template = template
    self.schemas = schemas
    self.given = given
    document = ["spec": .string(template.spec), "version": .integer(version)]
    fields = template.fields[...]
    begin()
  }

  /// The next step of the caller.
  public var step: Step {
    guard let field = fields.first else { return .done(document) }
    if let options {
      return .choose(FieldQuestion(field: field.name, options: options, hasMore: !methods.isEmpty))
    }
    // A field without options always has a method to call; see `begin()`.
    let method = methods.first ?? ""
    return .call(method: method, params: params(of: method) ?? JSONObject())
  }

  /// Accepts the answer of the method.
  public mutating func answered(_ result: JSONValue) {
    guard options == nil, let method = methods.popFirst() else { return }
    options = FieldOptions(result, of: method, for: template.spec)
    skipMethods()
  }

  /// Accepts the choice for the current field.
  public mutating func choose(_ choice: FieldChoice) {
    guard options != nil, let field = fields.first else { return }
    switch choice {
    case .value(let value): document[field.name] = value
    case .nothing: break
    case .more where !methods.isEmpty:
      options = nil
      return
    case .more: return
    }
    fields.removeFirst()
    begin()
  }

  /// Continues with the next field that was not given.
  private mutating func begin() {
    while let field = fields.first, let value = given[field.name] {
      document[field.name] = value
      fields.removeFirst()
    }
    options = nil
    methods = []
    guard let field = fields.first else { return }
    switch field.source {
    case .app: options = words(of: field.name).map(FieldOptions.oneOf) ?? .anything
    case .range(let text): options = AmountBounds(text).map { .amount(least: $0.least, most: $0.most) } ?? .anything
    case .calls(let names):
      methods = names[...]
      skipMethods()
      if methods.isEmpty { options = .anything }
    }
  }

  /// Skips methods that this app does not know, and methods with params that are not known yet.
  private mutating func skipMethods() {
    while let method = methods.first, params(of: method) == nil { methods.removeFirst() }
  }

  /// The values of a field that is an enumeration; nil if any value is possible.
  private func words(of field: String) -> [String]? {
    let source = schemas.methods[template.spec]?.paramsSource
    guard let schema = source?["properties"]?[field] ?? source?["optionalProperties"]?[field] else { return nil }
    let definition = schema["ref"]?.stringValue.flatMap { schemas.definitions[$0] } ?? schema
    return definition["enum"]?.arrayValue?.compactMap(\.stringValue)
  }

  /// The params of a method, taken from the fields filled in so far; nil if these are not sufficient.
  private func params(of method: String) -> JSONObject? {
    guard let source = schemas.methods[method]?.paramsSource else { return nil }
    var params = JSONObject()
    for member in source["properties"]?.objectValue?.members ?? [] where member.name != "request_id" {
      guard let value = document[member.name] else { return nil }
      params[member.name] = value
    }
    return params
  }
}

/// A field and its possible values.
public struct FieldQuestion: Sendable, Hashable {
  /// The name of the field.
  public let field: String
  /// The possible values of the field.
  public let options: FieldOptions
  /// Whether another method can offer more values, such as one that makes a new address.
  public let hasMore: Bool

  /// Makes a question.
  public init(field: String, options: FieldOptions, hasMore: Bool) {
    self.field = field
    self.options = options
    self.hasMore = hasMore
  }
}

/// The app's answer to a question about a field.
public enum FieldChoice: Sendable, Equatable {
  /// The field has this value.
  case value(JSONValue)
  /// The field is left out.
  case nothing
  /// The next method is to be called for more values.
  case more
}
