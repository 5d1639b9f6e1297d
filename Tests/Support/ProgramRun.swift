public import JSON

/// What one run of `payd` or `payctl` with `--json` left behind.
public struct ProgramRun: Sendable, CustomStringConvertible {
  /// The command line.
  public let command: [String]
  /// How it ended.
  public let result: ChildProcessResult

  /// What a command left behind.
  public init(command: [String], result: ChildProcessResult) {
    self.command = command
    self.result = result
  }

  /// The exit status; `nil` where a signal ended it.
  public var status: Int32? {
    if case .code(let code) = result.exit { code } else { nil }
  }

  /// The document that it printed; null where there is none.
  public var json: JSONValue { documents.last ?? .null }

  /// All documents that it printed, one a line.
  public var documents: [JSONValue] { result.output.compactMap { try? JSONValue(parsing: Array($0.utf8)) } }

  /// Everything that it said to people.
  public var remarks: String { result.error.joined(separator: "\n") }

  /// For the test's own report.
  public var description: String {
    (["$ " + command.joined(separator: " ") + " → \(result.exit)"] + result.output + result.error)
      .joined(separator: "\n")
  }

  /// The same, where it ended well.
  ///
  /// - Throws: ``ProgramFailure`` otherwise.
  @discardableResult
  public func succeeded() throws(ProgramFailure) -> ProgramRun {
    guard status == 0 else { throw ProgramFailure(run: self) }
    return self
  }
}

/// A program did not end with status 0.
public struct ProgramFailure: Error, Sendable, CustomStringConvertible {
  /// What it did.
  public let run: ProgramRun

  /// The command line and its output.
  public var description: String { run.description }
}
