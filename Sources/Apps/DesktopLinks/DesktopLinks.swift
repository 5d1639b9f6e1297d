public import Links

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Links on this person's desktop: it finds the program that opens them, opens a link, and installs such a program.
///
/// It uses the desktop's own programs `xdg-mime`, `xdg-open` and `update-desktop-database`. On macOS it uses `open`,
/// which only knows the handlers of application bundles, so nothing can be installed there.
public struct DesktopLinks: Sendable {
  let environment: [String: String]

  /// Creates the desktop of this process's environment.
  public init() { self.init(environment: ProcessInfo.processInfo.environment) }

  /// Creates the desktop of an environment.
  public init(environment: [String: String]) {
    self.environment = environment
  }

  /// The program that opens links of a scheme.
  public struct Handler: Sendable, Hashable {
    /// The name of the program's desktop entry, such as `payport.desktop`.
    public let id: String
    /// The path of the desktop entry.
    public let path: String
  }

  /// Returns the program that opens links of a scheme; `nil` if there is none.
  public func handler(of scheme: String) async throws(DesktopLinkError) -> Handler? {
    let answer = try await run("xdg-mime", ["query", "default", DesktopEntry.mediaType(of: scheme)])
    // The answer may list several entries. The first that exists counts, and one whose file is missing opens nothing.
    for id in answer.output.unicodeScalars.split(whereSeparator: { ";\r\n".unicodeScalars.contains($0) }).map(
      String.init)
    {
      guard !id.utf8.contains(UInt8(ascii: "/")), let path = entryPath(id) else { continue }
      return Handler(id: id, path: path)
    }
    return nil
  }

  /// Returns whether links of a scheme can be opened here. Ask this before you offer a link.
  public func canOpen(_ scheme: String) async throws(DesktopLinkError) -> Bool {
    try await handler(of: scheme) != nil
  }

  /// The place for the output of a handler that opens no window of its own.
  public enum Place: Sendable, Hashable {
    /// The terminal of this process.
    case here
    /// No terminal. This is for programs that draw on their terminal, or have none.
    case elsewhere
  }

  /// Opens a link and waits until the desktop's program has ended. With a desktop that is when the link was handed on;
  /// without one it is when the handler has ended.
  public func open(_ link: OpenLink, in place: Place = .here) async throws(DesktopLinkError) {
    try await open(text: link.text, in: place)
  }

  /// Opens a link that leads back to an app; see ``open(_:in:)-(OpenLink,_)``.
  public func open(_ link: ReturnLink, in place: Place = .here) async throws(DesktopLinkError) {
    try await open(text: link.text, in: place)
  }

  /// Opens the owner's page, which a program of this user serves, in the browser; see ``open(_:in:)-(OpenLink,_)``.
  package func openPage(port: UInt16, token: String) async throws(DesktopLinkError) {
    try await open(text: Self.pageAddress(port: port, token: token), in: .elsewhere)
  }

  /// The address of the owner's page. What follows the number sign is not sent by browsers.
  package static func pageAddress(port: UInt16, token: String) -> String { "http://127.0.0.1:\(port)/#\(token)" }

  // Only links of the types above arrive here, so that nothing else is ever opened.
  private func open(text: String, in place: Place) async throws(DesktopLinkError) {
    #if canImport(Darwin)
      let opener = "open"
    #else
      let opener = "xdg-open"
    #endif
    let program = try DesktopProgram(opener, [text], environment: environment)
    let status = try await place == .here ? program.runInForeground() : program.runInBackground()
    guard status == 0 else { throw .failed(program: opener, status: status) }
  }

  func run(_ program: String, _ arguments: [String]) async throws(DesktopLinkError) -> DesktopProgram.Answer {
    let answer = try await DesktopProgram(program, arguments, environment: environment).run()
    guard answer.status == 0 else { throw .failed(program: program, status: answer.status) }
    return answer
  }

  private func entryPath(_ id: String) -> String? {
    dataFolders.map { $0 + "/applications/" + id }.first { FileManager.default.isReadableFile(atPath: $0) }
  }

  /// The folders from `$XDG_DATA_HOME` and `$XDG_DATA_DIRS`, in this order (XDG Base Directory Specification).
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

/// Why a link was not opened, or its handler could not be determined.
public enum DesktopLinkError: Error, Sendable, Hashable {
  /// A program of the desktop is not installed.
  case missing(program: String)
  /// A program could not be started, or ended with this status; -1 means that a signal ended it.
  case failed(program: String, status: Int32)
  /// A file could not be written or removed.
  case file(path: String)
  /// The path of the program contains characters that a desktop entry cannot have.
  case unusableProgram(path: String)
  /// This system has no desktop entries.
  case unsupported
}
