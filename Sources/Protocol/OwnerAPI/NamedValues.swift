/// A JSON object whose members are not known before, such as amounts by the code of their currency. Unlike a
/// dictionary it keeps its order.
package struct NamedValues<Value: Codable & Sendable & Equatable>: Sendable, Equatable {
  /// One member.
  package struct Member: Sendable, Equatable {
    /// The name.
    package var name: String
    /// The value.
    package var value: Value

    /// A member.
    package init(name: String, value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// The members, in their order; no two have one name.
  package var members: [Member]

  /// The members, in their order.
  package init(_ members: [Member] = []) {
    self.members = members
  }

  /// Whether there is none.
  package var isEmpty: Bool { members.isEmpty }
}

extension NamedValues: Codable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Decodes all members of an object.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    members = try container.allKeys.map { key in
      Member(name: key.stringValue, value: try container.decode(Value.self, forKey: key))
    }
  }

  /// Encodes the members in their order.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for member in members { try container.encode(member.value, forKey: Key(stringValue: member.name)) }
  }
}
