public import JSON

extension Schema {
  /// Validates an instance (RFC 8927 section 3.3). The result is empty if it is valid, which allocates nothing.
  public func validate(_ instance: JSONValue, options: ValidationOptions = ValidationOptions()) -> [ValidationError] {
    var validator = Validator(definitions: definitions, options: options)
    validator.check(instance, with: root, depth: 0)
    return validator.errors
  }
}

/// One validation. An error is reported with the path below the current value, and the callers prepend the rest. A
/// valid instance therefore costs no path.
private struct Validator {
  let definitions: [Node]
  let options: ValidationOptions
  var errors: [ValidationError] = []

  init(definitions: [Node], options: ValidationOptions) {
    self.definitions = definitions
    self.options = options
  }

  private var isFull: Bool { errors.count >= options.errors }

  mutating func check(_ instance: JSONValue, with node: Node, depth: Int, discriminator tag: String? = nil) {
    if node.isNullable, case .null = instance { return }
    switch node.form {
    case .empty: break
    case .ref(let definition):
      // Depth is counted at every step, but only references can lead to endless nesting.
      guard depth < options.depth else { return report(.depth, at: node, "ref") }
      check(instance, with: definitions[definition], depth: depth + 1)
    case .type(let type):
      if !type.accepts(instance) { report(.type, at: node, "type") }
    case .enumeration(let values):
      guard case .string(let string) = instance else { return report(.type, at: node, "enum") }
      for value in values where value.hasSameUTF8(as: string) { return }
      report(.value, at: node, "enum")
    case .elements(let element):
      guard case .array(let elements) = instance else { return report(.type, at: node, "elements") }
      for position in elements.indices {
        let before = errors.count
        check(elements[position], with: element, depth: depth + 1)
        if errors.count > before { locate(String(position), from: before) }
        if isFull { return }
      }
    case .values(let value):
      guard case .object(let object) = instance else { return report(.type, at: node, "values") }
      for member in object.members {
        let before = errors.count
        check(member.value, with: value, depth: depth + 1)
        if errors.count > before { locate(member.name, from: before) }
        if isFull { return }
      }
    case .properties(let form): check(instance, with: node, as: form, depth: depth, tag: tag)
    case .discriminator(let form): check(instance, with: node, as: form, depth: depth)
    }
  }

  private mutating func check(_ instance: JSONValue, with node: Node, as form: PropertiesForm, depth: Int, tag: String?)
  {
    guard case .object(let object) = instance else { return report(.type, at: node, form.keyword) }
    var last = -1
    var required = 0
    for member in object.members {
      if let position = form.position(of: member.name, after: last) {
        last = position
        if form.properties[position].isRequired { required += 1 }
        let before = errors.count
        check(member.value, with: form.properties[position].node, depth: depth + 1)
        if errors.count > before { locate(member.name, from: before) }
      } else if !form.allowsAdditional {
        if let tag, tag.hasSameUTF8(as: member.name) { continue }
        report(.unknown, at: node, instance: member.name)
      }
      if isFull { return }
    }
    guard required < form.requiredCount else { return }
    for property in form.properties where property.isRequired && object.position(of: property.name) == nil {
      report(.missing, at: node, "properties", property.name)
      if isFull { return }
    }
  }

  private mutating func check(_ instance: JSONValue, with node: Node, as form: DiscriminatorForm, depth: Int) {
    guard case .object(let object) = instance else { return report(.type, at: node, "discriminator") }
    guard let position = object.position(of: form.tag) else {
      return report(.missingDiscriminator, at: node, "discriminator")
    }
    guard case .string(let value) = object.members[position].value else {
      return report(.type, at: node, "discriminator", instance: form.tag)
    }
    guard let mapped = form.node(for: value) else { return report(.value, at: node, "mapping", instance: form.tag) }
    check(instance, with: mapped, depth: depth + 1, discriminator: form.tag)
  }

  private mutating func report(
    _ reason: ValidationError.Reason, at node: Node, _ keywords: String..., instance: String? = nil
  ) {
    guard !isFull else { return }
    errors.append(
      ValidationError(
        instancePath: JSONPointer(instance.map { [$0] } ?? []), schemaPath: JSONPointer(node.path + keywords),
        reason: reason))
  }

  private mutating func locate(_ token: String, from first: Int) {
    for position in first..<errors.count {
      errors[position].instancePath = errors[position].instancePath.prepending(token)
    }
  }
}

extension InstanceType {
  fileprivate func accepts(_ instance: JSONValue) -> Bool {
    switch (self, instance) {
    case (.boolean, .bool), (.string, .string), (.float32, .number), (.float64, .number): true
    case (.timestamp, .string(let text)): RFC3339Timestamp.isValid(text)
    case (.int8, .number(let number)): fits(number, Int8.self)
    case (.uint8, .number(let number)): fits(number, UInt8.self)
    case (.int16, .number(let number)): fits(number, Int16.self)
    case (.uint16, .number(let number)): fits(number, UInt16.self)
    case (.int32, .number(let number)): fits(number, Int32.self)
    case (.uint32, .number(let number)): fits(number, UInt32.self)
    default: false
    }
  }

  /// Whether a number fits an integer type. A fraction of zero is allowed: `1.0` and `10e-1` are integers (RFC 8927
  /// section 3.3.3).
  private func fits<Integer: FixedWidthInteger>(_ number: JSONNumber, _ type: Integer.Type) -> Bool {
    guard let value = number.wholeValue else { return false }
    return Integer(exactly: value) != nil
  }
}
