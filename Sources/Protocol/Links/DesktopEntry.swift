/// The desktop entry by which a desktop finds the program that opens links of a scheme (Desktop Entry Specification
/// 1.5).
public struct DesktopEntry: Sendable, Hashable {
  /// The name of the file.
  public let id: String
  /// What a person is shown of it.
  public let name: String
  /// One sentence of what it does.
  public let comment: String
  /// The program and its arguments; the link follows behind them, never as an option.
  public let command: [String]
  /// The scheme, without the colon.
  public let scheme: String
  /// Whether it runs in a terminal.
  public let needsTerminal: Bool

  /// An entry.
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

  /// The media type that stands for a scheme.
  public static func mediaType(of scheme: String) -> String { "x-scheme-handler/\(scheme)" }

  /// What is in the file; nil where the command has a control character, which no entry can hold.
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

  /// An argument of `Exec`: quoted only where it has to be, since not every launcher understands quotes.
  static func quoted(_ argument: String) -> String? {
    guard argument.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else { return nil }
    let plain = argument.utf8.allSatisfy {
      LinkSyntax.isAlphanumeric($0) || "/.-_+=:,@%".utf8.contains($0)
    }
    var text = ""
    for scalar in argument.unicodeScalars {
      // Escaped once for the command, and each backslash once more as in any value of an entry.
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

/// Lists of which program opens what, as in `mimeapps.list`.
public enum HandlerList {
  /// The list without an entry as the handler of a media type.
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
