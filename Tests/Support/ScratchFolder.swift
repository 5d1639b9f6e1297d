import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A private folder of a test, with a short path, since the path of a Unix socket must be short; it goes with the last
/// reference.
package final class ScratchFolder: Sendable {
  /// The path.
  package let path: String

  /// A fresh folder of mode 0700.
  ///
  /// - Throws: ``ScratchFolderError``.
  package init() throws(ScratchFolderError) {
    let digits = (0..<10).map { _ in String(UInt8.random(in: 0...35), radix: 36) }.joined()
    path = "/tmp/payport-\(digits)"
    guard mkdir(path, 0o700) == 0 else { throw ScratchFolderError(path: path, errno: errno) }
  }

  deinit {
    // What is left behind is in a temporary folder anyway.
    try? FileManager.default.removeItem(atPath: path)
  }
}

/// The folder could not be made.
package struct ScratchFolderError: Error, Sendable {
  /// Which one.
  package let path: String
  /// Why, by the system.
  package let errno: Int32
}
