public import JSON

extension Schema {
  /// Returns the instance with each number replaced by a string of its original digits if the schema requires a string
  /// there, because `amount: 0.5` without quotes means the text. Everything else is unchanged, valid or not, and is
  /// checked by ``validate(_:options:)``.
  ///
  /// - Parameter depth: the maximum nesting of schemas to follow, counting references.
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
