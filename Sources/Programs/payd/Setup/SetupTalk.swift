import TerminalUI

/// The questions of `payd setup`, each with an answer that Enter gives.
struct SetupTalk {
  let terminal: Terminal
  /// Whether nothing is asked, so that each question has the answer that is given with it.
  let isSilent: Bool

  /// Says paragraphs, which are wrapped at the width of the terminal.
  func say(_ paragraphs: String...) throws { try terminal.writeParagraphs(paragraphs, to: .output) }

  /// Says lines as they are.
  func show(_ lines: [String]) throws { try terminal.writeLines(lines) }

  /// Asks for yes or no. Enter means yes; the end of the input means no.
  ///
  /// - Parameter silently: the answer if nothing is asked.
  func agrees(to question: String, silently: Bool = true) throws -> Bool {
    if isSilent { return silently }
    let yes = ["", "y", "yes", localized("y"), localized("yes")]
    let answer = try OwnerChoice(yes + [localized("no"), "no", "n"]).ask("\(question) [\(localized("Y/n"))] ", terminal)
    return yes.contains(answer)
  }

  /// Has one of several things chosen by its number.
  ///
  /// - Returns: its place in the list; `nil` for none of them, also if nothing is asked.
  func choice(_ question: String, _ things: [String], none: String) throws -> Int? {
    guard !isSilent else { return nil }
    for (index, thing) in things.enumerated() { try show(["  \(index + 1)  \(thing)"]) }
    try show(["  0  \(none)"])
    let words = (0...things.count).map(String.init)
    // The end of the input means none of them.
    let answer = try OwnerChoice(["1"] + words.reversed()).ask("\(question) ", terminal)
    return Int(answer).flatMap { $0 == 0 ? nil : $0 - 1 }
  }

  /// Asks for a line.
  ///
  /// - Parameter usual: what Enter means.
  /// - Returns: `nil` at the end of the input.
  func line(_ question: String, usual: String) throws -> String? {
    guard !isSilent else { return usual }
    try terminal.write("\(question)\(usual.isEmpty ? "" : " [\(usual)]"): ")
    guard let line = readLine() else { return nil }
    return line.isEmpty ? usual : line
  }

  /// Asks for a secret, which is not shown.
  ///
  /// - Returns: `nil` if it is left out.
  func secret(_ question: String) throws -> String? {
    guard !isSilent, let bytes = try SecretInput.read(prompt: "\(question): ", terminal) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
