public import JSON

extension Schema {
  /// An instance in which each number that stands where the schema wants a string is that string, with the digits that
  /// were typed: what somebody means who writes `amount: 0.5` without quotes. Everything else stays as it is, right or
  /// wrong, for ``validate(_:options:)`` to judge.
  ///
  /// - Parameter depth: how many schemas inside each other, references counted, are followed.
  public func readingNumbersAsText(_ instance: JSONValue, depth: Int = ValidationOptions().depth) -> JSONValue {
    read(instance, root, depth: depth)
  }

  private func read(_ instance: JSONValue, _ node: Node, depth: Int) -> JSONValue {
    guard depth > 0 else { return instance }
    switch (node.form, instance) {
    case (.ref(let definition), _): return read(instance, definitions[definition], depth: depth - 1)
    case (.type(.string), .number(let number)), (.enumeration, .number(let number)): return .string(number.text)
    case (.elements(let element), .array(let elements)):
      return .array(elements.map { read($0, element, depth: depth - 1) })
    case (.values(let value), .object(let object)):
      return .object(object) { read($0.value, value, depth: depth - 1) }
    case (.properties(let form), .object(let object)):
      return .object(object) { member in
        guard let position = form.position(of: member.name, after: -1) else { return member.value }
        return read(member.value, form.properties[position].node, depth: depth - 1)
      }
    case (.discriminator(let form), .object(let object)):
      guard case .string(let value)? = object[form.tag], let mapped = form.node(for: value) else { return instance }
      return read(instance, mapped, depth: depth - 1)
    default: return instance
    }
  }
}

extension JSONValue {
  fileprivate static func object(_ object: JSONObject, _ value: (JSONObject.Member) -> JSONValue) -> JSONValue {
    .object(JSONObject(object.members.map { JSONObject.Member(name: $0.name, value: value($0)) }))
  }
}
