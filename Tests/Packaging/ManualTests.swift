import Foundation
import TestSupport
import Testing

/// The manual pages are written from the programs' own help.
@Suite struct ManualTests {
  private func page(_ program: PackagedProgram) async throws -> [String] {
    try await PackagedProgram.output(
      "scripts/manual.py", [program.path, "packaging/manual/\(program.rawValue).man"])
  }

  @Test(arguments: PackagedProgram.explained)
  func everyCommandIsThere(_ program: PackagedProgram) async throws {
    let page = try await page(program)
    let sections = page.filter { $0.hasPrefix(".SS") }
    let commands = try await program.commands()
    #expect(commands.count >= (program == .paychat ? 3 : 20))
    for command in commands {
      #expect(sections.contains(".SS \"\(command.replacing("-", with: "\\-"))\""), "\(command)")
    }
    for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "EXIT STATUS", "ENVIRONMENT", "FILES", "SEE ALSO"] {
      #expect(page.contains(".SH \(section)"), "\(section)")
    }
  }

  /// A flag and its contrary, which the program's help explains once: `--no-qr` draws no QR code.
  @Test func aFlagAndItsContraryAreOneEntry() async throws {
    for program in PackagedProgram.explained {
      let page = try await page(program)
      #expect(!page.contains { $0.hasPrefix("\\fB\\-\\-no\\-") }, "\(program)")
    }
    let page = try await page(.payctl)
    #expect(page.contains("\\fB\\-\\-qr\\fR, \\fB\\-\\-no\\-qr\\fR"))
    #expect(page.contains { $0.contains("[\\fB\\-\\-qr\\fR | \\fB\\-\\-no\\-qr\\fR]") })
  }

  /// What a person writes in the pages names commands that there are.
  @Test func theExamplesNameCommands() async throws {
    var commands: [String: Set<String>] = [:]
    for program in PackagedProgram.explained {
      commands[program.rawValue] = Set(
        try await program.commands(hidden: true).map { String($0.split(separator: " ")[1]) })
    }
    let folder = ForeignConsumer.packageRoot + "/packaging/manual"
    for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8).replacing("\\-", with: "-")
      for match in text.matches(of: /(?m)(?:\\fB|^\.B )(payd|payctl|paychat) ([a-z][a-z-]*)/) {
        #expect(commands[String(match.1)]?.contains(String(match.2)) == true, "\(file): \(match.0)")
      }
    }
  }

  /// A page that is written by hand, or that of a program.
  @Test(arguments: ["payd.1", "payctl.1", "paychat.1", "payport-statement.1", "payport-window.1", "provider.yml.5"])
  func theFormatterHasNoComplaint(_ name: String) async throws {
    let program = PackagedProgram(rawValue: String(name.dropLast(2)))
    let page: String
    if let program, program != .statement {
      page = try await self.page(program).joined(separator: "\n") + "\n"
    } else {
      page = try String(contentsOfFile: ForeignConsumer.packageRoot + "/packaging/manual/\(name)", encoding: .utf8)
        .replacing("@DATE@", with: "2026-01-01")
    }
    let folder = try ScratchFolder()
    let file = "\(folder.path)/\(name)"
    try Data(page.utf8).write(to: URL(fileURLWithPath: file))
    if PackagedProgram.has("man") {
      let result = try await PackagedProgram.run(
        "man", ["--warnings", "-l", file], environment: ["MANPAGER": "cat", "MANWIDTH": "80", "LC_ALL": "C.UTF-8"])
      #expect(result.exit == .code(0) && result.error == [] && result.output.count > 20)
    }
    if PackagedProgram.has("mandoc") {
      let result = try await PackagedProgram.run("mandoc", ["-Tlint", "-W", "warning", file])
      #expect(result.output == [])
    }
  }
}
