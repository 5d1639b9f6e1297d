import Platform
import TestSupport
import Testing

@testable import Files

@Suite struct PrivateFolderTests {
  @Test func whatIsWrittenIsReadAndIsOursAlone() throws {
    let temporary = try ScratchFolder()
    let folder = try PrivateFolder(creating: temporary.path + "/a/b")
    try folder.write([1, 2, 3], to: "file", replacing: false)
    #expect(try folder.read("file", limit: 3) == [1, 2, 3])
    var status = stat()
    #expect(stat(temporary.path + "/a/b/file", &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o600)
    #expect(stat(temporary.path + "/a", &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o700)
    #expect(throws: PrivateFileError.exists) { try folder.write([4], to: "file", replacing: false) }
    try folder.write([5], to: "file", replacing: true)
    #expect(try folder.read("file", limit: 3) == [5])
    // There is no temporary file, not even from the write that was refused.
    #expect(try folder.names() == ["file"])
    #expect(throws: PrivateFileError.tooLarge(limit: 0)) { try folder.read("file", limit: 0) }
    try folder.remove("file")
    try folder.remove("file")
    #expect(throws: PrivateFileError.missing) { try folder.read("file", limit: 3) }
  }

  @Test func aFileThatIsNotOursAloneIsNotRead() throws {
    let temporary = try ScratchFolder()
    let folder = try PrivateFolder(opening: temporary.path)
    try folder.write([1], to: "file", replacing: false)
    for mode: mode_t in [0o640, 0o604, 0o620, 0o601] {
      chmod(temporary.path + "/file", mode)
      #expect(throws: PrivateFileError.unsafeFile(.permissions(UInt32(mode)))) { try folder.read("file", limit: 9) }
    }
    chmod(temporary.path + "/file", 0o600)
    symlink("file", temporary.path + "/link")
    #expect(throws: PrivateFileError.unsafeFile(.symbolicLink)) { try folder.read("link", limit: 9) }
    mkfifo(temporary.path + "/fifo", 0o600)
    #expect(throws: PrivateFileError.unsafeFile(.wrongKind)) { try folder.read("fifo", limit: 9) }
    mkdir(temporary.path + "/folder", 0o700)
    #expect(throws: PrivateFileError.unsafeFile(.wrongKind)) { try folder.read("folder", limit: 9) }
  }

  @Test func aFolderThatIsNotOursAloneIsNotOpened() throws {
    let temporary = try ScratchFolder()
    let path = temporary.path + "/folder"
    #expect(throws: PrivateFileError.missing) { try PrivateFolder(opening: path) }
    mkdir(path, 0o700)
    chmod(path, 0o755)
    #expect(throws: PrivateFileError.unsafeFolder(.permissions(0o755))) { try PrivateFolder(creating: path) }
    chmod(path, 0o700)
    symlink("folder", temporary.path + "/link")
    #expect(throws: PrivateFileError.unsafeFolder(.symbolicLink)) {
      try PrivateFolder(opening: temporary.path + "/link")
    }
    _ = try PrivateFolder(opening: path).write([], to: "file", replacing: false)
    #expect(throws: PrivateFileError.unsafeFolder(.wrongKind)) { try PrivateFolder(opening: path + "/file") }
  }

  @Test func oneAtATimeHasAFolder() throws {
    let temporary = try ScratchFolder()
    var first: PrivateFolder? = try PrivateFolder(opening: temporary.path)
    let second = try PrivateFolder(opening: temporary.path)
    #expect(try first?.claim() == true)
    #expect(try first?.claim() == true)
    #expect(try !second.claim())
    // A program that is being started has such a copy of the descriptor.
    let copy = dup(try #require(first).descriptor)
    defer { close(copy) }
    first = nil
    #expect(try second.claim())
  }

  @Test(.enabled(if: geteuid() == 0, "skipped: only root can make a file of another user"))
  func aFileOfAnotherUserIsNotRead() throws {
    let temporary = try ScratchFolder()
    let folder = try PrivateFolder(opening: temporary.path)
    try folder.write([1], to: "file", replacing: false)
    chown(temporary.path + "/file", 12_345, 12_345)
    #expect(throws: PrivateFileError.unsafeFile(.owner(12_345))) { try folder.read("file", limit: 9) }
    mkdir(temporary.path + "/folder", 0o700)
    chown(temporary.path + "/folder", 12_345, 12_345)
    #expect(throws: PrivateFileError.unsafeFolder(.owner(12_345))) {
      try PrivateFolder(opening: temporary.path + "/folder")
    }
  }
}
