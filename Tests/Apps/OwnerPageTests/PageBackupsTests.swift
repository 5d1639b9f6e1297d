import Foundation
import Platform
import TestSupport
import Testing

@testable import OwnerPage

@Suite struct PageBackupsTests {
  /// No system numbers its processes so high.
  private static let noProgram = pid_t(1 << 30)

  @Test func whatAKilledProgramLeftGoesAtTheNextStart() throws {
    let scratch = try ScratchFolder()
    let left = PageBackups.name("a", of: Self.noProgram)
    let kept = [PageBackups.name("b", of: getpid()), PageBackups.name("c", of: 1), "page-notes.txt", "ledger"]
    for name in [left, left + ".new"] + kept {
      try Data("x".utf8).write(to: URL(fileURLWithPath: scratch.path + "/" + name))
    }
    _ = PageBackups(PaydProgram(state: scratch.path, options: []))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted() == kept.sorted())
  }
}
