import JSON

/// Checks a schema by the rules of RFC 8927 section 2 and builds its nodes.
struct SchemaCompiler {
  private static let keywords: Set<String> = [
    "definitions", "nullable", "metadata", "ref", "type", "enum", "elements", "properties", "optionalProperties",
    "additionalProperties", "values", "discriminator", "mapping",
  ]
  private static let formKeywords: Set<String> = keywords.subtracting(["definitions", "nullable", "metadata"])

  private var definitions: [UTF8Key: Int] = [:]

  mutating func compile(root: JSONValue) throws(SchemaError) -> (root: Node, definitions: [Node]) {
    var schemas = JSONObject()
    if let value = root["definitions"] { schemas = try object(value, at: ["definitions"]) }
    for (position, member) in schemas.members.enumerated() { definitions[UTF8Key(member.name)] = position }
    let node = try compile(root, at: [])
    var compiled: [Node] = []
    for member in schemas.members {
      compiled.append(try compile(member.value, at: ["definitions", member.name]))
    }
    return (node, compiled)
  }

  private func compile(
    _ schema: JSONValue, at path: [String], discriminator tag: String? = nil
  ) throws(SchemaError) -> Node {
    guard case .object(let schema) = schema else { throw SchemaError(.notAnObject, at: path) }
    for member in schema.members where !Self.keywords.contains(member.name) {
      throw SchemaError(.unknownKeyword, at: path + [member.name])
    }
    if schema["definitions"] != nil, !path.isEmpty {
      throw SchemaError(.definitionsBelowRoot, at: path + ["definitions"])
    }
    if let metadata = schema["metadata"] { _ = try object(metadata, at: path + ["metadata"]) }
    let isNullable = try boolean("nullable", of: schema, at: path)
    let form = try form(of: schema, at: path, discriminator: tag)
    if tag != nil {
      guard case .properties = form else { throw SchemaError(.mappingNotProperties, at: path) }
      if isNullable { throw SchemaError(.mappingNullable, at: path + ["nullable"]) }
    }
    return Node(form: form, isNullable: isNullable, path: path)
  }

  private func form(
    of schema: JSONObject, at path: [String], discriminator tag: String?
  ) throws(SchemaError) -> Form {
    let keywords = Set(schema.members.lazy.map(\.name)).intersection(Self.formKeywords)
    switch keywords {
    case []: return .empty
    case ["ref"]:
      let name = try string("ref", of: schema, at: path)
      guard let position = definitions[UTF8Key(name)] else {
        throw SchemaError(.unknownDefinition, at: path + ["ref"])
      }
      return .ref(position)
    case ["type"]:
      guard let type = InstanceType(rawValue: try string("type", of: schema, at: path)) else {
        throw SchemaError(.unknownType, at: path + ["type"])
      }
      return .type(type)
    case ["enum"]: return .enumeration(try enumeration(schema, at: path + ["enum"]))
    case ["elements"]: return .elements(try compile(schema["elements"] ?? .null, at: path + ["elements"]))
    case ["values"]: return .values(try compile(schema["values"] ?? .null, at: path + ["values"]))
    case ["discriminator", "mapping"]: return .discriminator(try mapping(schema, at: path))
    default:
      guard keywords.isSubset(of: ["properties", "optionalProperties", "additionalProperties"]),
        keywords != ["additionalProperties"]
      else { throw SchemaError(.mixedForms, at: path) }
      return .properties(try properties(schema, at: path, discriminator: tag))
    }
  }

  private func enumeration(_ schema: JSONObject, at path: [String]) throws(SchemaError) -> [String] {
    guard case .array(let elements)? = schema["enum"] else {
      throw SchemaError(.wrongValue(expected: "array of strings"), at: path)
    }
    var values: [String] = []
    var seen: Set<UTF8Key> = []
    for (position, element) in elements.enumerated() {
      guard case .string(let value) = element else {
        throw SchemaError(.wrongValue(expected: "string"), at: path + [String(position)])
      }
      guard seen.insert(UTF8Key(value)).inserted else {
        throw SchemaError(.duplicateEnumValue, at: path + [String(position)])
      }
      values.append(value)
    }
    if values.isEmpty { throw SchemaError(.emptyEnum, at: path) }
    return values
  }

  private func properties(
    _ schema: JSONObject, at path: [String], discriminator tag: String?
  ) throws(SchemaError) -> PropertiesForm {
    var properties: [PropertiesForm.Property] = []
    var names: Set<UTF8Key> = []
    for keyword in ["properties", "optionalProperties"] {
      guard let value = schema[keyword] else { continue }
      let path = path + [keyword]
      for member in try object(value, at: path).members {
        let path = path + [member.name]
        if let tag, tag.hasSameUTF8(as: member.name) { throw SchemaError(.mappingDefinesDiscriminator, at: path) }
        guard names.insert(UTF8Key(member.name)).inserted else { throw SchemaError(.propertyTwice, at: path) }
        properties.append(
          PropertiesForm.Property(
            name: member.name, node: try compile(member.value, at: path), isRequired: keyword == "properties"))
      }
    }
    return PropertiesForm(
      properties: properties, keyword: schema["properties"] == nil ? "optionalProperties" : "properties",
      allowsAdditional: try boolean("additionalProperties", of: schema, at: path))
  }

  private func mapping(_ schema: JSONObject, at path: [String]) throws(SchemaError) -> DiscriminatorForm {
    let tag = try string("discriminator", of: schema, at: path)
    let path = path + ["mapping"]
    var mapping: [(String, Node)] = []
    for member in try object(schema["mapping"] ?? .null, at: path).members {
      mapping.append((member.name, try compile(member.value, at: path + [member.name], discriminator: tag)))
    }
    return DiscriminatorForm(tag: tag, mapping: mapping)
  }

  private func object(_ value: JSONValue, at path: [String]) throws(SchemaError) -> JSONObject {
    guard case .object(let object) = value else { throw SchemaError(.wrongValue(expected: "object"), at: path) }
    return object
  }

  private func string(_ name: String, of schema: JSONObject, at path: [String]) throws(SchemaError) -> String {
    guard case .string(let string)? = schema[name] else {
      throw SchemaError(.wrongValue(expected: "string"), at: path + [name])
    }
    return string
  }

  private func boolean(_ name: String, of schema: JSONObject, at path: [String]) throws(SchemaError) -> Bool {
    switch schema[name] {
    case nil: return false
    case .bool(let value)?: return value
    default: throw SchemaError(.wrongValue(expected: "bool"), at: path + [name])
    }
  }
}
