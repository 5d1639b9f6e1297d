import DisplayText
import Testing

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("ä", 1), ("e\u{301}", 1), ("日本", 4), ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2),
    ("ｱ", 1), ("Ａ", 2), ("🙂", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("❤\u{FE0F}", 2), ("❤", 1), ("─", 1), ("…", 1),
    ("a\u{200B}b", 2), ("\u{1B}", 0), ("नी", 1),
    ("\u{3247}", 2), ("\u{3248}", 1), ("\u{324F}", 1), ("\u{3250}", 2),
  ])
  func columns(_ text: String, _ expected: Int) {
    #expect(DisplayWidth.columns(text) == expected)
  }

  @Test func aCharacterIsNeverCutInTwo() {
    #expect(DisplayWidth.prefix("a日本", columns: 2) == "a")
    #expect(DisplayWidth.truncated("日本語", columns: 5) == "日本…")
    #expect(DisplayWidth.truncated("日本語", columns: 6) == "日本語")
    #expect(DisplayWidth.truncated("abc", columns: 0) == "")
  }
}

@Suite struct SafeTextTests {
  @Test(arguments: [
    ("Chat", "Chat"), ("Grüße 日本 🙂", "Grüße 日本 🙂"), ("a\u{1B}[31mb", "a␛[31mb"), ("a\r\nb", "a␍␊b"),
    ("a\u{7F}\u{9B}b", "a␡\u{FFFD}b"), ("a\u{202E}gpj.exe", "a\u{FFFD}gpj.exe"),
    ("a\u{2066}b\u{2069}", "a\u{FFFD}b\u{FFFD}"),
    ("pay\u{200B}d", "pay\u{FFFD}d"), ("pay\u{200D}d", "pay\u{FFFD}d"), ("a\u{2028}b", "a\u{FFFD}b"),
    ("a\u{00A0}b", "a b"),
    ("\u{E0041}", "\u{FFFD}"), ("\u{E000}", "\u{FFFD}"), ("\u{2800}", "\u{FFFD}"), ("👩‍👧", "👩‍👧"),
    // Invisible characters must not produce two different names that look the same.
    ("pay\u{34F}d", "pay\u{FFFD}d"), ("pay\u{FE0F}d", "pay\u{FFFD}d"), ("pay\u{E0100}d", "pay\u{FFFD}d"),
    ("pay\u{180B}d", "pay\u{FFFD}d"), ("pay\u{17B4}d", "pay\u{FFFD}d"), ("pay\u{3164}d", "pay\u{FFFD}d"),
    ("1\u{FE0F}", "1\u{FFFD}"), ("❤\u{FE0F}", "❤\u{FE0F}"), ("葛\u{E0100}城", "葛城"),
  ])
  func untrusted(_ text: String, _ expected: String) {
    #expect(SafeText(text).text.unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test func marksAndLengthAreBounded() {
    #expect(SafeText("e" + String(repeating: "\u{301}", count: 100)).text.unicodeScalars.count == 5)
    #expect(SafeText("abcdef", limit: 4).text == "abc…")
    #expect(SafeText(String(repeating: "x", count: 100_000)).text.unicodeScalars.count == 500)
    #expect(SafeText("abcd", limit: 4).text == "abcd")
    #expect(SafeText("abc", limit: 0).text == "…")
  }

  /// Repeating any of these gives a single Swift character of any length.
  @Test(arguments: [
    "\u{301}", "\u{903}", "\u{20DD}", "\u{1100}", "\u{0600}", "🙂\u{200D}", "🇩", "\u{FE0F}", "\u{E0100}",
  ])
  func aMegabyteOfWhateverJoinsIsShort(_ piece: String) {
    let text = "e" + String(repeating: piece, count: (1 << 20) / piece.utf8.count)
    let shown = SafeText(text, limit: 40).text
    #expect(shown.unicodeScalars.count <= 40)
    #expect(shown.utf8.count <= 160)
    #expect(DisplayWidth.columns(shown) <= 80)
  }
}
