import Platform

/// Why the terminal, or a file in its place, could not be used.
package enum TerminalError: Error, Sendable, Equatable {
  /// The reader of the output has closed it (EPIPE). Programs end without a message in this case.
  case closed
  /// A system call failed.
  ///
  /// - Parameters:
  ///   - call: the name of the call.
  ///   - errno: its error number.
  case system(call: String, errno: Int32)
  /// The history file is not a plain file of this user.
  case untrustedHistory(path: String)
}

extension TerminalError: CustomStringConvertible {
  /// A message for people that describes the error.
  package var description: String {
    switch self {
    case .closed: localized("the output was closed")
    case .system(let call, let errno): "\(call): \(SystemErrorText.text(of: errno))"
    case .untrustedHistory(let path): localized("\(path) is not a plain file owned by you")
    }
  }
}

/// The operating system's text for an error number.
package enum SystemErrorText {
  /// Returns the text in the language of the process.
  package static func text(of number: Int32) -> String {
    // The call is thread-safe in both libraries, because each thread has its own buffer for unknown numbers.
    strerror(number).map { String(cString: $0) } ?? localized("error \(number)")
  }
}
