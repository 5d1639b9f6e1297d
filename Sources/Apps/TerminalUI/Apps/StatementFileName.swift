import ArgumentParser
package import PaymentsAPI

/// Checks the name of a file for a statement, whose extension tells its form.
package enum StatementFileName {
  /// Throws if neither the person nor the file's name says what the file is to be.
  ///
  /// - Parameter form: the form that the person named beside the file; `nil` if the file's name decides.
  /// - Throws: `ValidationError`.
  package static func check(_ file: String, form: StatementFormat?) throws {
    guard form == nil, StatementFormat(fileName: file) == nil else { return }
    throw ValidationError(
      localized(
        "The name \(SafeText(file, limit: 100)) does not say what the file is to be: it must end in "
          + "\(StatementFormat.fileExtensions), or --format says it."))
  }
}
