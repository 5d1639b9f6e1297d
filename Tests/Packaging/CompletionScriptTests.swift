import Foundation
import TestSupport
import Testing

/// The completion scripts that are installed are scripts of their shells.
@Suite struct CompletionScriptTests {
  static let shells = [("bash", ["-n"]), ("zsh", ["-n"]), ("fish", ["--no-execute"])]

  @Test(arguments: PackagedProgram.explained, shells)
  func theShellReadsIt(_ program: PackagedProgram, _ shell: (name: String, check: [String])) async throws {
    let script = try await PackagedProgram.output(program.path, ["--generate-completion-script", shell.name])
    #expect(script.count > 50)
    // A program whose own path was in it would complete nothing after it is installed.
    #expect(!script.contains { $0.contains("/") && $0.contains(".build") })
    guard PackagedProgram.has(shell.name) else { return }
    let folder = try ScratchFolder()
    let file = folder.path + "/script"
    try Data(script.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: file))
    let result = try await PackagedProgram.run(shell.name, shell.check + [file], environment: ["HOME": folder.path])
    #expect(result.exit == .code(0) && result.error == [])
  }
}
