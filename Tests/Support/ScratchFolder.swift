import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A private folder for a test. Its path is short, because the path of a Unix socket must be short. The folder is
/// removed when the last reference is released, unless somebody looks for a fault.
package final class ScratchFolder: Sendable {
  /// Whether somebody looks for a fault: folders stay, and daemons tell more.
  package static let isKept = ProcessInfo.processInfo.environment["PAYPORT_DEBUG"] != nil

  /// The path of the folder.
  package let path: String

  /// Creates a folder with mode 0700.
  ///
  /// - Throws: ``ScratchFolderError``.
  package init() throws(ScratchFolderError) {
    let digits = (0..<10).map { _ in String(UInt8.random(in: 0...35), radix: 36) }.joined()
    path = "/tmp/payport-\(digits)"
    guard mkdir(path, 0o700) == 0 else { throw ScratchFolderError(path: path, errno: errno) }
    if Self.isKept { print("kept: \(path)") }
  }

  deinit {
    guard !Self.isKept else { return }
    // If this fails, the content stays in a temporary folder.
    try? FileManager.default.removeItem(atPath: path)
  }
}

/// The folder could not be made.
package struct ScratchFolderError: Error, Sendable {
  /// The path of the folder.
  package let path: String
  /// The error number of the system.
  package let errno: Int32
}
