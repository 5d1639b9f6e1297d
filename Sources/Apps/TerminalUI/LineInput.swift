/// The input at a prompt.
package enum LineInput: Sendable, Equatable {
  /// A line, without its end.
  case line(String)
  /// The person pressed Ctrl-C. The line is discarded, and the program continues.
  case cancelled
  /// The person pressed Ctrl-D on an empty line, or the file has ended.
  case endOfInput
}
