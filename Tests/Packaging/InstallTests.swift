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
    #expect(installed.contains("opt/payport/share/doc/payport/examples/alerts.yml"))
    #expect(installed.contains("opt/payport/share/doc/payport-chat/examples/prices.yml"))
    for file in installed where !file.contains("/bin/") {
      let data = FileManager.default.contents(atPath: "\(folder.path)/root/\(file)") ?? Data()
      #expect(!data.isEmpty, "\(file)")
      guard file.contains("/man/") || file.contains("/systemd/") else { continue }
      let text = String(decoding: data, as: UTF8.self)
      #expect(!text.contains("/usr/bin/payd") && !text.contains("/usr/share/"), "\(file) names another place")
    }
    try theTextsNameWhatIsThere(folder.path + "/root", installed)
    try documentsAreInAPackage(installed)
    try await theSampleIsNamedWhereItIs(folder)
    // Where a program looks for the one that draws statements.
    #expect(FileManager.default.isExecutableFile(atPath: folder.path + "/root/opt/payport/bin/payport-statement"))
    try await make("uninstall", folder)
    #expect(try files(folder) == [])
  }

  /// A page that is new has to be named in the list of a package.
  private func documentsAreInAPackage(_ installed: [String]) throws {
    let lists = ForeignConsumer.packageRoot + "/packaging/debian/"
    let packaged = try FileManager.default.contentsOfDirectory(atPath: lists).filter { $0.hasSuffix(".install") }
      .flatMap { try String(contentsOfFile: lists + $0, encoding: .utf8).split(separator: "\n") }
    let documents = installed.filter { $0.contains("/share/doc/") && !$0.hasSuffix("/LICENSE") }
    #expect(documents.count > 10)
    for document in documents {
      let place = "usr/" + document.dropFirst("opt/payport/".count)
      #expect(packaged.contains { place == $0 || place.hasPrefix("\($0)/") }, "no package has \(place)")
    }
  }

  /// What a page, a unit or a manual page names is installed, where it is named. Of what is not, a page says that it is in
  /// the sources. Each file that is installed is in a package: `make deb` fails otherwise.
  private func theTextsNameWhatIsThere(_ root: String, _ installed: [String]) throws {
    let top = "(?:Benchmarks|Sources|Tests|clients|config|conformance|docs|model|packaging|protocol|scripts)"
    let ofTheTree = try Regex("`(\\.{0,2}/?)*\(top)/[^`\\s]*`(?! \\(in the sources\\))")
    var named = 0
    func expect(_ path: String, in file: String) {
      named += 1
      // A pattern or a folder that a user makes is no file of a package.
      #expect(FileManager.default.fileExists(atPath: "\(root)\(path)"), "\(file) names \(path)")
    }
    for file in installed where !file.contains("/bin/") {
      guard let text = try? String(contentsOfFile: "\(root)/\(file)", encoding: .utf8) else { continue }
      let words = text.replacing("\\-", with: "-")
      for match in words.matches(of: /\/opt\/payport\/[A-Za-z0-9_.+\/-]*[A-Za-z0-9_+]/) {
        expect(String(match.0), in: file)
      }
      guard file.hasSuffix(".md") else { continue }
      let folder = "/" + file.split(separator: "/").dropLast().joined(separator: "/")
      for match in text.matches(of: /\]\(([^)#\s:]+)(?:#[^)]*)?\)/) {
        expect(match.1.hasPrefix("/") ? String(match.1) : "\(folder)/\(match.1)", in: file)
      }
      for match in text.matches(of: ofTheTree) {
        let path = match.0.dropFirst().dropLast()
        let there = FileManager.default.fileExists(atPath: "\(root)\(folder)/\(path)")
        #expect(there, "\(file) names \(path), which is neither here nor said to be in the sources")
      }
      #expect(!text.contains("<!--"), "\(file)")
    }
    #expect(named > 80)
  }

  /// `payd check` names a sample that is there, of the tree that was built and of what is installed.
  private func theSampleIsNamedWhereItIs(_ folder: ScratchFolder) async throws {
    for (payd, sample) in [
      (
        folder.path + "/root/opt/payport/bin/payd",
        folder.path + "/root/opt/payport/share/doc/payport/examples/provider.yml"
      ),
      (try PackagedProgram.payd.path, ForeignConsumer.packageRoot + "/config/provider.yml"),
    ] {
      let result = try await PackagedProgram.run(
        payd, ["check", "--state", folder.path + "/state", "--runtime", folder.path + "/run"],
        environment: ["HOME": folder.path, "XDG_CONFIG_HOME": folder.path + "/config", "COLUMNS": "1000"])
      let words = result.output.joined(separator: " ")
      #expect(words.contains("install -D -m 600 \(sample) \(folder.path)/config/payport/provider.yml"), "\(words)")
    }
  }
}
