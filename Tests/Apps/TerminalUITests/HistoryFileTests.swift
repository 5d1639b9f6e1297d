import Platform
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct HistoryFileTests {
  let folder: ScratchFolder
  var path: String { folder.path + "/history" }

  init() throws { folder = try ScratchFolder() }

  @Test func onlyTheOwnerMayReadIt() throws {
    try HistoryFile(path: path).append("currencies")
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func secretsAndHiddenLinesAreNotKept() throws {
    let history = HistoryFile(path: path) { !$0.hasPrefix("call") }
    for line in ["approve x --code 123456", " hidden", "call m {}", "a\tb", "", String(repeating: "x", count: 5000)] {
      #expect(try !history.append(line))
    }
    #expect(try history.append("orders"))
    #expect(try history.load() == ["orders"])
  }

  @Test func itIsBounded() throws {
    let history = HistoryFile(path: path, limit: 3)
    for number in 1...10 { try history.append("line \(number)") }
    #expect(try history.load() == ["line 8", "line 9", "line 10"])
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_size == 22)
  }

  @Test func aLinkIsNotFollowed() throws {
    try HistoryFile(path: folder.path + "/other").append("orders")
    try #require(symlink(folder.path + "/other", path) == 0)
    #expect(throws: TerminalError.untrustedHistory(path: path)) { try HistoryFile(path: path).load() }
    #expect(throws: TerminalError.untrustedHistory(path: path)) { try HistoryFile(path: path).append("x") }
  }

  @Test func noFileIsAnEmptyHistory() throws {
    #expect(try HistoryFile(path: path).load().isEmpty)
  }
}
