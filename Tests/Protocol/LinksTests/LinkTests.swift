import Links
import Testing

@Suite struct LinkTests {
  private let token = String(repeating: "aZ0-_", count: 8) + "abc"

  @Test func whatIsWrittenIsRead() throws {
    let link = try OpenLink(provider: "wallet-1.x_y", token: token)
    #expect(link.text == "payport:open?provider=wallet-1.x_y&token=\(token)")
    #expect(try PayportLink(link.text) == .open(link))
    #expect(try PayportLink("payport:open?token=\(token)&provider=wallet-1.x_y") == .open(link))
    #expect(!"\(link)".contains(token))
    #expect(try PayportLink("payport:card?data=e30") == .card("payport:card?data=e30"))
  }

  /// Invalid links and their errors. Nothing is guessed, repaired or decoded.
  static let hostile: [(String, LinkError)] = [
    ("", .malformed("it has no scheme")),
    ("open?provider=w&token=TOKEN", .malformed("it has no scheme")),
    ("--help", .malformed("it has no scheme")),
    ("-payport:open?provider=w&token=TOKEN", .otherScheme),
    ("PAYPORT:open?provider=w&token=TOKEN", .otherScheme),
    ("https://x/?payport:open", .otherScheme),
    ("payport:", .unknownKind),
    ("payport:pay?provider=w&token=TOKEN", .unknownKind),
    ("payport://open?provider=w&token=TOKEN", .unknownKind),
    ("payport:open/?provider=w&token=TOKEN", .unknownKind),
    ("payport:open?provider=w&token=TOKEN#x", .invalid("token")),
    ("payport:open", .malformed("it has other members than those of its kind")),
    ("payport:open?", .malformed("a member has no value")),
    ("payport:open?provider=w&token=TOKEN&", .malformed("a member has no value")),
    ("payport:open?provider=w&token=TOKEN&callback=evil", .malformed("it has other members than those of its kind")),
    ("payport:open?provider=w&token=TOKEN&token=TOKEN", .malformed("a member is there twice")),
    ("payport:open?provider=w&provider=v", .malformed("a member is there twice")),
    ("payport:open?provider=w&Token=TOKEN", .malformed("the member token is missing")),
    ("payport:open?provider=w?&token=TOKEN", .malformed("it has two question marks")),
    ("payport:open?provider=&token=TOKEN", .invalid("provider")),
    ("payport:open?provider=-w&token=TOKEN", .invalid("provider")),
    ("payport:open?provider=../w&token=TOKEN", .invalid("provider")),
    ("payport:open?provider=a/b&token=TOKEN", .invalid("provider")),
    ("payport:open?provider=w;id&token=TOKEN", .invalid("provider")),
    ("payport:open?provider=w&token=", .invalid("token")),
    ("payport:open?provider=w&token=TOKENx", .invalid("token")),
    ("payport:open?provider=w&token=$(id)", .invalid("token")),
    ("payport:open?provider=w&token=%54OKEN", .malformed("it is percent-encoded")),
    ("payport:open?provider=w%0a&token=TOKEN", .malformed("it is percent-encoded")),
    ("payport:open?provider=w&token=TOKEN\n", .malformed("it has white space or other signs")),
    ("payport:open?provider=w\n--state=/tmp&token=TOKEN", .malformed("it has white space or other signs")),
    ("payport:open?provider=w &token=TOKEN", .malformed("it has white space or other signs")),
    ("payport:open?provider=w\u{0}&token=TOKEN", .malformed("it has white space or other signs")),
    ("payport:open?provider=w\u{202E}&token=TOKEN", .malformed("it has white space or other signs")),
    ("payport:open?provider=ｗ&token=TOKEN", .malformed("it has white space or other signs")),
    ("payport:open?" + String(repeating: "a", count: 150) + "=&provider=w", .tooLong),
    ("payport:card?data=" + String(repeating: "A", count: 8192), .tooLong),
    ("payport:card?data=e30=", .invalid("data")),
    ("payport:card?data=e30&x=y", .malformed("it has other members than those of its kind")),
    ("payport:card", .malformed("it has other members than those of its kind")),
  ]

  @Test(arguments: hostile) func aHostileLinkIsRefused(_ text: String, why: LinkError) {
    let link = text.replacing("TOKEN", with: token)
    #expect(throws: why) { try PayportLink(link) }
  }

  /// A damaged link is either refused or read exactly as it is written.
  @Test func noSpoiltLinkIsReadAsAnother() throws {
    let alphabet = Array("abZ09-_.:?&=%#/ \n\u{0}\u{202E}é")
    var generator = SystemRandomNumberGenerator()
    var read = 0
    for _ in 0..<20_000 {
      var text = Array(try OpenLink(provider: "wallet", token: token).text)
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<text.count, using: &generator)
        let character = alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: text[place] = character
        case 1: text.insert(character, at: place)
        default: text.remove(at: place)
        }
      }
      guard case .open(let link)? = try? PayportLink(String(text)) else { continue }
      read += 1
      #expect(link.text == String(text))
    }
    #expect(read > 0, "some spoilt links are links of another token")
  }

  @Test func aReturnHoldsTheStateToTheLetter() throws {
    let scheme = try #require(CallbackScheme("chat.simplex.x-1"))
    let state = try #require(LinkState("aZ09-._~"))
    for result in LinkResult.allCases {
      let link = try ReturnLink(scheme: scheme, provider: "w", state: state, result: result)
      #expect(link.text == "chat.simplex.x-1:payport?provider=w&state=aZ09-._~&result=\(result.rawValue)")
      #expect(try ReturnLink(link.text, to: scheme) == link)
      #expect(!"\(link)".contains(state.text))
    }
    let good = "chat.simplex.x-1:payport?provider=w&state=s&result=viewed"
    for (change, why) in [
      ("simplex:payport?provider=w&state=s&result=viewed", LinkError.otherScheme),
      (good.replacing("payport", with: "x"), .unknownKind),
      (good.replacing("viewed", with: "paid"), .invalid("result")),
      (good.replacing("state=s", with: "state="), .invalid("state")),
      (good.replacing("state=s", with: "state=a+b"), .invalid("state")),
      (good.replacing("state=s", with: "state=%41"), .malformed("it is percent-encoded")),
      (good + "&txid=1", .malformed("it has other members than those of its kind")),
      (good + String(repeating: "x", count: 500), .tooLong),
    ] { #expect(throws: why, "\(change)") { try ReturnLink(change, to: scheme) } }
  }

  @Test func statesAreShortAndPlain() {
    for text in ["", " ", "a b", "a/b", "ä", "a\n", "%41", String(repeating: "a", count: 257)] {
      #expect(LinkState(text) == nil, "\(text)")
    }
    #expect(LinkState(String(repeating: "a", count: 256)) != nil)
    let random = (0..<100).map { _ in LinkState.random().text }
    #expect(Set(random).count == 100)
    #expect(random.allSatisfy { $0.utf8.count == 32 && LinkState($0) != nil })
  }

  @Test(arguments: [
    "http", "https", "file", "ftp", "javascript", "data", "mailto", "payport", "vbscript", "tel", "sms", "monero",
    "litecoin", "intent", "view-source", "ms-msdt", "search-ms", "web+pay", "x-scheme-handler", "chrome-extension",
    "applescript", "x-man-page", "vscode", "vscode-insiders", "jnlp", "jnlps", "git+ssh", "svn+ssh", "microsoft-edge",
    "ms-windows-store", "ms-officecmd", "slack", "zoommtg", "steam", "itms-apps", "jetbrains", "docker", "x-wallet",
    "simplex", "a1+b", "",
    "a", "1password", "-simplex", "Simplex", "sim plex", "simplex:", "sim/plex", "simplex\n", "sím", "file.", ".file",
    "a..b", "chat.Simplex", "chat.1simplex", "chat.-x", "chat.x-", "chat.simplex+x", "chat.simplex\n",
    "chat.simple\u{301}x",
    "chat.simplex\u{301}", "chat.\u{212A}.x", "a." + String(repeating: "a", count: 63),
  ]) func aSchemeThatIsNoAppsIsRefused(_ text: String) {
    #expect(CallbackScheme(text) == nil)
  }

  @Test func anAppsSchemeIsTaken() {
    for text in ["chat.simplex.app", "chat.simplex", "org.example.app-2", "a." + String(repeating: "a", count: 62)] {
      #expect(CallbackScheme(text)?.text == text)
    }
  }
}
