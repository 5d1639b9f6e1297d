import Foundation
import TestSupport
import Testing

/// All programs have the one version of their build, and versions are ordered as their builds are.
@Suite struct VersionTests {
  @Test func allProgramsTellTheSame() async throws {
    var versions: Set<String> = []
    for program in PackagedProgram.allCases {
      let line = try #require(try await PackagedProgram.output(program.path, ["--version"]).first)
      #expect(line.hasPrefix(program.rawValue + " "))
      versions.insert(String(line.dropFirst(program.rawValue.count + 1)))
    }
    #expect(versions.count == 1, "\(versions)")
  }

  /// A history with a tag in its middle: versions grow from commit to commit, as Debian and as semantic versioning
  /// order them.
  @Test func versionsGrow() async throws {
    guard PackagedProgram.has("git") else { return }
    let folder = try ScratchFolder()
    let root = ForeignConsumer.packageRoot
    let source = "Sources/Platform/CVersion"
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/\(source)", withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: folder.path + "/scripts", withIntermediateDirectories: true)
    for file in ["scripts/version.sh", source + "/version.c"] {
      try FileManager.default.copyItem(atPath: "\(root)/\(file)", toPath: "\(folder.path)/\(file)")
    }
    func git(_ arguments: String...) async throws {
      let identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
      _ = try await PackagedProgram.output("git", identity + arguments, in: folder.path)
    }
    func version(_ arguments: String...) async throws -> String {
      try await PackagedProgram.output("scripts/version.sh", arguments, in: folder.path).joined()
    }
    #expect(try await version() == "0.9.0-dev", "an unpacked archive")
    try await git("init", "-q")
    try await git("add", ".")
    var plain: [String] = []
    var debian: [String] = []
    for (number, tag) in [nil, nil, "0.9.0", nil, "v0.9.1", nil].enumerated() {
      try await git("commit", "-q", "--allow-empty", "-m", "\(number)")
      if let tag { try await git("tag", tag) }
      plain.append(try await version())
      debian.append(try await version("--debian"))
    }
    let shapes = plain.map { $0.split(separator: "+")[0] }
    #expect(shapes == ["0.9.0-dev.1", "0.9.0-dev.2", "0.9.0", "0.9.1-dev.1", "0.9.1", "0.9.2-dev.1"])
    #expect(debian.allSatisfy { !$0.contains("-") })
    try Data("\n".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/\(source)/version.c"))
    #expect(try await version().hasSuffix(".dirty"))
    guard PackagedProgram.has("dpkg") else { return }
    for (earlier, later) in zip(debian, debian.dropFirst()) {
      let result = try await PackagedProgram.run("dpkg", ["--compare-versions", earlier, "lt", later])
      #expect(result.exit == .code(0), "\(earlier) < \(later)")
    }
  }
}
