import Foundation
import TestSupport
import Testing

/// What README tells newcomers to type, typed to the letter: each block of the page in one life, in terminals as people
/// have them. Only what a program has shown before is put in place of `123456`, `ADDRESS`, `ID` and `inv_…`.
@Suite(.serialized) struct ReadmeTests {
  @Test func whatTheReadmeTellsToTypeDoesWhatItSays() async throws {
    let readme = try Readme()
    let scene = try await ReadmeScene()
    do {
      try await scene.firstInvoice(readme.block(with: "payd run &"))
      try await scene.interactive(readme.block(with: "payport> pay"))
      try await scene.chat(
        starting: readme.block(with: "paychat relay"), talking: readme.block(with: "/request bob"))
      try await scene.end()
    } catch {
      await scene.kill()
      throw error
    }
  }
}

/// The blocks of code of README.
private struct Readme {
  private let blocks: [[String]]

  init() throws {
    let text = try String(contentsOfFile: ForeignConsumer.packageRoot + "/README.md", encoding: .utf8)
    blocks = text.components(separatedBy: "\n```").enumerated().filter { $0.offset % 2 == 1 }
      .map { $0.element.split(separator: "\n").map(String.init).filter { $0 != "sh" } }
  }

  /// What is typed in the block that has this text: its lines without what explains them.
  func block(with text: String) throws -> [String] {
    let block = try #require(blocks.first { $0.contains { $0.contains(text) } }, "\(text)")
    return block.map { line in
      let end = line.range(of: line.contains("> ") || line.hasPrefix("$ ") ? "   " : "  #")?.lowerBound ?? line.endIndex
      return line[..<end].trimmingCharacters(in: .whitespaces)
    }
  }
}

/// A newcomer with some terminals.
private final class ReadmeScene {
  /// What a line has to lead to, by its beginning: which terminal shows which text.
  private static let outcomes: [(line: String, window: String, shows: String)] = [
    ("payd run", "shell", "payd: ready at"), ("payctl connect", "shell", "payd approve --code"),
    ("payd approve --code", "shell", "Approved payctl"), ("payctl invoice LTC", "shell", "Payment URI"),
    ("payd mock receive", "shell", "Received, transaction"), ("payd mock mine", "shell", "Height is now 6."),
    ("payctl invoice-status", "shell", "State          settled"), ("payd payments", "shell", "Money that leaves"),
    ("pay LTC", "payctl", "State    waiting for the owner"), ("!payd questions", "payctl", "payd approve 2, or"),
    ("!payd approve", "payctl", "Approved payment"), ("!payd limit", "payctl", "you are asked above 0.1"),
    ("pay 'litecoin:", "payctl", "0.05 LTC on its way"), ("!payd mock mine", "payctl", "0.05 LTC paid"),
    ("orders", "payctl", "CONFIRMATIONS"), ("!payd grant", "payctl", "prove"),
    ("prove payment", "payctl", "paid.json"), ("verify-proof", "payctl", "for Ann"),
    ("paychat relay", "relay", "is ready"), ("paychat --as", "", "payd approve pair_"),
    ("/request", "bob", "alice asks you for"), ("/accept", "bob", "your wallet's owner has to approve"),
    ("payd questions", "shell", "payd approve 6, or"), ("payd approve 6", "bob", "●●●○ Paid"),
    ("payd mock mine 6", "alice", "●●●● Received"), ("/send", "bob", "alice offers you"),
    ("/collect", "alice", "You ask carol for"),
  ]

  private let folder: ScratchFolder
  private var windows: [String: TerminalWindow] = [:]
  private var daemon: pid_t?
  private var words: [String: String] = [:]

  init() async throws {
    folder = try ScratchFolder()
    windows["shell"] = try await shell()
  }

  /// A shell of somebody who has the programs, and nothing else yet.
  private func shell() async throws -> TerminalWindow {
    let programs = try BuiltPrograms.path("payd").dropLast("/payd".count)
    return try await TerminalWindow(
      [
        "/usr/bin/env", "-C", folder.path, "-i", "HOME=\(folder.path)", "XDG_RUNTIME_DIR=\(folder.path)",
        "PATH=\(programs):/usr/bin:/bin", "TERM=screen", "LC_ALL=C.UTF-8", "bash", "--norc", "-i",
      ], width: 151)
  }

  private func window(_ name: String) throws -> TerminalWindow { try #require(windows[name], "\(name)") }

  /// Types a line in a terminal, and waits for what it has to lead to.
  private func type(_ line: String, in name: String, isIn other: String? = nil) async throws {
    var typed = line
    for (word, value) in words { typed = typed.replacing(word, with: value) }
    let outcome = try #require(
      Self.outcomes.filter { line.hasPrefix($0.line) && (name != "payctl" || $0.window == "payctl") }
        .last { other == nil || $0.window == other }, "nothing is known of: \(line)")
    try await window(name).type(typed, enter: true)
    try await window(outcome.window.isEmpty ? name : outcome.window).shows(outcome.shows)
  }

  /// Learns what a program shows in a terminal after a text, up to the next space.
  private func learn(_ word: String, after text: String, in name: String) async throws {
    let screen = try await window(name).screen(joined: true)
    let start = try #require(screen.range(of: text, options: .backwards), "\(text) is not in\n\(screen)").upperBound
    words[word] = String(screen[start...].drop { $0 == " " }.prefix { !$0.isWhitespace })
  }

  func firstInvoice(_ lines: [String]) async throws {
    for line in lines {
      try await type(line, in: "shell", isIn: "shell")
      switch line {
      case "payd run &":
        try await window("shell").type("echo pid=$!", enter: true)
        try await window("shell").shows("\npid=")
        try await learn("PID", after: "\npid=", in: "shell")
        daemon = words.removeValue(forKey: "PID").flatMap { pid_t($0) }
      case "payctl connect &": try await learn("123456", after: "--code", in: "shell")
      case "payctl invoice LTC 0.25":
        try await learn("ADDRESS", after: "\nAddress", in: "shell")
        try await learn("inv_…", after: "\nInvoice", in: "shell")
      default: break
      }
    }
  }

  func interactive(_ lines: [String]) async throws {
    let prompt = "payport>"
    windows["payctl"] = try await shell()
    try await window("payctl").type("payctl", enter: true)
    try await window("payctl").shows(prompt)
    for line in lines {
      #expect(line.hasPrefix(prompt))
      try await type(String(line.dropFirst(prompt.count).drop { $0 == " " }), in: "payctl")
      if line.contains("pay 'litecoin:") { try await learn("ID", after: "\nOrder", in: "payctl") }
    }
    try await window("payctl").type("quit", enter: true)
  }

  func chat(starting: [String], talking: [String]) async throws {
    for line in starting {
      let name = String(line.split(separator: " ").last ?? "")
      windows[name] = try await shell()
      try await type(line, in: name)
      guard name != "relay" else { continue }
      // What the screen shows is what the owner types.
      let screen = try await window(name).screen(joined: true)
      let start = try #require(screen.range(of: "payd approve")).lowerBound
      try await window("shell").type(String(screen[start...].prefix { $0 != "\n" }), enter: true)
      try await window(name).shows("Your wallet is connected")
    }
    for line in talking {
      if line.hasPrefix("$ ") {
        let typed = String(line.dropFirst(2))
        try await type(typed, in: "shell", isIn: typed == "payd questions" ? "shell" : nil)
      } else {
        let end = try #require(line.range(of: "> "))
        try await type(String(line[end.upperBound...]), in: String(line.prefix { $0 != " " }))
      }
    }
  }

  /// Ends all of it, as people do.
  func end() async throws {
    for name in ["alice", "bob", "carol", "relay"] { try await window(name).press("C-c") }
    for name in ["alice", "bob", "carol"] { try await window(name).press("C-d") }
    try await window("shell").type("kill %1; wait %1; echo payd-ended=$?", enter: true)
    try await window("shell").shows("\npayd-ended=0")
    daemon = nil
    for window in windows.values { try await window.close() }
  }

  /// Ends all of it at once.
  func kill() async {
    if let daemon { Foundation.kill(daemon, SIGKILL) }
    for window in windows.values { try? await window.close() }
  }
}
