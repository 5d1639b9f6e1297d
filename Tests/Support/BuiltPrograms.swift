#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The programs of the same build, which are beside the test bundle.
package enum BuiltPrograms {
  /// Returns the path of a program.
  ///
  /// - Throws: ``BuiltProgramError`` if the program was not built.
  package static func path(_ name: String) throws(BuiltProgramError) -> String { try folder(with: name) + "/" + name }

  /// Returns the folder that has a program.
  ///
  /// - Throws: ``BuiltProgramError`` if the program was not built.
  package static func folder(with name: String) throws(BuiltProgramError) -> String {
    guard let folder = folders.first(where: { FileManager.default.isExecutableFile(atPath: $0 + "/" + name) }) else {
      throw BuiltProgramError(name: name, folders: folders)
    }
    return folder
  }

  private static let folders: [String] = {
    // The tests run in the test bundle itself, or in a helper that gets its path as an argument.
    let arguments = CommandLine.arguments
    let told = arguments.firstIndex(of: "--test-bundle-path").flatMap { arguments.dropFirst($0 + 1).first }
    // This link exists only on Linux. Elsewhere the first argument is the path.
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    var folders: [String] = []
    for path in [told, own, arguments.first].compactMap(\.self) where path.hasPrefix("/") {
      // In a bundle of macOS, the programs are in a folder above those of the bundle.
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

  /// The name of the program, and the folders that were searched.
  package var description: String { "\(name) was not built; looked in \(folders.joined(separator: ", "))" }
}
