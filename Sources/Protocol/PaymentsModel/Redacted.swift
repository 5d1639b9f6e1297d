/// A value that must not reach a log, such as an address or a key: its description says only what it is.
public struct Redacted<Value: Sendable>: Sendable {
  /// The value itself, for code that has the right to it.
  public let value: Value
  private let label: StaticString

  /// Wraps a value under a label that may be logged.
  public init(_ value: Value, _ label: StaticString) {
    self.value = value
    self.label = label
  }
}

extension Redacted: CustomStringConvertible, CustomDebugStringConvertible {
  /// The label in angle quotes.
  public var description: String { "‹\(label)›" }
  /// The label in angle quotes.
  public var debugDescription: String { description }
}

extension Redacted: Equatable where Value: Equatable {
  /// Compares the values.
  public static func == (left: Redacted, right: Redacted) -> Bool { left.value == right.value }
}

extension Redacted: Hashable where Value: Hashable {
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
