import JSON
import StrictYAML
import Testing

@Suite struct RefusingTests {
  private func failure(_ bytes: [UInt8], _ options: YAMLOptions = YAMLOptions()) throws -> YAMLFailure {
    try #require(throws: YAMLFailure.self) { try YAMLDocument(parsing: bytes, options: options) }
  }

  static let texts: [(String, YAMLFailure.Kind, Int, Int)] = [
    ("a: 1\nb: 2\na: 3\n", .duplicateKey, 1, 1),
    ("a: 1\n\"a\": 2\n", .duplicateKey, 1, 1),
    ("x: {b: 1, \"b\": 2}\n", .duplicateKey, 1, 5),
    ("a: &x 1\n", .anchor, 1, 4), ("a: &x [1]\nb: *x\n", .anchor, 1, 4), ("&k a: 1\n", .anchor, 1, 1),
    ("a: *x\n", .anchor, 1, 4), ("a: &x {}\n", .anchor, 1, 4),
    ("a: !money 5\n", .tag, 1, 4), ("a: !!binary aGk=\n", .tag, 1, 4), ("a: !!set {}\n", .tag, 1, 4),
    ("a: !<tag:example.com,2000:x> 1\n", .tag, 1, 4), ("a: !!int x\n", .tag, 1, 4), ("a: !!int 0.5\n", .tag, 1, 4),
    ("a: !!map []\n", .tag, 1, 4), ("a: !!seq {}\n", .tag, 1, 4), ("!!int 1: 2\n", .tag, 1, 1),
    ("- !CHN\n", .tag, 1, 3),
    ("a: !!timestamp 2024-03-20\n", .tag, 1, 4), ("a: ! []\n", .tag, 1, 4), ("a: !!bool yes\n", .tag, 1, 4),
    ("b: {}\na:\n  <<: {c: 1}\n", .mergeKey, 3, 3),
    ("1: a\n", .keyNotText, 1, 1), ("null: a\n", .keyNotText, 1, 1), ("? [a]\n: 1\n", .keyNotText, 1, 3),
    ("? {a: 1}\n: 1\n", .keyNotText, 1, 3), ("~: 1\n", .keyNotText, 1, 1), ("0x1f: 1\n", .keyNotText, 1, 1),
    ("a: {most: 1,5}\n", .decimalComma, 1, 13), ("a: {b: above 0,1, c: 2}\n", .decimalComma, 1, 16),
    ("- {price: 3,50 EUR}\n", .decimalComma, 1, 13), ("# é\nå: {most: 1,5}\n", .decimalComma, 2, 13),
    ("a: {most: 1, 5: 2}\n", .keyNotText, 1, 14), ("a: {most: 1, 5}\n", .keyNotText, 1, 14),
    ("a: 1\n---\nb: 2\n", .severalDocuments, 2, 1), ("", .empty, 1, 1), ("# nothing\n", .empty, 1, 1),
    ("---\n", .empty, 2, 1),
    ("a: .5\n", .number, 1, 4), ("a: 5.\n", .number, 1, 4), ("a: +5\n", .number, 1, 4), ("a: 007\n", .number, 1, 4),
    ("a: 0x1F\n", .number, 1, 4), ("a: 0o17\n", .number, 1, 4), ("a: .inf\n", .number, 1, 4),
    ("a: -.Inf\n", .number, 1, 4), ("a: .nan\n", .number, 1, 4), ("a: 01.5e+3\n", .number, 1, 4),
    ("a: !!int 007\n", .number, 1, 4),
    ("\u{FEFF}a: 1\n", .byteOrderMark, 1, 1), ("a: 1\nb: \u{FEFF}\n", .byteOrderMark, 2, 4),
    ("é: \u{7}\n", .controlCharacter, 1, 4), ("a: \0\n", .controlCharacter, 1, 4),
    ("a: \u{7F}\n", .controlCharacter, 1, 4), ("a: x\u{85}y\n", .controlCharacter, 1, 5),
    ("a: x\u{2028}y\n", .controlCharacter, 1, 5), ("a: 1\rb: 2\n", .controlCharacter, 1, 5),
    ("a: [1\nb: 2\n", .syntax("did not find expected ',' or ']'"), 2, 2),
    ("a: b: c\n", .syntax("mapping values are not allowed in this context"), 1, 5),
    ("a: 1\n\tb: 2\n", .syntax("found a tab character that violates indentation"), 2, 1),
    ("a: \"\\ud800\"\n", .syntax("found invalid Unicode character escape code"), 1, 7),
    ("a: \"\\uFEFF\"\n", .byteOrderMark, 1, 5), ("a: \"x\\U0000feffy\"\n", .byteOrderMark, 1, 6),
  ]

  @Test(arguments: texts)
  func refuses(text: String, kind: YAMLFailure.Kind, line: Int, column: Int) throws {
    let failure = try failure(Array(text.utf8))
    #expect(failure.kind == kind)
    #expect(failure.position == YAMLPosition(line: line, column: column))
  }

  @Test(arguments: [
    (Array("a: ".utf8) + [0xFF], 1, 4), (Array("a: 1\nb: ".utf8) + [0xC3], 2, 4), ([0xED, 0xA0, 0x80], 1, 1),
    ([0xFF, 0xFE, 0x61, 0x00], 1, 1), ([0xFE, 0xFF, 0x00, 0x61], 1, 1),
  ])
  func otherEncodingsAreRefused(bytes: [UInt8], line: Int, column: Int) throws {
    #expect(try failure(bytes) == YAMLFailure(.notUTF8, at: YAMLPosition(line: line, column: column)))
  }

  @Test func sizeIsLimited() throws {
    let text = Array("a: 12345\n".utf8)
    #expect(try YAMLDocument(parsing: text, options: YAMLOptions(bytes: 9)).value == ["a": 12345])
    #expect(try failure(text, YAMLOptions(bytes: 8)).kind == .tooLarge(limit: 8))
  }

  @Test func depthIsLimited() throws {
    let options = YAMLOptions(depth: 3)
    #expect(try YAMLDocument(parsing: Array("a: [[1]]".utf8), options: options).value == ["a": [[1]]])
    #expect(
      try failure(Array("a: [[[1]]]".utf8), options)
        == YAMLFailure(.tooDeep(limit: 3), at: YAMLPosition(line: 1, column: 6)))
  }

  @Test(arguments: ["[", "{a: ", "- ", "? ", "[a: ", "- ? "])
  func endlessNestingIsRefusedAndHarmless(opening: String) throws {
    let text = String(repeating: opening, count: 60_000 / opening.utf8.count)
    let failure = try failure(Array(text.utf8))
    if case .tooDeep = failure.kind { return }
    guard case .syntax = failure.kind else {
      Issue.record("\(failure)")
      return
    }
  }

  /// Each level doubles the size. As keys the aliases would also be compared, and therefore expanded.
  @Test(arguments: ["[*a%, *a%]", "{? [*a%, *a%] : 1}"])
  func aliasesOfAliasesAreRefusedBeforeTheyGrow(level: String) throws {
    var text = "a0: &a0 [x, x]\n"
    for number in 1..<60 {
      text += "a\(number): &a\(number) \(level.replacing("%", with: String(number - 1)))\n"
    }
    #expect(try failure(Array(text.utf8)).kind == .anchor)
  }

  @Test func starsAndAmpersandsInTextsAreNoAliases() throws {
    let stars = String(repeating: "*bold* ", count: 40)
    #expect(try YAMLDocument(parsing: Array("memo: 'fish &chips'\n".utf8)).value == ["memo": "fish &chips"])
    #expect(try YAMLDocument(parsing: Array("memo: \"\(stars)\"\n".utf8)).value == ["memo": .string(stars)])
  }

  @Test func aFailureSaysWhereAndNothingOfTheText() throws {
    let failure = try failure(Array("secret: &secret 5\n".utf8))
    #expect(failure.description == "line 1, column 9: anchors and aliases are not allowed")
  }
}
