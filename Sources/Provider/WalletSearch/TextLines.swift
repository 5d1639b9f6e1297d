extension String {
  /// The lines of a file; what ends with a line break has an empty one at its end.
  var textLines: [String] {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String(String.UnicodeScalarView($0)) }
  }
}
