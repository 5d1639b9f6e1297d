import Platform
import TestSupport
import Testing

@testable import TerminalUI

@Suite("Characters that a terminal can show")
struct PlainCharactersTests {
  private static func terminal(_ environment: [String: String], _ body: (Terminal) throws -> Void) throws {
    let pty = try PseudoTerminal(environment: environment)
    try body(pty.terminal)
  }

  @Test(
    "the locale and the kind of terminal decide",
    arguments: [
      (["LC_ALL": "C"], PlainCharacters.ascii), (["LANG": "POSIX"], .ascii), (["LC_CTYPE": "de_DE.ISO-8859-1"], .ascii),
      (["LANG": "de_DE"], .ascii), ([:], .all), (["LANG": "C.UTF-8"], .all), (["LANG": "de_DE.utf8"], .all),
      (["LC_ALL": "", "LANG": "C.UTF-8"], .all), (["LC_ALL": "C.UTF-8", "LANG": "C"], .all),
      (["LC_ALL": "C", "LANG": "C.UTF-8"], .ascii), (["LANG": "C.UTF-8", "TERM": "dumb"], .letters),
      (["LANG": "C", "TERM": "dumb"], .ascii),
    ])
  func characters(_ environment: [String: String], _ wanted: PlainCharacters) throws {
    try Self.terminal(environment) { #expect($0.characters() == wanted) }
  }

  @Test("a file or a pipe gets each text as it is")
  func file() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let terminal = Terminal(input: ends[0], output: ends[1], error: ends[1], environment: ["LC_ALL": "C"])
    #expect(terminal.shown("Zoë → “Anna”") == "Zoë → “Anna”")
  }

  @Test("what stands in place of a character is as wide as it, so that tables keep their shape")
  func widths() {
    for text in ["────", "│╭╮╰╯", "abc…", "a → b ← c", "›", "● ○ ✗ ✓ · •", "−0.5 – 1 — 2", "“x” ‘y’", "2 × tea", "█▀▄"]
    {
      for characters in [PlainCharacters.letters, .ascii] {
        let shown = characters.shown(text)
        #expect(DisplayWidth.columns(shown) == DisplayWidth.columns(text), "\(text)")
        #expect(shown.utf8.allSatisfy { $0 < 0x80 }, "\(shown)")
      }
    }
  }

  @Test("names keep their letters on a dumb terminal, and have marks in their place without UTF-8")
  func letters() {
    #expect(PlainCharacters.letters.shown("Zoë → Ås") == "Zoë > Ås")
    #expect(PlainCharacters.ascii.shown("Zoë → Ås") == "Zo? > ?s")
    #expect(PlainCharacters.all.shown("Zoë → Ås") == "Zoë → Ås")
  }

  @Test("a table on such a terminal is ASCII, and a QR code is drawn without blocks")
  func drawing() throws {
    try Self.terminal(["LC_ALL": "C", "TERM": "xterm"]) { terminal in
      let table = Table(
        [.init("A"), .init("B", overflow: .truncate)], rows: [["1", String(repeating: "x", count: 300)]])
      for line in table.lines(for: terminal) { #expect(terminal.shown(line).utf8.allSatisfy { $0 < 0x80 }) }
      #expect(QRCodeStyle.fitting(terminal) == .ascii)
    }
  }

  @Test("--plain is taken out of a command line, but not of what follows --")
  func option() {
    #expect(Terminal.takePlainOption(from: ["pay", "--", "--plain"]) == ["pay", "--", "--plain"])
    #expect(Terminal.takePlainOption(from: ["orders", "--json"]) == ["orders", "--json"])
  }
}

@Suite("What the parser of arguments says")
struct UsageTextTests {
  private static let usage =
    "Usage: payd payments [--incoming] [--app <app>] [--currency <currency>] [--state <state>] --to <address> [<id>]"

  @Test("rows fit the window, and are broken neither in words nor between an option and its value", arguments: 30...120)
  func rows(_ columns: Int) {
    let rows = UsageText.rows(
      "Error: Unknown option '--statr'. Did you mean '--state'?\n" + Self.usage, columns: columns)
    for row in rows {
      #expect(DisplayWidth.columns(row) <= columns, "\(row)")
      #expect(row.count { $0 == "[" } == row.count { $0 == "]" }, "\(row)")
      #expect(!row.hasSuffix("--to"), "\(row)")
    }
    let text = rows.map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: " ")
    #expect(text.hasSuffix(Self.usage))
  }
}
