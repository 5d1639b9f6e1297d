public import JSON

/// The template of a request: its fields, and the methods that return their possible values.
///
/// Apart from `spec`, `version` and `file_endpoint` each member is a field. The fields are in the order in which they
/// have to be filled in.
public struct RequestTemplate: Sendable, Hashable {
  /// The source of the values of a field.
  public enum Source: Sendable, Hashable {
    /// The app knows the value itself. This is `null` in the file.
    case app
    /// One of these methods returns the possible values. This is `{spec: METHOD}` in the file, or a list of such
    /// objects.
    case calls([String])
    /// The value is an amount within a range, such as `0-100`.
    case range(String)
  }

  /// One field of a request.
  public struct Field: Sendable, Hashable {
    /// The name of the field in the request.
    public let name: String
    /// The source of its values.
    public let source: Source

    /// Makes a field.
    public init(name: String, source: Source) {
      self.name = name
      self.source = source
    }
  }

  /// The name of the request, such as `payment_order`.
  public var spec: String
  /// The versions of the request. Each request gives one of them.
  public var version: VersionRange
  /// The fields, in order.
  public var fields: [Field]
  /// The methods that can be called for the request after it was made; absent if the file does not list any.
  public var fileEndpoint: [String]?

  /// Makes a template.
  public init(spec: String, version: VersionRange, fields: [Field], fileEndpoint: [String]? = nil) {
    self.spec = spec
    self.version = version
    self.fields = fields
    self.fileEndpoint = fileEndpoint
  }
}

/// The reason why a JSON value is not a template: the position and the rule.
public struct RequestTemplateError: Error, Sendable, Hashable {
  /// The part that is wrong.
  public let pointer: JSONPointer
  /// The expected form, for people.
  public let rule: String
}

extension RequestTemplate {
  private static let ownMembers = ["spec", "version", "file_endpoint"]

  /// Makes a template from its JSON form.
  ///
  /// - Throws: ``RequestTemplateError``.
  public init(json: JSONValue) throws(RequestTemplateError) {
    guard case .object(let object) = json, let spec = object["spec"]?.stringValue else {
      throw RequestTemplateError(pointer: JSONPointer(["spec"]), rule: "the name of the request")
    }
    guard let version = object["version"]?.stringValue.flatMap({ VersionRange($0) }) else {
      throw RequestTemplateError(pointer: JSONPointer(["version"]), rule: "N or N-M, from 1 to 9999")
    }
    self.init(spec: spec, version: version, fields: [])
    if let endpoint = object["file_endpoint"] { fileEndpoint = try Self.calls(endpoint, at: ["file_endpoint"]) }
    for member in object.members where !Self.ownMembers.contains(member.name) {
      fields.append(Field(name: member.name, source: try Self.source(member.value, at: [member.name])))
    }
  }

  /// The JSON form, with the fields in their order.
  public var json: JSONValue {
    var object: JSONObject = ["spec": .string(spec), "version": .string(version.description)]
    for field in fields {
      object[field.name] =
        switch field.source {
        case .app: .null
        case .calls(let names) where names.count == 1: Self.calls(names)[0] ?? .null
        case .calls(let names): Self.calls(names)
        case .range(let text): .string(text)
        }
    }
    if let fileEndpoint { object["file_endpoint"] = Self.calls(fileEndpoint) }
    return .object(object)
  }

  private static func calls(_ names: [String]) -> JSONValue { .array(names.map { ["spec": .string($0)] }) }

  private static func source(_ value: JSONValue, at path: [String]) throws(RequestTemplateError) -> Source {
    switch value {
    case .null: return .app
    case .object: return .calls([try call(value, at: path)])
    case .array: return .calls(try calls(value, at: path))
    case .string(let text) where AmountBounds(text) != nil: return .range(text)
    default:
      throw RequestTemplateError(pointer: JSONPointer(path), rule: "{spec: METHOD}, a list of such, MIN-MAX or nothing")
    }
  }

  private static func calls(_ value: JSONValue, at path: [String]) throws(RequestTemplateError) -> [String] {
    guard case .array(let elements) = value else {
      throw RequestTemplateError(pointer: JSONPointer(path), rule: "a list of {spec: METHOD}")
    }
    var names: [String] = []
    for (index, element) in elements.enumerated() { names.append(try call(element, at: path + [String(index)])) }
    return names
  }

  private static func call(_ value: JSONValue, at path: [String]) throws(RequestTemplateError) -> String {
    guard let name = value["spec"]?.stringValue else {
      throw RequestTemplateError(pointer: JSONPointer(path), rule: "{spec: METHOD}")
    }
    return name
  }
}

extension RequestTemplate: Codable {
  /// Decodes the JSON form.
  ///
  /// - Throws: ``RequestTemplateError``.
  public init(from decoder: any Decoder) throws {
    try self.init(json: JSONValue(from: decoder))
  }

  /// Encodes the JSON form.
  public func encode(to encoder: any Encoder) throws {
    // A single-value container keeps the order of the members, which is the order in which the fields are filled in.
    var container = encoder.singleValueContainer()
    try container.encode(json)
  }
}
