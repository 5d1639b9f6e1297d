package import JSON

/// The result of a run of `payd` or `payctl` with `--json`.
package struct ProgramRun: Sendable, CustomStringConvertible {
  /// The command line.
  package let command: [String]
  /// The exit status and the output.
  package let result: ChildProcessResult

  /// Creates the result of a run.
  package init(command: [String], result: ChildProcessResult) {
    self.command = command
    self.result = result
  }

  /// The exit status; `nil` if a signal ended the program.
  package var status: Int32? {
    if case .code(let code) = result.exit { code } else { nil }
  }

  /// The last document that the program printed; null if there is none.
  package var json: JSONValue { documents.last ?? .null }

  /// All documents that the program printed, one per line.
  package var documents: [JSONValue] { result.output.compactMap { try? JSONValue(parsing: Array($0.utf8)) } }

  /// Everything that the program wrote for people.
  package var remarks: String { result.error.joined(separator: "\n") }

  /// The description of the run in the test's report.
  package var description: String {
    (["$ " + command.joined(separator: " ") + " → \(result.exit)"] + result.output + result.error)
      .joined(separator: "\n")
  }

  /// Returns the same run if it succeeded.
  ///
  /// - Throws: ``ProgramFailure`` if it did not.
  @discardableResult
  package func succeeded() throws(ProgramFailure) -> ProgramRun {
    guard status == 0 else { throw ProgramFailure(run: self) }
    return self
  }
}

/// A program did not end with status 0.
package struct ProgramFailure: Error, Sendable, CustomStringConvertible {
  /// The run that failed.
  package let run: ProgramRun

  /// The command line and its output.
  package var description: String { run.description }
}
