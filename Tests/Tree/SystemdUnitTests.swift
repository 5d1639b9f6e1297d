import Foundation
import TestSupport
import Testing

/// The units in `packaging/systemd`, and the one that the page about several payd gives, as systemd itself reads them.
@Suite struct SystemdUnitTests {
  private static let analyze = "/usr/bin/systemd-analyze"
  private static let units = ForeignConsumer.packageRoot + "/packaging/systemd"

  /// Copies the units, with the path of a program that exists, and runs a command of systemd-analyze in the folder.
  private static func analyze(
    _ command: [String], appending more: String = "", _ change: (String) -> String = { $0 }
  ) async throws -> ChildProcessResult? {
    var texts: [String: String] = [:]
    for name in ["payport.service", "payport.socket"] {
      var text = try String(contentsOfFile: "\(units)/\(name)", encoding: .utf8)
      if name == "payport.service", !more.isEmpty {
        text += try String(contentsOfFile: "\(units)/\(more)", encoding: .utf8)
      }
      texts[name] = change(text)
    }
    return try await analyze(command + ["./payport.service"], of: texts)
  }

  /// Runs a command of systemd-analyze in a folder with these units.
  private static func analyze(_ command: [String], of texts: [String: String]) async throws -> ChildProcessResult? {
    guard FileManager.default.isExecutableFile(atPath: analyze) else {
      print("SKIPPED: \(analyze) is not installed")
      return nil
    }
    let folder = try ScratchFolder()
    for (name, text) in texts {
      let text = text.replacingOccurrences(of: "/usr/bin/payd", with: "/bin/true")
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    }
    return try await ChildProcess.run(
      analyze, ["--user", "--no-pager"] + command,
      environment: ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "PATH": "/usr/bin:/bin"],
      directory: folder.path)
  }

  @Test(arguments: ["", "examples/strict.conf"]) func systemdUnderstandsAllOfThem(_ more: String) async throws {
    guard let result = try await Self.analyze(["--man=no", "verify", "./payport.socket"], appending: more) else {
      return
    }
    #expect(result.exit == .code(0) && result.output.isEmpty && result.error.isEmpty, "\(result.output + result.error)")
  }

  /// `%S` is `~/.config` to a person's systemd before version 254, where payd neither listens nor is looked for.
  @Test func noUnitNamesTheStateFolderByASpecifier() throws {
    for name in ["payport.service", "payport.socket", "examples/strict.conf"] {
      let lines = try String(contentsOfFile: "\(Self.units)/\(name)", encoding: .utf8).split(separator: "\n")
      #expect(lines.filter { !$0.hasPrefix("#") && $0.contains("%S") }.isEmpty, "\(name)")
    }
  }

  @Test func systemdUnderstandsWhatTellsOfAnEnd() async throws {
    func text(_ name: String) throws -> String { try String(contentsOfFile: "\(Self.units)/\(name)", encoding: .utf8) }
    let units = [
      "payport.socket": try text("payport.socket"),
      "payport.service": try text("payport.service") + text("examples/on-failure.conf"),
      "payport-failed.service": try text("examples/payport-failed.service"),
    ]
    #expect(units["payport.service"]?.contains("\nOnFailure=payport-failed.service\n") == true)
    guard let result = try await Self.analyze(["--man=no", "verify", "./payport-failed.service"], of: units) else {
      return
    }
    #expect(result.exit == .code(0) && result.output.isEmpty && result.error.isEmpty, "\(result.output + result.error)")
  }

  @Test func systemdUnderstandsTheUnitForSeveral() async throws {
    let page = try String(contentsOfFile: ForeignConsumer.packageRoot + "/docs/several-payd.md", encoding: .utf8)
    let block = try #require(page.components(separatedBy: "```ini\n").dropFirst().first)
    let unit = try #require(block.components(separatedBy: "```").first)
    let command = ["--man=no", "verify", "./payport@1.service"]
    guard let result = try await Self.analyze(command, of: ["payport@.service": unit]) else { return }
    #expect(result.exit == .code(0) && result.output.isEmpty && result.error.isEmpty, "\(result.output + result.error)")
  }

  /// The page has a unit of its own for several daemons.
  @Test func noneStartsADaemonAgainThatOnlyItsOwnerCanHelp() throws {
    for path in [Self.units + "/payport.service", ForeignConsumer.packageRoot + "/docs/several-payd.md"] {
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      #expect(lines.filter { $0.hasPrefix("RestartPreventExitStatus=") } == ["RestartPreventExitStatus=64 65 77 78"])
      // A database that is away for an hour is none of these reasons.
      #expect(lines.filter { $0.hasPrefix("StartLimitIntervalSec=") } == ["StartLimitIntervalSec=0"])
    }
  }

  @Test func aWordThatSystemdDoesNotKnowIsFound() async throws {
    guard let result = try await Self.analyze(["--man=no", "verify"], { $0 + "\n[Service]\nProtectHom=yes\n" }) else {
      return
    }
    #expect(result.error.joined().contains("ProtectHom"), "\(result.error)")
  }

  /// The tool counts in tenths; what it cannot know is that a user's processes have no capability to begin with.
  @Test(arguments: [("", 65), ("examples/strict.conf", 20)])
  func theyAreAsClosedAsTheyWere(_ unit: (more: String, most: Int)) async throws {
    let command = ["security", "--offline=true", "--threshold=\(unit.most)"]
    guard let result = try await Self.analyze(command, appending: unit.more) else { return }
    #expect(result.exit == .code(0), "\(result.output.last ?? "") \(result.error)")
  }
}
