import JSON
import MockWallet
import TestSupport
import Testing

/// What people see in narrow windows, in windows that show only ASCII, and after typing errors.
@Suite(.serialized) struct ScreenTests {
  /// The number of times that the window shows a text.
  private func count(_ text: String, in window: TerminalWindow) async throws -> Int {
    try await window.screen().ranges(of: text).count
  }

  @Test func thePromptOfTheConsoleStaysOneLineWhileTheTimeRunsDown() async throws {
    try await withPairedApp { daemon, app in
      let first = try await app.ask("pay", "LTC", MockAddress.example(currency: "LTC"), "1")["payment_order"] ?? .null
      _ = try await app.ask("pay", "LTC", MockAddress.example(currency: "LTC"), "2")
      let window = try await TerminalWindow([try BuiltPrograms.path("payd"), "console"] + daemon.folders, width: 40)
      try await window.shows("a approve  d deny  l later  ?")
      // The prompt is drawn anew each second, in its own line.
      var seen: Set<String> = []
      _ = try await eventually("the time runs down") {
        let prompt = try await window.screen().split(separator: "\n").last { $0.contains("a approve") } ?? ""
        seen.insert(String(prompt))
        return seen.count > 3 ? true : nil
      }
      #expect(try await count("a approve", in: window) == 1)
      try await window.type("?", enter: false)
      try await window.shows("without asking")
      try await window.type("q", enter: false)
      try await window.shows("ended with 0")
      try await window.close()
      try await daemon.owner("deny", first.text("order_id"))
    }
  }

  @Test(arguments: ["C", "C.UTF-8"])
  func aWindowWithoutUnicodeShowsASCII(_ locale: String) async throws {
    try await withPairedApp { daemon, app in
      _ = try await app.ask("pay", "LTC", MockAddress.example(currency: "LTC"), "0.01")
      let payd = try BuiltPrograms.path("payd")
      let folders = daemon.folders.joined(separator: "' '")
      let commands = ["payments", "questions", "status", "apps", "approve --statr", "aprove"]
      let script = commands.map { "'\(payd)' \($0) '\(folders)' 2>&1" }.joined(separator: "; ")
      let file = try daemon.file("script", script + "\n")
      let window = try await TerminalWindow(["/bin/sh", file], width: 80, locale: locale)
      try await window.shows("Is it payd approve?")
      let screen = try await window.screen()
      #expect(screen.utf8.allSatisfy { $0 < 0x80 } == (locale == "C"), "\(screen)")
      #expect(screen.contains("Did you mean '--state'?"), "\(screen)")
      try await window.close()
    }
  }

  @Test func whatWasMeantIsToldInEveryProgram() async throws {
    for (command, words) in [
      (["payd", "key", "statsu"], "Is it payd key status? payd help key lists all."),
      (["payd", "aprove", "1"], "Is it payd approve? payd help lists all."),
      (["payctl", "invoces"], "Is it payctl invoices? payctl help lists all."),
      (["paychat", "rellay"], "Is it paychat relay? paychat help lists all."),
    ] {
      let result = try await ChildProcess.run(try BuiltPrograms.path(command[0]), Array(command.dropFirst()))
      #expect(result.exit == .code(64), "\(command)")
      #expect(result.error.joined(separator: " ").contains(words), "\(result.error)")
    }
    for program in ["payd", "payctl", "paychat"] {
      let page = try await ChildProcess.run(try BuiltPrograms.path(program), ["help", "states", "--plain"])
      #expect(page.exit == .code(0))
      #expect(page.output.contains { $0.contains("on its way") }, "\(page.output)")
    }
  }
}
