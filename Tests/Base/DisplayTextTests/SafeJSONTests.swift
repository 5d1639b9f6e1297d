import DisplayText
import Foundation
import Testing

@Suite struct SafeJSONTests {
  @Test(arguments: [
    "\u{9B}31m", "\u{85}", "\u{202E}gpj", "\u{2066}", "\u{E0041}", "\u{FEFF}", "\u{2028}", "\u{34F}", "\u{FE0F}",
    "\u{3164}",
  ])
  func whatATerminalWouldObeyIsEscaped(_ text: String) throws {
    let document = "{\"name\":\"a\(text)b\",\"日本\":\"é\"}"
    let safe = SafeJSON.text(document)
    #expect(safe.unicodeScalars.allSatisfy { $0.value < 0x7F || "日本é".unicodeScalars.contains($0) }, "\(safe)")
    let read = try #require(try JSONSerialization.jsonObject(with: Data(safe.utf8)) as? [String: String])
    #expect(try Array(#require(read["name"]).utf8) == Array("a\(text)b".utf8), "programs read the same")
  }

  @Test func plainTextIsLeftAlone() {
    let document = #"{"a":"Grüße 日本 🙂","b":"\\u0007"}"#
    #expect(SafeJSON.text(document) == document)
  }
}
