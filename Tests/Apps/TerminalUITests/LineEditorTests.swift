import Platform
import TestSupport
import Testing

@testable import TerminalUI

@Suite(.serialized, .timeLimit(.minutes(5))) struct LineEditorTests {
  @Test func aPipeIsReadLineByLine() async throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    let editor = try LineEditor(program: "test", terminal: Terminal(input: ends[0]))
    #expect(!editor.isInteractive)
    try Terminal(output: ends[1]).write("currencies\n\npay LTC\nlast")
    close(ends[1])
    #expect(await editor.readLine(prompt: "> ") == .line("currencies"))
    #expect(await editor.readLine(prompt: "> ") == .line(""))
    #expect(await editor.readLine(prompt: "> ") == .line("pay LTC"))
    #expect(await editor.readLine(prompt: "> ") == .line("last"))
    #expect(await editor.readLine(prompt: "> ") == .endOfInput)
  }

  @Test func aWaitOnAPipeEndsWhenItsTaskIsCancelled() async throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    let editor = try LineEditor(program: "test", terminal: Terminal(input: ends[0]))
    let reading = Task { await editor.readLine(prompt: "> ") }
    reading.cancel()
    #expect(await reading.value == .cancelled)
  }

  @Test func aLineIsEditedInPlace() async throws {
    let pty = try PseudoTerminal()
    let editor = try LineEditor(program: "test", terminal: pty.terminal)
    #expect(editor.isInteractive)
    async let line = editor.readLine(prompt: "payport> ")
    try await pty.screen { $0.last == "payport>" }
    try await pty.typeKeys("currencxes")
    try await pty.screen { $0.last == "payport> currencxes" }
    try await pty.typeKeys("\u{1B}[D\u{1B}[D\u{7F}i")
    try await pty.screen { $0.last == "payport> currencies" }
    try await pty.typeKeys("\r")
    #expect(await line == .line("currencies"))
  }

  @Test func unicodeIsTypedAndErased() async throws {
    let pty = try PseudoTerminal()
    let editor = try LineEditor(program: "test", terminal: pty.terminal)
    async let line = editor.readLine(prompt: "> ")
    try await pty.screen { $0.last == ">" }
    try await pty.typeKeys("grüßen\u{7F}\u{7F}")
    try await pty.screen { $0.last == "> grüß" }
    try await pty.typeKeys("\r")
    #expect(await line == .line("grüß"))
  }

  @Test func controlCDropsTheLineAndControlDEnds() async throws {
    let pty = try PseudoTerminal()
    let editor = try LineEditor(program: "test", terminal: pty.terminal)
    async let line = editor.readLine(prompt: "> ")
    try await pty.screen { $0.last == ">" }
    try await pty.typeKeys("half a li")
    try await pty.screen { $0.last == "> half a li" }
    try await pty.typeKeys("\u{3}")
    #expect(await line == .cancelled)
    async let second = editor.readLine(prompt: "> ")
    try await pty.screen { $0.last == ">" }
    try await pty.typeKeys("\u{4}")
    #expect(await second == .endOfInput)
  }

  @Test func controlDEndsALineAlsoWhereItWasTypedBeforeTheLine() async throws {
    let pty = try PseudoTerminal()
    let editor = try LineEditor(program: "test", terminal: pty.terminal)
    async let first = editor.readLine(prompt: "> ")
    try await pty.screen { $0.last == ">" }
    try await pty.typeKeys("\u{3}")
    #expect(await first == .cancelled)
    try pty.typeAhead("\u{4}\u{4}\u{4}")
    async let second = editor.readLine(prompt: "> ")
    try await pty.screen { $0.last == ">" }
    try await pty.typeKeys("\u{4}")
    #expect(await second == .endOfInput)
  }

  @Test func theTabKeyCompletes() async throws {
    let pty = try PseudoTerminal()
    let editor = try LineEditor(program: "test", terminal: pty.terminal) { request in
      request.words.isEmpty ? ["currencies", "invoice", "invoices"] : ["LTC", "XMR"]
    }
    async let line = editor.readLine(prompt: "> ")
    try await pty.screen { $0.last == ">" }
    try await pty.typeKeys("in\t")
    try await pty.screen { $0.last == "> invoice" }
    try await pty.typeKeys("\t")
    try await pty.screen { $0.suffix(3) == ["> invoice", "invoice  invoices", "> invoice"] }
    try await pty.typeKeys(" X\t")
    try await pty.screen { $0.last == "> invoice XMR" }
    try await pty.typeKeys("1\r")
    #expect(await line == .line("invoice XMR 1"))
  }

  @Test func aMessageAppearsAboveTheLineBeingTyped() async throws {
    let pty = try PseudoTerminal(width: 20)
    let editor = try LineEditor(program: "test", terminal: pty.terminal)
    async let line = editor.readLine(prompt: "> ")
    try await pty.screen { $0.last == ">" }
    try await pty.typeKeys("a line longer than the window")
    try await pty.screen { $0.suffix(2) == ["> a line longer than", " the window"] }
    editor.printAbove("invoice paid")
    try await pty.screen { $0.suffix(3) == ["invoice paid", "> a line longer than", " the window"] }
    try await pty.typeKeys("!\r")
    #expect(await line == .line("a line longer than the window!"))
    editor.printAbove("between lines")
    let lines = try await pty.screen { $0.contains("between lines") }
    #expect(lines.filter { $0.hasPrefix("> a") }.count == 1)
  }

  @Test func rowsAboveTheLineAreReplacedWithAllThatCameBelowThem() async throws {
    let pty = try PseudoTerminal(width: 20)
    let editor = try LineEditor(program: "test", terminal: pty.terminal) { _ in ["accept", "accent"] }
    editor.redrawAbove(["first", "second"])
    async let line = editor.readLine(prompt: "> ")
    try await pty.screen { $0 == ["first", "second", ">"] }
    try await pty.typeKeys("acce\t")
    try await pty.screen { $0.suffix(2) == ["accent  accept", "> acce"] }
    editor.redrawAbove(["zweite", "third"], replacing: 1)
    try await pty.screen { $0 == ["first", "zweite", "third", "> acce"] }
    try await pty.typeKeys("pt, a line that is wrapped\r")
    #expect(await line == .line("accept, a line that is wrapped"))
    editor.redrawAbove([])
    async let second = editor.readLine(prompt: "> ")
    try await pty.screen { $0 == ["first", "zweite", "third", ">"] }
    try await pty.typeKeys("half a line\u{3}")
    #expect(await second == .cancelled)
    editor.redrawAbove(["dritte"], replacing: 1)
    try await pty.screen { $0 == ["first", "zweite", "dritte", ""] }
    editor.redrawWindow(["all", "anew"])
    try await pty.screen { $0 == ["all", "anew", ""] }
  }

  @Test func aWaitEndsWhenItsTaskIsCancelled() async throws {
    let pty = try PseudoTerminal()
    let editor = try LineEditor(program: "test", terminal: pty.terminal)
    let reading = Task { await editor.readLine(prompt: "> ") }
    try await pty.screen { $0.last == ">" }
    reading.cancel()
    #expect(await reading.value == .cancelled)
  }

  @Test func historyIsRecalledAndKept() async throws {
    let folder = try ScratchFolder()
    let history = HistoryFile(path: folder.path + "/history")
    try history.append("currencies")
    let pty = try PseudoTerminal()
    let editor = try LineEditor(program: "test", terminal: pty.terminal, history: history)
    async let line = editor.readLine(prompt: "> ")
    try await pty.screen { $0.last == ">" }
    try await pty.typeKeys("\u{1B}[A")
    try await pty.screen { $0.last == "> currencies" }
    try await pty.typeKeys(" --json\r")
    #expect(await line == .line("currencies --json"))
    #expect(try history.load() == ["currencies", "currencies --json"])
  }
}
