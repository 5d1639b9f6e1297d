import Platform
import TestSupport
import Testing

@testable import TerminalUI

@Suite(.serialized) struct TerminalTests {
  @Test func aTerminalKnowsItsWidthAndColors() throws {
    let pty = try PseudoTerminal(width: 97)
    #expect(pty.terminal.isTTY(.output))
    #expect(pty.terminal.width() == 97)
    #expect(pty.terminal.allowsColor())
    let descriptor = pty.terminal.input
    func terminal(_ environment: [String: String]) -> Terminal {
      Terminal(input: descriptor, output: descriptor, error: descriptor, environment: environment)
    }
    #expect(!terminal(["TERM": "xterm", "NO_COLOR": "1"]).allowsColor())
    #expect(terminal(["TERM": "xterm", "NO_COLOR": ""]).allowsColor())
    #expect(!terminal(["TERM": "dumb"]).allowsColor())
    #expect(!terminal([:]).canRedraw(.output))
  }

  @Test func aPipeHasTheWidthOfItsEnvironment() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    #expect(Terminal(output: ends[1], environment: ["COLUMNS": "40"]).width() == 40)
    #expect(Terminal(output: ends[1], environment: ["COLUMNS": "x"]).width() == 80)
    #expect(!Terminal(output: ends[1], environment: ["TERM": "xterm"]).allowsColor())
  }

  @Test func aReaderWhoLeftIsATypedError() throws {
    Terminal.ignoreBrokenPipes()
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    #expect(throws: TerminalError.closed) { try Terminal(output: ends[1]).write("x") }
    // No test that runs beside this one can open a descriptor of this number.
    #expect(throws: TerminalError.system(call: "write", errno: EBADF)) { try Terminal(output: -1).write("x") }
  }

  @Test func progressIsOneLineOnATerminal() async throws {
    let pty = try PseudoTerminal(width: 30)
    var progress = Progress(terminal: pty.terminal)
    try progress.update("confirmations 0/6", detail: "2:31 left")
    try progress.update("confirmations 1/6", detail: "2:30 left")
    try await pty.screen { $0 == ["confirmations 1/6  2:30 left"] }
    try progress.update("confirmations 1/6", detail: "a text that does not fit into the line")
    try await pty.screen { $0 == ["confirmations 1/6  a text tha…"].map { String($0.dropLast(2)) + "…" } }
    try progress.update("done")
    try progress.finish(keepingLine: true)
    try await pty.screen { $0 == ["done", ""] }
  }

  @Test func progressIsAppendedElsewhereWithoutItsCountdown() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    var progress = Progress(terminal: Terminal(error: ends[1]))
    try progress.update("confirmations 0/6", detail: "2:31 left")
    try progress.update("confirmations 0/6", detail: "2:30 left")
    try progress.update("confirmations 1/6", detail: "2:29 left")
    try progress.finish()
    close(ends[1])
    var bytes = [UInt8](repeating: 0, count: 1000)
    let count = read(ends[0], &bytes, bytes.count)
    #expect(String(decoding: bytes[..<count], as: UTF8.self) == "confirmations 0/6\nconfirmations 1/6\n")
  }
}
