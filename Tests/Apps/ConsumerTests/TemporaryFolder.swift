import Foundation
import Platform

/// A folder of a test's own, mode 0700, removed with all that is in it when the last reference goes.
final class TemporaryFolder: Sendable {
  let path: String

  struct Failed: Error {}

  init() throws {
    var template = Array("/tmp/payport-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Failed() }
    path = String(cString: made)
  }

  deinit {
    // What cannot be removed is left to the system's own tidying of /tmp.
    try? FileManager.default.removeItem(atPath: path)
  }
}
