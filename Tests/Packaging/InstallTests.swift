import Foundation
import TestSupport
import Testing

/// `make install` and `make uninstall`, with the programs of this build.
@Suite struct InstallTests {
  private func make(_ target: String, _ folder: ScratchFolder) async throws {
    let programs = try String(PackagedProgram.payd.path.dropLast("/payd".count))
    _ = try await PackagedProgram.output(
      "scripts/install.sh", [target],
      environment: ["PROGRAMS": programs, "DESTDIR": folder.path + "/root", "PREFIX": "/opt/payport"])
  }

  private func files(_ folder: ScratchFolder) throws -> [String] {
    let root = folder.path + "/root"
    return try FileManager.default.subpathsOfDirectory(atPath: root).sorted().filter { path in
      var isFolder = false
      return FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder) && !isFolder
    }
  }

  @Test func everythingIsPutInItsPlaceAndTakenAwayAgain() async throws {
    let folder = try ScratchFolder()
    try await make("install", folder)
    let installed = try files(folder)
    #expect(installed.allSatisfy { $0.hasPrefix("opt/payport/") })
    for program in PackagedProgram.allCases {
      #expect(installed.contains("opt/payport/bin/\(program.rawValue)"))
      #expect(installed.contains("opt/payport/share/man/man1/\(program.rawValue).1"))
    }
    for program in PackagedProgram.explained {
      #expect(installed.contains("opt/payport/share/bash-completion/completions/\(program.rawValue)"))
      #expect(installed.contains("opt/payport/share/zsh/site-functions/_\(program.rawValue)"))
      #expect(installed.contains("opt/payport/share/fish/vendor_completions.d/\(program.rawValue).fish"))
    }
    #expect(installed.contains("opt/payport/share/doc/payport/examples/provider.yml"))
    for file in installed where !file.contains("/bin/") {
      let data = FileManager.default.contents(atPath: "\(folder.path)/root/\(file)") ?? Data()
      #expect(!data.isEmpty, "\(file)")
      guard file.contains("/man/") || file.contains("/systemd/") else { continue }
      let text = String(decoding: data, as: UTF8.self)
      #expect(!text.contains("/usr/bin/payd") && !text.contains("/usr/share/"), "\(file) names another place")
    }
    // Where a program looks for the one that draws statements.
    #expect(FileManager.default.isExecutableFile(atPath: folder.path + "/root/opt/payport/bin/payport-statement"))
    try await make("uninstall", folder)
    #expect(try files(folder) == [])
  }
}
