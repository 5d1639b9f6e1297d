import Platform
import TestSupport
import Testing

@testable import Files

@Suite struct TrustedFileTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.path + "/file"
    try OutputFile.write(Array("words".utf8), to: path, replacing: false)
  }

  @Test func aFileThatOnlyItsOwnerWritesIsRead() throws {
    for (mode, othersRead) in [(0o600, nil), (0o400, nil), (0o644, 0o644), (0o640, 0o640)] as [(mode_t, UInt32?)] {
      chmod(path, mode)
      let file = try TrustedFile(reading: path, limit: 100)
      #expect(file.bytes == Array("words".utf8) && file.othersRead == othersRead)
      try TrustedFile.check(path: path)
    }
    symlink("file", folder.path + "/link")
    chmod(path, 0o600)
    #expect(
      try TrustedFile(reading: folder.path + "/link", limit: 3).bytes == Array("word".utf8), "one more than asked")
  }

  @Test(arguments: [0o666, 0o660, 0o602, 0o620] as [mode_t]) func oneThatOthersWriteIsNot(_ mode: mode_t) throws {
    chmod(path, mode)
    #expect(throws: PrivateFileError.unsafeFile(.permissions(UInt32(mode)))) {
      try TrustedFile(reading: path, limit: 9)
    }
    #expect(throws: PrivateFileError.unsafeFile(.permissions(UInt32(mode)))) { try TrustedFile.check(path: path) }
    #expect(TrustedFile.words(.unsafeFile(.permissions(UInt32(mode))), path).hasSuffix("chmod go-w \(path)"))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away")) func oneOfAnotherUserIsNot() throws {
    #expect(chown(path, 65_534, 65_534) == 0)
    #expect(throws: PrivateFileError.unsafeFile(.owner(65_534))) { try TrustedFile(reading: path, limit: 9) }
  }

  @Test func whatIsNotThereIsTold() {
    #expect(throws: PrivateFileError.missing) { try TrustedFile(reading: folder.path + "/none", limit: 9) }
    #expect(throws: PrivateFileError.missing) { try TrustedFile.check(path: folder.path + "/none") }
  }
}
