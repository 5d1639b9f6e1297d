#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The programs that the same build made: they lie beside the test bundle.
package enum BuiltPrograms {
  /// The path of a program.
  ///
  /// - Throws: ``BuiltProgramError`` where it was not built.
  package static func path(_ name: String) throws(BuiltProgramError) -> String {
    for folder in folders {
      let path = folder + "/" + name
      if FileManager.default.isExecutableFile(atPath: path) { return path }
    }
    throw BuiltProgramError(name: name, folders: folders)
  }

  private static let folders: [String] = {
    // The tests run in the test bundle itself, or in a helper that is told where it is.
    let arguments = CommandLine.arguments
    let told = arguments.firstIndex(of: "--test-bundle-path").flatMap { arguments.dropFirst($0 + 1).first }
    // Only Linux has this one; elsewhere the first argument is the path.
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    var folders: [String] = []
    for path in [told, own, arguments.first].compactMap(\.self) where path.hasPrefix("/") {
      // In a bundle of macOS the programs are above the bundle's own folders.
      var folder = path
      for _ in 0..<4 {
        guard let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else { break }
        folder = String(folder[..<slash])
        folders.append(folder)
      }
    }
    return folders
  }()
}

/// A program was not found beside the tests.
package struct BuiltProgramError: Error, Sendable, CustomStringConvertible {
  let name: String
  let folders: [String]

  /// Which program, and where it was looked for.
  package var description: String { "\(name) was not built; looked in \(folders.joined(separator: ", "))" }
}
