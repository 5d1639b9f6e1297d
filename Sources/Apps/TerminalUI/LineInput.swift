/// What a person answered to a prompt.
package enum LineInput: Sendable, Equatable {
  /// A line, without its end.
  case line(String)
  /// Ctrl-C: the line is dropped, the program goes on.
  case cancelled
  /// Ctrl-D on an empty line, or the end of the file.
  case endOfInput
}
