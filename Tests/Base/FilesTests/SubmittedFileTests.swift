import Files
import Platform
import TestSupport
import Testing

@Suite struct SubmittedFileTests {
  private let scratch: ScratchFolder
  private let folder: PrivateFolder

  init() throws {
    scratch = try ScratchFolder()
    folder = try PrivateFolder(opening: scratch.path)
  }

  @Test func whatOthersMayReadIsTakenAndWhatTheyMayChangeIsNot() throws {
    try folder.write([1, 2], to: "file", replacing: false)
    for mode: mode_t in [0o600, 0o644, 0o400, 0o755] {
      chmod(scratch.path + "/file", mode)
      #expect(try folder.readSubmitted("file", limit: 2).bytes == [1, 2])
    }
    for mode: mode_t in [0o620, 0o602, 0o666] {
      chmod(scratch.path + "/file", mode)
      #expect(throws: PrivateFileError.unsafeFile(.permissions(UInt32(mode)))) {
        try folder.readSubmitted("file", limit: 2)
      }
    }
    chmod(scratch.path + "/file", 0o600)
    #expect(throws: PrivateFileError.tooLarge(limit: 1)) { try folder.readSubmitted("file", limit: 1) }
    #expect(throws: PrivateFileError.missing) { try folder.readSubmitted("none", limit: 1) }
    link(scratch.path + "/file", scratch.path + "/second")
    #expect(throws: PrivateFileError.unsafeFile(.names(2))) { try folder.readSubmitted("file", limit: 2) }
    symlink("file", scratch.path + "/link")
    #expect(throws: PrivateFileError.unsafeFile(.symbolicLink)) { try folder.readSubmitted("link", limit: 2) }
    mkfifo(scratch.path + "/fifo", 0o600)
    #expect(throws: PrivateFileError.unsafeFile(.wrongKind)) { try folder.readSubmitted("fifo", limit: 2) }
  }

  @Test(.enabled(if: geteuid() == 0, "skipped: only root can make a file of another user"))
  func aFileOfAnotherUserIsNotTaken() throws {
    try folder.write([1], to: "file", replacing: false)
    chown(scratch.path + "/file", 12_345, 12_345)
    #expect(throws: PrivateFileError.unsafeFile(.owner(12_345))) { try folder.readSubmitted("file", limit: 2) }
  }

  /// A file that is replaced all the time is always read as a whole, either the old or the new one.
  @Test func aFileThatIsReplaced() async throws {
    let folder = folder
    try folder.write([1], to: "file", replacing: false)
    async let writing: Void = {
      for byte in 0..<200 { try folder.write([UInt8(byte)], to: "file", replacing: true) }
    }()
    for _ in 0..<2000 { #expect(try folder.readSubmitted("file", limit: 1).bytes.count == 1) }
    try await writing
  }

  @Test func aStampTellsWhetherAFileChanged() throws {
    #expect(folder.stamp("file") == nil)
    try folder.write([1], to: "file", replacing: false)
    let first = try folder.readSubmitted("file", limit: 1).stamp
    #expect(folder.stamp("file") == first)
    try folder.write([1], to: "file", replacing: true)
    #expect(folder.stamp("file") != first)
    let second = folder.stamp("file")
    chmod(scratch.path + "/file", 0o640)
    #expect(folder.stamp("file") != second)
  }

  @Test func foldersInAFolder() throws {
    #expect(throws: PrivateFileError.missing) { try folder.subfolder("a") }
    let inner = try folder.subfolder("a", creating: true).subfolder("b", creating: true)
    #expect(inner.path == scratch.path + "/a/b")
    try inner.write([1], to: "file", replacing: false)
    #expect(try folder.subfolder("a").subfolder("b").read("file", limit: 1) == [1])
    var status = stat()
    #expect(stat(scratch.path + "/a/b", &status) == 0 && status.st_mode & 0o7777 == 0o700)
    symlink("a", scratch.path + "/link")
    #expect(throws: PrivateFileError.unsafeFolder(.symbolicLink)) { try folder.subfolder("link", creating: true) }
    try folder.write([], to: "file", replacing: false)
    #expect(throws: PrivateFileError.unsafeFolder(.wrongKind)) { try folder.subfolder("file", creating: true) }
    chmod(scratch.path + "/a", 0o750)
    #expect(throws: PrivateFileError.unsafeFolder(.permissions(0o750))) { try folder.subfolder("a") }
  }

  @Test func movingNeverReplaces() throws {
    let archive = try folder.subfolder("archive", creating: true)
    try folder.write([1], to: "file", replacing: false)
    try folder.move("file", to: archive)
    #expect(try archive.read("file", limit: 1) == [1] && folder.names() == ["archive"])
    try folder.write([2], to: "file", replacing: false)
    #expect(throws: PrivateFileError.exists) { try folder.move("file", to: archive) }
    #expect(try archive.read("file", limit: 1) == [1] && folder.read("file", limit: 1) == [2])
    #expect(throws: PrivateFileError.missing) { try folder.move("none", to: archive) }
  }

  @Test func leftoversOfManyFiles() throws {
    // No process has such a high id.
    for name in [".a.answer.yml.99999999.1", ".b.answer.yml.99999999.1", ".a.yml.99999999.1", ".a.yml.swp", "..1.2"] {
      try folder.write([], to: name, replacing: false)
    }
    try folder.write([], to: ".a.answer.yml.\(getpid()).1", replacing: false)
    try folder.removeLeftovers { $0.hasSuffix(".answer.yml") }
    #expect(
      try folder.names() == ["..1.2", ".a.answer.yml.\(getpid()).1", ".a.yml.99999999.1", ".a.yml.swp"].sorted())
  }
}
