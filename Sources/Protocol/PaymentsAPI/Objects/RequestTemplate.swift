public import JSON

/// How a request is filled in: its fields, and the calls that tell what can stand in them.
///
/// Beside `spec`, `version` and `file_endpoint` each member is a field, in the order in which they are to be filled.
public struct RequestTemplate: Sendable, Hashable {
  /// What can stand in a field.
  public enum Source: Sendable, Hashable {
    /// What the app knows itself; `null` in the file.
    case app
    /// What one of these methods answers: `{spec: METHOD}`, or a list of such.
    case calls([String])
    /// One of the amounts from the least to the most, as `0-100`.
    case range(String)
  }

  /// One field.
  public struct Field: Sendable, Hashable {
    /// Its name in the request.
    public let name: String
    /// What can stand in it.
    public let source: Source

    /// Makes a field.
    public init(name: String, source: Source) {
      self.name = name
      self.source = source
    }
  }

  /// The name of the request, such as `payment_order`.
  public var spec: String
  /// The versions of the request; a request names one of them.
  public var version: VersionRange
  /// The fields, in order.
  public var fields: [Field]
  /// The methods that can be called about the request once it is made; absent where the file names none.
  public var fileEndpoint: [String]?

  /// Makes a template.
  public init(spec: String, version: VersionRange, fields: [Field], fileEndpoint: [String]? = nil) {
    self.spec = spec
    self.version = version
    self.fields = fields
    self.fileEndpoint = fileEndpoint
  }
}

/// Why a JSON value is no template: the place and the rule.
public struct RequestTemplateError: Error, Sendable, Hashable {
  /// The part that is wrong.
  public let pointer: JSONPointer
  /// What it should be, for people.
  public let rule: String
}

extension RequestTemplate {
  private static let ownMembers = ["spec", "version", "file_endpoint"]

  /// Reads the JSON form.
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

  /// The JSON form, fields in order.
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
  /// From the JSON form.
  ///
  /// - Throws: ``RequestTemplateError``.
  public init(from decoder: any Decoder) throws {
    try self.init(json: JSONValue(from: decoder))
  }

  /// As the JSON form.
  public func encode(to encoder: any Encoder) throws {
    // In a container the members keep their order, which is that in which the fields are filled in.
    var container = encoder.singleValueContainer()
    try container.encode(json)
  }
}
