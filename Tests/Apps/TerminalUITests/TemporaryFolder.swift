import Platform

/// A folder that is gone, with the plain files in it, when its owner is.
final class TemporaryFolder: Sendable {
  struct Failure: Error {}

  let path: String

  init() throws {
    var template = Array("/tmp/payport-terminal-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure() }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in ["history", "other"] { unlink(path + "/" + name) }
    rmdir(path)
  }
}
