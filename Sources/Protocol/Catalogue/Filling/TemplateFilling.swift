public import JSON
public import PaymentsAPI

/// Fills in a request from its template, field by field: tells which method to call next, and what can then be chosen.
/// It calls nothing itself.
public struct TemplateFilling: Sendable {
  /// What is to be done next.
  public enum Step: Sendable, Equatable {
    /// Call this method and give its answer to ``answered(_:)``. Where the method wants a `request_id`, it is to be
    /// added.
    case call(method: String, params: JSONObject)
    /// Choose what stands in a field, by ``choose(_:)``.
    case choose(FieldQuestion)
    /// All fields are done: the document, `spec` and `version` first.
    case done(JSONObject)
  }

  private let template: RequestTemplate
  private let schemas: PaymentsSchemas
  private let given: JSONObject
  private var document: JSONObject
  private var fields: ArraySlice<RequestTemplate.Field>
  /// The methods that were not asked yet about the field that is filled in.
  private var methods: ArraySlice<String> = []
  private var options: FieldOptions?

  /// Begins.
  ///
  /// - Parameters:
  ///   - template: of the request.
  ///   - version: of the request, as agreed.
  ///   - given: fields that the app knows already, by their names; nothing is asked about them.
  public init(_ template: RequestTemplate, version: Int, given: JSONObject = JSONObject(), schemas: PaymentsSchemas) {
    self.template = template
    self.schemas = schemas
    self.given = given
    document = ["spec": .string(template.spec), "version": .integer(version)]
    fields = template.fields[...]
    begin()
  }

  /// What is to be done next.
  public var step: Step {
    guard let field = fields.first else { return .done(document) }
    if let options {
      return .choose(FieldQuestion(field: field.name, options: options, hasMore: !methods.isEmpty))
    }
    // A field without options has a method to ask: see `prepare()`.
    let method = methods.first ?? ""
    return .call(method: method, params: params(of: method) ?? JSONObject())
  }

  /// Takes the answer of the method.
  public mutating func answered(_ result: JSONValue) {
    guard options == nil, let method = methods.popFirst() else { return }
    options = FieldOptions(result, of: method, for: template.spec)
    skipMethods()
  }

  /// Takes what was chosen.
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

  /// Goes on to the next field that is not given.
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

  /// Passes over methods that this app does not know, or that want what is not known yet.
  private mutating func skipMethods() {
    while let method = methods.first, params(of: method) == nil { methods.removeFirst() }
  }

  /// The words of which one must stand in a field; `nil` where any can.
  private func words(of field: String) -> [String]? {
    let source = schemas.methods[template.spec]?.paramsSource
    guard let schema = source?["properties"]?[field] ?? source?["optionalProperties"]?[field] else { return nil }
    let definition = schema["ref"]?.stringValue.flatMap { schemas.definitions[$0] } ?? schema
    return definition["enum"]?.arrayValue?.compactMap(\.stringValue)
  }

  /// The params of a method, as far as the fields tell; `nil` where that is not enough.
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

/// A field, and what can stand in it.
public struct FieldQuestion: Sendable, Hashable {
  /// The name of the field.
  public let field: String
  /// What can stand in it.
  public let options: FieldOptions
  /// Whether another method could tell more, such as one that makes a new address.
  public let hasMore: Bool

  /// Makes a question.
  public init(field: String, options: FieldOptions, hasMore: Bool) {
    self.field = field
    self.options = options
    self.hasMore = hasMore
  }
}

/// What an app answers to a question about a field.
public enum FieldChoice: Sendable, Equatable {
  /// This stands in it.
  case value(JSONValue)
  /// It is left out.
  case nothing
  /// The next method is to be asked instead.
  case more
}
