import DisplayText
import Files
import Platform
import Processes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files of the page, read once into memory. Only what is in here is ever shown: a request names a file, and no path
/// is made of it.
package struct PageFiles: Sendable {
  /// One file.
  package struct File: Sendable, Equatable {
    /// The media type, with the encoding of text.
    package let type: String
    /// What is in it.
    package let bytes: [UInt8]
  }

  /// The files by their paths, such as `/views/now.js`. The page itself is also at `/`.
  package let files: [String: File]

  /// Why the page cannot be shown.
  package enum Failure: Error, Sendable, Equatable {
    /// It is in none of the folders where it is looked for.
    case missing(folder: String)
    /// Another user may have written a file or a folder of it.
    case unsafe(path: String)
    /// It cannot be read, or is larger than any page of this program.
    case unreadable(path: String)

    /// What happened, for people, without a full stop.
    package var words: String {
      switch self {
      case .missing(let folder): localized("the page is not installed: there is no \(folder)")
      case .unsafe(let path): localized("another user may have written \(path), so it is not shown")
      case .unreadable(let path): localized("\(path) cannot be read")
      }
    }
  }

  /// The policy with which every file is shown: the page shows and asks only what is its own, and nothing shows the page
  /// in another (CSP level 3).
  package static let contentPolicy = """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; \
    connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'
    """

  /// The style sheets in their order, which the browser gets as one, `/style.css`: it shows nothing before it has them all.
  private static let styles = ["tokens", "shell", "parts", "money", "views"].map { "/style/\($0).css" }

  // What the page may be, in files and bytes.
  private static let mostFiles = 300
  private static let mostBytes = 8 << 20
  private static let deepest = 4

  private static let types = [
    "css": "text/css; charset=utf-8", "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "json": "application/json", "png": "image/png", "svg": "image/svg+xml", "woff2": "font/woff2",
  ]

  /// Files that are known already.
  package init(files: [String: File]) { self.files = files }

  /// Reads the page that belongs to the running program.
  package init() throws(Failure) {
    let folders = Self.folders(of: ProgramLocation.path ?? "")
    guard let folder = folders.first(where: { access($0 + "/index.html", F_OK) == 0 }) else {
      throw .missing(folder: folders.last ?? "")
    }
    try self.init(reading: folder)
  }

  /// The folders in which the page of a program may be: that of the tree in which it was built, else the one beside which
  /// it is installed.
  static func folders(of program: String) -> [String] {
    let parts = program.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    var folders: [String] = []
    if let build = parts.lastIndex(where: {
      $0.elementsEqual(".build".unicodeScalars) || $0.starts(with: ".build-".unicodeScalars)
    }) {
      let tree = parts[..<build].map { String($0) }.joined(separator: "/")
      folders.append(tree + "/Sources/Apps/OwnerPage/Page")
    }
    folders.append(parts.dropLast(2).map { String($0) }.joined(separator: "/") + "/share/payport/page")
    return folders
  }

  /// The file at an address without a query; nil if there is none.
  ///
  /// - Parameter origin: the scheme and the host, such as `payport://owner`.
  package func file(at address: String, of origin: String) -> File? {
    guard address.utf8.starts(with: origin.utf8) else { return nil }
    // WebKit asks for a page together with the place in it.
    let path = address.utf8.dropFirst(origin.utf8.count).prefix { $0 != UInt8(ascii: "#") }
    return files[String(decoding: path, as: UTF8.self)]
  }

  /// Whether an address is the page itself, at whatever place in it.
  package static func isPage(_ address: String, of origin: String) -> Bool {
    address.utf8.prefix { $0 != UInt8(ascii: "#") }.elementsEqual((origin + "/").utf8)
  }

  /// Reads all files of a folder and of those in it. None may be a link, or one that another user can have written.
  package init(reading folder: String) throws(Failure) {
    var found: [String: File] = [:]
    var left = Self.mostBytes
    try Self.read(folder, as: "", depth: 0, into: &found, left: &left)
    found["/"] = found["/index.html"]
    let sheets = Self.styles.compactMap { found[$0] }
    if let first = sheets.first { found["/style.css"] = File(type: first.type, bytes: sheets.flatMap(\.bytes)) }
    files = found
  }

  private static func read(
    _ folder: String, as name: String, depth: Int, into found: inout [String: File], left: inout Int
  ) throws(Failure) {
    var status = stat()
    guard lstat(folder, &status) == 0 else { throw .unreadable(path: folder) }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == 0 || status.st_uid == geteuid(),
      status.st_mode & 0o022 == 0
    else { throw .unsafe(path: folder) }
    guard depth < deepest, let entries = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw .unreadable(path: folder)
    }
    for entry in entries.sorted() where isPlain(entry) {
      let path = folder + "/" + entry
      guard lstat(path, &status) == 0 else { throw .unreadable(path: path) }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: try read(path, as: name + "/" + entry, depth: depth + 1, into: &found, left: &left)
      case S_IFREG:
        guard let type = type(of: entry) else { continue }
        let file: TrustedFile
        do throws(PrivateFileError) { file = try TrustedFile(reading: path, limit: left) } catch {
          if case .unsafeFile = error { throw .unsafe(path: path) }
          throw .unreadable(path: path)
        }
        left -= file.bytes.count
        guard left >= 0, found.count < mostFiles else { throw .unreadable(path: path) }
        found[name + "/" + entry] = File(type: type, bytes: file.bytes)
      default: throw .unsafe(path: path)
      }
    }
  }

  /// Whether a name needs no encoding in an address. Hidden files are of no page.
  private static func isPlain(_ name: String) -> Bool {
    name.utf8.first != UInt8(ascii: ".")
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  private static func type(of name: String) -> String? {
    name.unicodeScalars.split(separator: ".").dropFirst().last.flatMap { types[String($0)] }
  }
}
