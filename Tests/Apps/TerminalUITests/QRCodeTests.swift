import QRCodes
import Testing

@testable import TerminalUI

@Suite struct QRCodeTests {
  @Test(arguments: [
    "A", "0123456789", "HELLO WORLD", "litecoin:rltc1q6hv0f8c2d9ks0q3x7aqs5h2v8u0xk4q9l2m3n5?amount=0.5",
    "monero:888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H",
    "Grüße, 日本",
  ])
  func anIndependentReaderReadsItBack(_ text: String) throws {
    let code = try QRCode(text, correction: .low)
    #expect(try QRCodeReader(code).text() == text)
  }

  @Test func theSmallestSymbolThatHoldsIt() throws {
    let code = try QRCode("A")
    #expect(code.version == 1)
    #expect(code.side == 21)
    #expect(try QRCode(String(repeating: "x", count: 100)).side == 17 + 4 * 6)
  }

  @Test func finderPatternsStandInThreeCorners() throws {
    let code = try QRCode("payport")
    let finder = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"]
    for (top, left) in [(0, 0), (0, code.side - 7), (code.side - 7, 0)] {
      for (row, line) in finder.enumerated() {
        let drawn = (0..<7).map { code.isDark(row: top + row, column: left + $0) ? "#" : "." }.joined()
        #expect(drawn == line)
      }
    }
    #expect(!code.isDark(row: -1, column: 0) && !code.isDark(row: 0, column: code.side))
  }

  @Test(arguments: [QRCodeStyle.darkOnLight, .lightOnDark, .colored, .ascii])
  func aDrawingShowsEveryModuleInsideItsQuietZone(_ style: QRCodeStyle) throws {
    let code = try QRCode("payport")
    let drawn = modules(of: code.lines(style: style), style: style)
    let expected = (-4..<code.side + 4).map { row in
      (-4..<code.side + 4).map { code.isDark(row: row, column: $0) }
    }
    // The side is odd: the last character row has half a row to spare.
    #expect(Array(drawn.prefix(expected.count)) == expected)
    #expect(code.columns(style: style) == DisplayWidth.columns(withoutColors(code.lines(style: style)[0])))
  }

  @Test func whatCannotBeEncodedIsATypedError() {
    #expect(throws: QRCode.Failure.tooLong) { try QRCode(String(repeating: "x", count: 5000)) }
    #expect(throws: QRCode.Failure.notEncodable) { try QRCode("") }
    #expect(throws: QRCode.Failure.notEncodable) { try QRCode("a\0b") }
  }

  private func withoutColors(_ line: String) -> String {
    line.replacing("\u{1B}[38;5;16;48;5;231m", with: "").replacing("\u{1B}[0m", with: "")
  }

  /// The modules as an eye sees them: for light text on a dark background what is drawn is light.
  private func modules(of lines: [String], style: QRCodeStyle) -> [[Bool]] {
    lines.flatMap { line -> [[Bool]] in
      let characters = Array(withoutColors(line))
      switch style {
      case .ascii: return [stride(from: 0, to: characters.count, by: 2).map { characters[$0] == " " }]
      case .lightOnDark: return [characters.map { !"█▀".contains($0) }, characters.map { !"█▄".contains($0) }]
      case .darkOnLight, .colored: return [characters.map { "█▀".contains($0) }, characters.map { "█▄".contains($0) }]
      }
    }
  }
}
