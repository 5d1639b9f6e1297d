import Foundation
import TestSupport
import Testing

/// The units in `packaging/systemd`, as systemd itself reads them.
@Suite struct SystemdUnitTests {
  private static let analyze = "/usr/bin/systemd-analyze"
  private static let units = ForeignConsumer.packageRoot + "/packaging/systemd"

  /// Copies the units, with the path of a program that exists, and runs a command of systemd-analyze in the folder.
  private static func analyze(
    _ command: [String], appending more: String = "", _ change: (String) -> String = { $0 }
  ) async throws -> ChildProcessResult? {
    guard FileManager.default.isExecutableFile(atPath: analyze) else {
      print("SKIPPED: \(analyze) is not installed")
      return nil
    }
    let folder = try ScratchFolder()
    for name in ["payport.service", "payport.socket"] {
      var text = try String(contentsOfFile: "\(units)/\(name)", encoding: .utf8)
      if name == "payport.service", !more.isEmpty {
        text += try String(contentsOfFile: "\(units)/\(more)", encoding: .utf8)
      }
      text = change(text.replacingOccurrences(of: "/usr/bin/payd", with: "/bin/true"))
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    }
    return try await ChildProcess.run(
      analyze, ["--user", "--no-pager"] + command + ["./payport.service"],
      environment: ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "PATH": "/usr/bin:/bin"],
      directory: folder.path)
  }

  @Test(arguments: ["", "strict.conf"]) func systemdUnderstandsAllOfThem(_ more: String) async throws {
    guard let result = try await Self.analyze(["--man=no", "verify", "./payport.socket"], appending: more) else {
      return
    }
    #expect(result.exit == .code(0) && result.output.isEmpty && result.error.isEmpty, "\(result.output + result.error)")
  }

  @Test func aWordThatSystemdDoesNotKnowIsFound() async throws {
    guard let result = try await Self.analyze(["--man=no", "verify"], { $0 + "\n[Service]\nProtectHom=yes\n" }) else {
      return
    }
    #expect(result.error.joined().contains("ProtectHom"), "\(result.error)")
  }

  /// The tool counts in tenths; what it cannot know is that a user's processes have no capability to begin with.
  @Test(arguments: [("", 65), ("strict.conf", 20)]) func theyAreAsClosedAsTheyWere(_ unit: (more: String, most: Int))
    async throws
  {
    let command = ["security", "--offline=true", "--threshold=\(unit.most)"]
    guard let result = try await Self.analyze(command, appending: unit.more) else { return }
    #expect(result.exit == .code(0), "\(result.output.last ?? "") \(result.error)")
  }
}
