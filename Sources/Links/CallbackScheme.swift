/// A URL scheme that may lead back to an app: 2 to 64 of `a-z 0-9 + - .`, beginning with a letter, and none that belongs to
/// something else than an app.
public struct CallbackScheme: Sendable, Hashable {
  /// The scheme, without the colon.
  public let text: String

  /// A scheme; nil where the text is none, or one that is refused.
  public init?(_ text: String) {
    guard (2...64).contains(text.utf8.count), let first = text.utf8.first, Self.isLetter(first),
      text.utf8.allSatisfy({ Self.isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }),
      !Self.refused.contains(text), !Self.refusedBeginnings.contains(where: text.hasPrefix)
    else { return nil }
    self.text = text
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

  /// Those whose handlers fetch, run, send, pay or show what a link says: none of them is the app that asked.
  public static let refused: Set<String> = [
    // What browsers take, or turn into something else.
    "about", "blob", "chrome", "data", "filesystem", "http", "https", "intent", "jar", "javascript", "moz-extension",
    "resource", "vbscript", "view-source", "ws", "wss",
    // Files, folders and machines.
    "afp", "apt", "computer", "dav", "davs", "file", "fish", "flatpak", "ftp", "ftps", "ghelp", "gopher", "help",
    "info",
    "ldap", "ldaps", "magnet", "man", "network", "nfs", "rdp", "recent", "rlogin", "rsync", "search", "sftp", "shell",
    "smb",
    "snap", "ssh", "steam", "telnet", "trash", "vnc", "appstream", "admin", "archive", "burn", "dns", "tn3270",
    // Messages and calls.
    "callto", "facetime", "facetime-audio", "im", "irc", "ircs", "mailto", "mms", "news", "nntp", "sip", "sips", "sms",
    "smsto", "tel", "xmpp",
    // Payments, and this protocol.
    "bitcoin", "bitcoincash", "dogecoin", "ethereum", "lightning", "litecoin", "monero", "payport", "pay", "zcash",
  ]

  // Families of schemes: those of Microsoft's programs, of extensions of browsers, of the settings of systems.
  private static let refusedBeginnings = [
    "chrome-", "ms-", "search-", "web+", "x-apple", "x-scheme", "prefs", "settings",
  ]
}
