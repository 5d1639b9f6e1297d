import JSON
import StrictYAML

/// What a configuration file says, as the text of each key by its path: `times.poll` is `5s`. It only serves to tell what
/// has changed, and its texts, some of which are secret, are never shown.
struct WrittenKeys: Sendable, Equatable {
  private var texts: [String: String] = [:]

  /// Nothing is written, as in an empty file.
  init() {}

  init(_ document: YAMLDocument) { add(document.value, at: "") }

  /// The paths of the keys that are not the same in another file, sorted. The limits of wallets are left out: what
  /// counts for them is the currency and not the place in the file.
  func changed(to other: WrittenKeys) -> [String] {
    Set(texts.keys).union(other.texts.keys).filter { texts[$0] != other.texts[$0] }.sorted()
  }

  /// Takes over what another file says of these keys.
  mutating func adopt(_ keys: Set<String>, of other: WrittenKeys) {
    for key in keys { texts[key] = other.texts[key] }
  }

  private mutating func add(_ value: JSONValue, at path: String) {
    switch value {
    // A mapping without keys says nothing.
    case .object(let object):
      for member in object.members where !(path.utf8.starts(with: "wallets[".utf8) && member.name == "limits") {
        add(member.value, at: path.isEmpty ? member.name : "\(path).\(member.name)")
      }
    case .array(let elements) where !elements.isEmpty:
      for (index, element) in elements.enumerated() { add(element, at: "\(path)[\(index)]") }
    default: texts[path] = value.text()
    }
  }
}
