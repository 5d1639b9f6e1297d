import Testing

@testable import Links

@Suite struct DesktopEntryTests {
  @Test func theLinkIsNeverAnOption() throws {
    let entry = DesktopEntry(
      id: "x.desktop", name: "X", comment: "C.", command: ["/opt/100%/payctl", "open"], scheme: "payport")
    let text = try #require(entry.text)
    #expect(text.contains("\nExec=/opt/100%%/payctl open -- %u\n"))
    #expect(text.contains("\nMimeType=x-scheme-handler/payport;\n"))
    #expect(text.hasPrefix("[Desktop Entry]\n"))
  }

  @Test func whatAShellOrALauncherWouldReadIsQuoted() {
    #expect(DesktopEntry.quoted("/usr/bin/payctl") == "/usr/bin/payctl")
    #expect(DesktopEntry.quoted("/my apps/payctl") == #""/my apps/payctl""#)
    #expect(DesktopEntry.quoted("/a;id/payctl") == #""/a;id/payctl""#)
    #expect(DesktopEntry.quoted("/a$b`c\"d") == #""/a\\$b\\`c\\"d""#)
    #expect(DesktopEntry.quoted(#"/a\b"#) == #""/a\\\\b""#)
    #expect(DesktopEntry.quoted("") == "\"\"")
    // A combining mark that joins one of them into one Swift character must not hide it.
    for mark in ["\u{301}", "\u{FE0F}", "\u{20DD}"] {
      #expect(DesktopEntry.quoted("/a\"\(mark)") == "\"/a\\\\\"\(mark)\"")
      #expect(DesktopEntry.quoted("/a$\(mark)") == "\"/a\\\\$\(mark)\"")
      #expect(DesktopEntry.quoted("/a%\(mark)") == "\"/a%%\(mark)\"")
      #expect(DesktopEntry.quoted("/a\\\(mark)") == "\"/a\\\\\\\\\(mark)\"")
    }
    #expect(DesktopEntry.quoted("/a\nExec=evil") == nil)
    #expect(DesktopEntry(id: "x", name: "", comment: "", command: ["a\u{1B}"], scheme: "s").text == nil)
  }

  @Test func onlyTheOwnEntryIsTakenOut() {
    let type = "x-scheme-handler/payport"
    let list = """
      [Default Applications]
      text/html=payport.desktop
      \(type)=payport.desktop

      [Added Associations]
      \(type)=wallet.desktop;payport.desktop;
      \(type)x=payport.desktop;
      """
    #expect(
      HandlerList.removing("payport.desktop", from: type, in: list) == """
        [Default Applications]
        text/html=payport.desktop

        [Added Associations]
        \(type)=wallet.desktop;
        \(type)x=payport.desktop;
        """)
    #expect(HandlerList.removing("other.desktop", from: type, in: list) == list)
    // Lines of other programs are not changed, whatever their encoding.
    let foreign = "text/x=\u{301}a.desktop;\r\nname=caf\u{65}\u{301};;\n"
    let kept = HandlerList.removing("payport.desktop", from: type, in: "\(type)=payport.desktop;\n" + foreign)
    #expect(Array(kept.utf8) == Array(foreign.utf8))
  }
}
