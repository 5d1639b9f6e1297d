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

  @Test(arguments: PackagedProgram.allCases)
  func theFormatterHasNoComplaint(_ program: PackagedProgram) async throws {
    let page =
      program == .statement
      ? try String(
        contentsOfFile: ForeignConsumer.packageRoot + "/packaging/manual/payport-statement.1", encoding: .utf8
      ).replacing("@DATE@", with: "2026-01-01")
      : try await page(program).joined(separator: "\n") + "\n"
    let folder = try ScratchFolder()
    let file = "\(folder.path)/\(program.rawValue).1"
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
