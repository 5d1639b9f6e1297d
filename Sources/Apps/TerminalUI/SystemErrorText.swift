import Platform

/// The operating system's text for an error number.
package enum SystemErrorText {
  /// Returns the text in the language of the process.
  package static func text(of number: Int32) -> String {
    // The call is thread-safe in both libraries, because each thread has its own buffer for unknown numbers.
    strerror(number).map { String(cString: $0) } ?? "error \(number)"
  }
}
