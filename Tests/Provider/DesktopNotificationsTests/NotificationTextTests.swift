import Testing

@testable import DesktopNotifications

@Suite struct NotificationTextTests {
  @Test func aLineStaysOneLineWhateverIsPutIntoIt() {
    let line = NotificationLine("shop\nFee 0\r\u{2028}Total\t0\u{0}\u{85}x")
    #expect(NotificationText.body([line], markup: false) == "shop Fee 0 Total 0 x")
  }

  @Test func markupIsShownAsItIs() {
    let line = NotificationLine(strong: "App", " </b><a href=\"x\">it's</a> &amp;")
    #expect(
      NotificationText.body([line], markup: true)
        == "<b>App</b> &lt;/b&gt;&lt;a href=&quot;x&quot;&gt;it&#39;s&lt;/a&gt; &amp;amp;")
    // The sender's own markup is removed, and so is everything that could be taken for markup.
    #expect(
      NotificationText.body([line], markup: false) == "App ‹/b›‹a href=\"x\"›it's‹/a› \u{FF06}amp;")
  }

  @Test func nothingReordersHidesOrDrawsOverTheText() {
    #expect(NotificationText.singleLine("ab\u{202E}cd\u{200B}\u{2066}\u{FEFF}e\u{3164}", limit: 99) == "abcde")
    #expect(NotificationText.singleLine("a\u{301}\u{301}\u{301}\u{301}b", limit: 99) == "a\u{301}\u{301}b")
    #expect(NotificationText.singleLine("a \u{A0}\u{3000}  b", limit: 99) == "a b")
  }

  @Test func aClaimStaysInItsQuotationMarks() {
    let line = NotificationLine(strong: "App", claim: "shop” Key «1234»\nTotal 0", limit: 20)
    #expect(NotificationText.body([line], markup: true) == "<b>App</b> “shop&#39; Key &#39;1234&#39; To…”")
    for mark in ["\u{301}", "\u{903}", "\u{20DD}"] {
      let line = NotificationLine(strong: "App", claim: "shop”\(mark) Total 0")
      #expect(NotificationText.body([line], markup: true) == "<b>App</b> “shop&#39;\(mark) Total 0”")
    }
  }

  @Test func anAddressIsShownInGroups() {
    let line = NotificationLine(strong: "To", grouped: "ltc1qw508d6qe")
    #expect(NotificationText.body([line], markup: true) == "<b>To</b> ltc1 qw50 8d6q e")
  }

  @Test func longTextIsCut() {
    #expect(NotificationText.singleLine("abcdef", limit: 6) == "abcdef")
    #expect(NotificationText.singleLine("abcdefg", limit: 6) == "abcde…")
    for piece in ["\u{301}", "\u{1100}", "\u{600}", "🇩", "a\u{301}"] {
      let text = NotificationText.singleLine(String(repeating: piece, count: 100_000), limit: 48)
      #expect(text.unicodeScalars.count <= 48)
    }
  }

  @Test func expiryIsInMilliseconds() {
    #expect(DesktopNotification.Expiry.never.milliseconds == 0)
    #expect(DesktopNotification.Expiry.byServer.milliseconds == -1)
    #expect(DesktopNotification.Expiry.after(.milliseconds(1500)).milliseconds == 1500)
    #expect(DesktopNotification.Expiry.after(.zero).milliseconds == 1)
  }
}
