extension DocumentFolder: CustomStringConvertible {
  /// A text for logs, without the key.
  public var description: String { "DocumentFolder(\(name))" }
}
