/// The desktop entry that tells a desktop which program opens links of a scheme (Desktop Entry Specification 1.5).
public struct DesktopEntry: Sendable, Hashable {
  /// The name of the file.
  public let id: String
  /// The name that is shown to people.
  public let name: String
  /// One sentence that describes the program.
  public let comment: String
  /// The program and its arguments. The link follows as the last argument and is never taken as an option.
  public let command: [String]
  /// The scheme, without the colon.
  public let scheme: String
  /// Whether the program runs in a terminal.
  public let needsTerminal: Bool

  /// Makes an entry.
  public init(
    id: String, name: String, comment: String, command: [String], scheme: String, needsTerminal: Bool = true
  ) {
    self.id = id
    self.name = name
    self.comment = comment
    self.command = command
    self.scheme = scheme
    self.needsTerminal = needsTerminal
  }

  /// The media type that represents a scheme.
  public static func mediaType(of scheme: String) -> String { "x-scheme-handler/\(scheme)" }

  /// The content of the file; nil if the command contains a control character, which an entry cannot contain.
  public var text: String? {
    var words: [String] = []
    for word in command {
      guard let quoted = Self.quoted(word) else { return nil }
      words.append(quoted)
    }
    return """
      [Desktop Entry]
      Version=1.0
      Type=Application
      Name=\(name)
      Comment=\(comment)
      Exec=\((words + ["--", "%u"]).joined(separator: " "))
      MimeType=\(Self.mediaType(of: scheme));
      Terminal=\(needsTerminal)
      NoDisplay=true
      StartupNotify=false

      """
  }

  /// Encodes an argument of `Exec`. It is quoted only if necessary, because not every launcher understands quotes.
  static func quoted(_ argument: String) -> String? {
    guard argument.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else { return nil }
    let plain = argument.utf8.allSatisfy {
      LinkSyntax.isAlphanumeric($0) || "/.-_+=:,@%".utf8.contains($0)
    }
    var text = ""
    for scalar in argument.unicodeScalars {
      // The argument is escaped once for the command line, and each backslash is escaped again as in any value of an
      // entry.
      switch scalar {
      case "%": text += "%%"
      case "\\": text += #"\\\\"#
      case "\"", "`", "$": text += #"\\"# + String(scalar)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return plain && !argument.isEmpty ? text : "\"\(text)\""
  }
}

/// Lists that assign programs to media types, such as `mimeapps.list`.
public enum HandlerList {
  /// Returns the list with an entry removed from the handlers of a media type.
  public static func removing(_ id: String, from mediaType: String, in text: String) -> String {
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).compactMap {
      line -> String? in
      guard let equals = line.firstIndex(where: { $0 == "=" }), line[..<equals].elementsEqual(mediaType.unicodeScalars)
      else {
        return String(line)
      }
      let all = line[equals...].dropFirst().split { $0 == ";" }
      let others = all.filter { !$0.elementsEqual(id.unicodeScalars) }
      guard others.count < all.count else { return String(line) }
      return others.isEmpty ? nil : "\(mediaType)=" + others.map { String($0) + ";" }.joined()
    }
    return lines.joined(separator: "\n")
  }
}
