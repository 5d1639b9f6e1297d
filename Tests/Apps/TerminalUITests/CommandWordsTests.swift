import Testing

@testable import TerminalUI

@Suite struct CommandWordsTests {
  @Test(arguments: [
    ("", []), ("  pay  LTC\tx ", ["pay", "LTC", "x"]),
    ("call m '{\"a\": \"b c\"}'", ["call", "m", "{\"a\": \"b c\"}"]),
    ("a \"b \\\" c\" ''", ["a", "b \" c", ""]), ("a\\ b", ["a b"]), ("'a'\"b\"c", ["abc"]),
  ])
  func words(_ line: String, _ expected: [String]) throws {
    #expect(try CommandWords(line).words == expected)
  }

  @Test(arguments: ["'a", "\"a", "a\\"])
  func unfinished(_ line: String) {
    #expect(throws: CommandWords.Failure.unfinished) { try CommandWords(line) }
  }

  @Test func theWordAtTheCursorIsCompleted() {
    #expect(CompletionRequest(textBeforeCursor: "pay LT") == CompletionRequest(words: ["pay"], partial: "LT"))
    #expect(CompletionRequest(textBeforeCursor: "pay ") == CompletionRequest(words: ["pay"], partial: ""))
    #expect(CompletionRequest(textBeforeCursor: "call 'x ") == nil)
  }

  @Test func candidates() {
    #expect(CompletionOutcome(partial: "inv", candidates: ["invoice", "invoices", "pay"]) == .insert("oice"))
    #expect(
      CompletionOutcome(partial: "invoice", candidates: ["invoice", "invoices"]) == .list(["invoice", "invoices"]))
    #expect(CompletionOutcome(partial: "p", candidates: ["pay", "pay"]) == .insert("ay "))
    #expect(CompletionOutcome(partial: "x", candidates: ["pay", "x y"]) == .nothing)
  }

  @Test func bytesBecomeScalars() {
    var reader = ScalarReader()
    let scalars = Array("aé日🙂".utf8).compactMap { reader.scalar(adding: $0) }
    #expect(scalars == Array("aé日🙂".unicodeScalars))
    #expect(reader.scalar(adding: 0xFF) == "\u{FFFD}")
    #expect(reader.scalar(adding: 0xE6) == nil)
    #expect(reader.scalar(adding: UInt8(ascii: "a")) == "\u{FFFD}")
  }
}
