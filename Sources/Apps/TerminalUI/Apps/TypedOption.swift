/// An option on a command line that is still being typed, which a shell passes on for completion.
package enum TypedOption {
  /// Returns the last value of an option among the words; `nil` if it has none yet. The shell has expanded nothing, so a
  /// value in quotes or with a variable is taken as it is, and leads nowhere.
  package static func value(of option: String, in words: [String]) -> String? {
    var value: String?
    for (index, word) in words.enumerated() {
      if word == option {
        value = index + 1 < words.count ? words[index + 1] : value
      } else if word.hasPrefix(option + "=") {
        value = String(word.dropFirst(option.count + 1))
      }
    }
    return value.flatMap { $0.isEmpty ? nil : $0 }
  }
}
