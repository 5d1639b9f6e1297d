package import JSON

/// Two SimpleX Chat apps with their local interfaces, for Alice and Bob. They are contacts and members of a group
/// "Trip". The apps are simulated by `Tests/Foreign/simplex.py`.
package struct SimpleXApps: Sendable {
  /// The ports of Alice's and Bob's apps.
  package let ports: [UInt16]
  private let process: ChildProcess

  /// Starts the apps.
  ///
  /// - Parameter python: the path that ``ForeignConsumer/python()`` returned.
  /// - Parameter more: options, such as for many contacts.
  /// - Throws: ``ChildProcessError``.
  package init(_ python: String, _ more: [String] = []) async throws {
    process = try ChildProcess(
      python, ["-B", ForeignConsumer.packageRoot + "/Tests/Foreign/simplex.py"] + more, input: .pipe)
    let first = try JSONValue(parsing: try await process.line { $0.hasPrefix(#"{"ports""#) })
    ports = (first["ports"]?.arrayValue ?? []).compactMap { $0.integerValue(as: UInt16.self) }
  }

  /// Returns the commands that an app has received. Side 0 is Alice's.
  package func commands(of side: Int) throws -> [String] {
    try process.lines(.output).compactMap { line in
      let value = try JSONValue(parsing: line)
      return value["side"]?.integerValue() == side ? value["cmd"]?.stringValue : nil
    }
  }

  /// Carries out an operation on the apps and waits for it; `simplex_operations.py` has them.
  ///
  /// - Returns: what the operation returns.
  /// - Throws: ``ChildProcessError``; the apps end when something that they send is not as SimpleX Chat's types want it.
  @discardableResult
  package func operate(_ operation: JSONValue) async throws -> JSONValue {
    try process.write(operation.text() + "\n")
    let line = try await process.line { $0.hasPrefix(#"{"done""#) }
    return try JSONValue(parsing: line)["done"] ?? .null
  }

  /// Returns what the apps complain of.
  package var complaints: [String] { process.lines(.error) }

  /// Ends the apps.
  package func stop() async throws { _ = try await process.stop() }
}
