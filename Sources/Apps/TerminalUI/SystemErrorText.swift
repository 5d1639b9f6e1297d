import Platform

/// The operating system's own words for an error number.
package enum SystemErrorText {
  /// The words, in the language of the process.
  package static func text(of number: Int32) -> String {
    // Safe across threads in both libraries: the words of an unknown number are kept for each thread apart.
    strerror(number).map { String(cString: $0) } ?? "error \(number)"
  }
}
