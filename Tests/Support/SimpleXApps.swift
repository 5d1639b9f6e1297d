package import JSON

/// Two SimpleX Chat apps with their local interfaces, of Alice and of Bob, who are contacts and members of a group
/// "Trip": `Tests/Foreign/simplex.py`.
package struct SimpleXApps: Sendable {
  /// Where Alice's app listens, and Bob's.
  package let ports: [UInt16]
  private let process: ChildProcess

  /// Starts them.
  ///
  /// - Parameter python: as ``ForeignConsumer/python()`` found it.
  /// - Throws: ``ChildProcessError``.
  package init(_ python: String) async throws {
    process = try ChildProcess(
      python, ["-B", ForeignConsumer.packageRoot + "/Tests/Foreign/simplex.py"], input: .pipe)
    let first = try JSONValue(parsing: try await process.line { $0.hasPrefix(#"{"ports""#) })
    ports = (first["ports"]?.arrayValue ?? []).compactMap { $0.integerValue(as: UInt16.self) }
  }

  /// The commands that an app has got: 0 is Alice's.
  package func commands(of side: Int) throws -> [String] {
    try process.lines(.output).compactMap { line in
      let value = try JSONValue(parsing: line)
      return value["side"]?.integerValue() == side ? value["cmd"]?.stringValue : nil
    }
  }

  /// Does something to them, and returns when it is done; what there is, `simplex.py` says.
  package func operate(_ operation: JSONValue) async throws {
    try process.write(operation.text() + "\n")
    _ = try await process.line { $0.hasPrefix(#"{"done""#) }
  }

  /// Ends them.
  package func stop() async throws { _ = try await process.stop() }
}
