import Foundation
import TestSupport

/// Every text of SQL in the sources of the ledger's records, read from the files themselves, so that a new statement is
/// found although nobody names it here.
struct StatementTexts {
  struct Statement {
    /// The file and the line at which it begins.
    let place: String
    /// All that its interpolations can make of it.
    let variants: [String]
  }

  enum Failure: Error {
    /// An interpolation at this place has no text in it from which its variants could be read.
    case unknown(place: String, code: String)
    /// Two constants have this name.
    case ambiguous(String)
    /// A function of the ledger is called at this place with something else than a text of SQL.
    case notSQL(place: String)
  }

  /// The files by name.
  private let files: [(name: String, code: SwiftCode)]
  private var constants: [String: SwiftLiteral] = [:]
  /// What an interpolation can become whose code has no texts in it.
  private let known: [String: [String]]

  init(known: [String: [String]]) throws {
    let folder = ForeignConsumer.packageRoot + "/Sources/Provider/Ledger/Records"
    files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
      (name, SwiftCode(try String(contentsOfFile: folder + "/" + name, encoding: .utf8)))
    }
    self.known = known
    for file in files {
      for literal in file.code.literals {
        guard let name = file.code.constant(of: literal) else { continue }
        guard constants.updateValue(literal, forKey: name) == nil else { throw Failure.ambiguous(name) }
      }
    }
  }

  /// The number of places where a statement is carried out that was put together of parts. Its text is not in a literal.
  var queries: Int {
    files.map { file in
      file.code.callsOfLedger.count { file.code.text(at: $0, begins: ["query,", "query)"]) }
    }.reduce(0, +)
  }

  func statements() throws -> [Statement] {
    try files.flatMap { file in
      let statements = file.code.literals.filter { $0.isStatement && !file.code.isQuery($0) }
      // What is handed to the functions that carry out SQL is one of these, or the parameter of a function that gets one.
      for call in file.code.callsOfLedger where !statements.contains(where: { $0.start == call }) {
        guard file.code.text(at: call, begins: ["sql,", "sql)", "query,", "query)", "Self."]) else {
          throw Failure.notSQL(place: "\(file.name):\(file.code.line(of: call))")
        }
      }
      return try statements.map { literal in
        let place = "\(file.name):\(file.code.line(of: literal.start))"
        return Statement(place: place, variants: try variants(of: literal, place))
      }
    }
  }

  private func variants(of literal: SwiftLiteral, _ place: String) throws -> [String] {
    var texts = [""]
    for part in literal.parts {
      let ends =
        switch part {
        case .text(let text): [text]
        case .code(let code): try variants(ofCode: code, place)
        }
      texts = texts.flatMap { text in ends.map { text + $0 } }
    }
    return texts
  }

  /// The texts between which a condition chooses, or those of a constant.
  private func variants(ofCode code: String, _ place: String) throws -> [String] {
    if let known = known[code] { return known }
    if let constant = constants[code.hasPrefix("Self.") ? String(code.dropFirst(5)) : code] {
      return try variants(of: constant, place)
    }
    let texts = try SwiftCode(code).literals.flatMap { try variants(of: $0, place) }
    guard !texts.isEmpty else { throw Failure.unknown(place: place, code: code) }
    return texts
  }
}

/// A literal of a string.
struct SwiftLiteral {
  enum Part {
    case text(String)
    /// The code of an interpolation.
    case code(String)
  }

  let start: Int
  var parts: [Part] = []

  /// Whether it is a whole statement, and not a part of one.
  var isStatement: Bool {
    guard case .text(let text) = parts.first else { return false }
    let word = text.split(whereSeparator: \.isWhitespace).first ?? ""
    return ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains(word)
  }
}

/// Source code of Swift, as far as its literals of strings are concerned.
struct SwiftCode {
  private let signs: [Character]
  /// The literals that are not inside of another one.
  private(set) var literals: [SwiftLiteral] = []

  init(_ text: String) {
    signs = Array(text)
    var index = 0
    while index < signs.count {
      if isAt(index, "//") {
        while index < signs.count, signs[index] != "\n" { index += 1 }
      } else if signs[index] == "\"" {
        let (literal, end) = literal(at: index)
        literals.append(literal)
        index = end
      } else {
        index += 1
      }
    }
  }

  private func isAt(_ index: Int, _ text: String) -> Bool { signs[index...].starts(with: text) }

  /// Reads the literal that begins at a place, and returns the place behind it.
  private func literal(at start: Int) -> (SwiftLiteral, end: Int) {
    var literal = SwiftLiteral(start: start)
    let quotes = isAt(start, "\"\"\"") ? "\"\"\"" : "\""
    var index = start + quotes.count
    var text = ""
    while index < signs.count, !isAt(index, quotes) {
      if isAt(index, "\\(") {
        let end = endOfParentheses(at: index + 1)
        literal.parts += [.text(text), .code(String(signs[index + 2..<end - 1]))]
        (text, index) = ("", end)
      } else if signs[index] == "\\" {
        text.append(signs[index + 1] == "n" ? "\n" : signs[index + 1])
        index += 2
      } else {
        text.append(signs[index])
        index += 1
      }
    }
    literal.parts.append(.text(text))
    return (literal, index + quotes.count)
  }

  private func endOfParentheses(at start: Int) -> Int {
    var (index, depth) = (start, 0)
    while index < signs.count {
      if signs[index] == "\"" {
        index = literal(at: index).end
        continue
      }
      depth += signs[index] == "(" ? 1 : signs[index] == ")" ? -1 : 0
      index += 1
      if depth == 0 { break }
    }
    return index
  }

  /// The name of the constant that a literal is the value of.
  func constant(of literal: SwiftLiteral) -> String? {
    // The literal may stand on the next line.
    let before = String(signs[..<literal.start].suffix(120))
    return (try? /static let (\w+) =\s*$/.firstMatch(in: before)).map { String($0.output.1) }
  }

  /// Whether a literal is the beginning of a statement that is put together of parts.
  func isQuery(_ literal: SwiftLiteral) -> Bool {
    String(signs[..<literal.start].suffix(120)).hasSuffix("LedgerQuery = ")
  }

  /// Where the first argument of each call stands of a function that carries out SQL.
  var callsOfLedger: [Int] {
    let text = String(signs)
    let calls = text.matches(
      of:
        /(func )?\b(?:execute|executeCounting|first|all|firstValue|allValues|computed|forEachRow)\(\s*(where:|in:|after:)?/
    ).filter { $0.output.1 == nil && $0.output.2 == nil }
    return calls.map { text.distance(from: text.startIndex, to: $0.range.upperBound) }
  }

  func text(at index: Int, begins beginnings: [String]) -> Bool { beginnings.contains { isAt(index, $0) } }

  func line(of index: Int) -> Int { signs[..<index].count { $0 == "\n" } + 1 }
}
