import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files of this package, as they lie in its folder.
struct Tree {
  let root = ForeignConsumer.packageRoot

  /// The paths of all files below a folder with one of these endings, relative to the package.
  func files(below folder: String, ending endings: [String]) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)").sorted()
      .filter { path in endings.contains { path.hasSuffix($0) } }
      .map { "\(folder)/\($0)" }
  }

  /// The names of the folders in a folder.
  func folders(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)").sorted().filter { name in
      var isFolder = false
      return FileManager.default.fileExists(atPath: "\(root)/\(folder)/\(name)", isDirectory: &isFolder) && isFolder
    }
  }

  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: "\(root)/\(path)") }

  func text(_ path: String) throws -> String { try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8) }

  /// The cells of the rows of all tables of a page, without their headings.
  func rows(_ page: String) throws -> [[String]] {
    try text(page).split(separator: "\n").filter { $0.hasPrefix("|") && !$0.hasPrefix("|---") }.map { line in
      line.split(separator: "|").map { $0.trimmingPrefix(" ").reversed().trimmingPrefix(" ").reversed() }
        .map { String($0) }
    }
  }

  /// What stands between backticks in a text.
  func quoted(_ text: String) -> [String] {
    text.matches(of: /`([^`]+)`/).map { String($0.1) }
  }
}
