package import JSON

/// What one run of `payd` or `payctl` with `--json` left behind.
package struct ProgramRun: Sendable, CustomStringConvertible {
  /// The command line.
  package let command: [String]
  /// How it ended.
  package let result: ChildProcessResult

  /// What a command left behind.
  package init(command: [String], result: ChildProcessResult) {
    self.command = command
    self.result = result
  }

  /// The exit status; `nil` where a signal ended it.
  package var status: Int32? {
    if case .code(let code) = result.exit { code } else { nil }
  }

  /// The document that it printed; null where there is none.
  package var json: JSONValue { documents.last ?? .null }

  /// All documents that it printed, one a line.
  package var documents: [JSONValue] { result.output.compactMap { try? JSONValue(parsing: Array($0.utf8)) } }

  /// Everything that it said to people.
  package var remarks: String { result.error.joined(separator: "\n") }

  /// For the test's own report.
  package var description: String {
    (["$ " + command.joined(separator: " ") + " → \(result.exit)"] + result.output + result.error)
      .joined(separator: "\n")
  }

  /// The same, where it ended well.
  ///
  /// - Throws: ``ProgramFailure`` otherwise.
  @discardableResult
  package func succeeded() throws(ProgramFailure) -> ProgramRun {
    guard status == 0 else { throw ProgramFailure(run: self) }
    return self
  }
}

/// A program did not end with status 0.
package struct ProgramFailure: Error, Sendable, CustomStringConvertible {
  /// What it did.
  package let run: ProgramRun

  /// The command line and its output.
  package var description: String { run.description }
}
