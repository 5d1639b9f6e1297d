public import Links

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Links on this person's desktop: who opens them, opening one, and becoming who opens them.
///
/// It uses the desktop's own programs: `xdg-mime`, `xdg-open` and `update-desktop-database`; on macOS `open`, which
/// knows the handlers of bundles only, so that nothing can be installed there.
public struct DesktopLinks: Sendable {
  let environment: [String: String]

  /// The desktop of this process's environment.
  public init() { self.init(environment: ProcessInfo.processInfo.environment) }

  /// The desktop of an environment.
  public init(environment: [String: String]) {
    self.environment = environment
  }

  /// What opens links of a scheme.
  public struct Handler: Sendable, Hashable {
    /// The name of its desktop entry, such as `payport.desktop`.
    public let id: String
    /// The path of the desktop entry.
    public let path: String
  }

  /// Who opens links of a scheme; nil where nobody does.
  ///
  /// - Throws: ``DesktopLinkError``.
  public func handler(of scheme: String) async throws(DesktopLinkError) -> Handler? {
    let answer = try await run("xdg-mime", ["query", "default", DesktopEntry.mediaType(of: scheme)])
    // A list may have several: the first that is there counts, and one whose entry is gone opens nothing.
    for id in answer.output.unicodeScalars.split(whereSeparator: { ";\r\n".unicodeScalars.contains($0) }).map(
      String.init)
    {
      guard !id.utf8.contains(UInt8(ascii: "/")), let path = entryPath(id) else { continue }
      return Handler(id: id, path: path)
    }
    return nil
  }

  /// Whether links of a scheme can be opened here: to be asked before one is offered.
  ///
  /// - Throws: ``DesktopLinkError``.
  public func canOpen(_ scheme: String) async throws(DesktopLinkError) -> Bool {
    try await handler(of: scheme) != nil
  }

  /// Where what opens a link may show something, where it opens no window of its own.
  public enum Place: Sendable, Hashable {
    /// In the terminal of this process.
    case here
    /// In none: for programs that draw on theirs, or have none.
    case elsewhere
  }

  /// Opens a link, and returns when the desktop's program has ended: once it was handed on, or, without a desktop, once
  /// its handler has ended.
  ///
  /// - Throws: ``DesktopLinkError``.
  public func open(_ link: OpenLink, in place: Place = .here) async throws(DesktopLinkError) {
    try await open(text: link.text, in: place)
  }

  /// Leads back to an app; see ``open(_:in:)-(OpenLink,_)``.
  ///
  /// - Throws: ``DesktopLinkError``.
  public func open(_ link: ReturnLink, in place: Place = .here) async throws(DesktopLinkError) {
    try await open(text: link.text, in: place)
  }

  // Only what was made by the two types above gets here, so that nothing else is ever opened.
  private func open(text: String, in place: Place) async throws(DesktopLinkError) {
    #if canImport(Darwin)
      let opener = "open"
    #else
      let opener = "xdg-open"
    #endif
    let program = try DesktopProgram(opener, [text], environment)
    let status = try await place == .here ? program.runInForeground() : program.runInBackground()
    guard status == 0 else { throw .failed(program: opener, status: status) }
  }

  func run(_ program: String, _ arguments: [String]) async throws(DesktopLinkError) -> DesktopProgram.Answer {
    let answer = try await DesktopProgram(program, arguments, environment).run()
    guard answer.status == 0 else { throw .failed(program: program, status: answer.status) }
    return answer
  }

  private func entryPath(_ id: String) -> String? {
    dataFolders.map { $0 + "/applications/" + id }.first { FileManager.default.isReadableFile(atPath: $0) }
  }

  /// `$XDG_DATA_HOME`, then `$XDG_DATA_DIRS` (XDG Base Directory Specification).
  private var dataFolders: [String] {
    let others = set("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    return [dataHome]
      + others.unicodeScalars.split(separator: ":").map(String.init).filter { $0.utf8.starts(with: "/".utf8) }
  }

  var dataHome: String { folder("XDG_DATA_HOME", ".local/share") }
  var configurationHome: String { folder("XDG_CONFIG_HOME", ".config") }

  private func folder(_ variable: String, _ otherwise: String) -> String {
    if let path = set(variable), path.utf8.starts(with: "/".utf8) { return path }
    return (set("HOME") ?? "/") + "/" + otherwise
  }

  private func set(_ variable: String) -> String? {
    environment[variable].flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// Why a link was not opened, or who opens it is not known.
public enum DesktopLinkError: Error, Sendable, Hashable {
  /// A program of the desktop is not installed.
  case missing(program: String)
  /// It was not started, or ended with this status; -1 where a signal ended it.
  case failed(program: String, status: Int32)
  /// A file could not be written or removed.
  case file(path: String)
  /// The path of the program cannot stand in a desktop entry.
  case unusableProgram(path: String)
  /// This system has no desktop entries.
  case unsupported
}
