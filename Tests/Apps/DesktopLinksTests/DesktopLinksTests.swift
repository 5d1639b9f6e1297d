import DesktopLinks
import Foundation
import Links
import TestSupport
import Testing

/// With the real programs, in the home of a person who has nothing yet.
@Suite(.enabled(if: Desktop.isInstalled, "skipped: xdg-utils and desktop-file-utils are needed"))
struct DesktopLinksTests {
  @Test func anEntryIsInstalledUsedAndTakenAway() async throws {
    let desktop = try Desktop()
    let links = desktop.links
    #expect(try await links.handler(of: "payport") == nil)
    #expect(try await !links.canOpen("payport"))

    let entry = try desktop.entry("payport-test.desktop", "payport")
    let path = try await links.install(entry)
    #expect(path == desktop.home + "/.local/share/applications/payport-test.desktop")
    #expect(try await links.handler(of: "payport").map { [$0.id, $0.path] } == [entry.id, path])
    #expect(try await desktop.run("desktop-file-validate", path) == [])
    #expect(try await desktop.run("xdg-mime", "query", "default", "x-scheme-handler/payport") == [entry.id])
    // Twice is as once.
    try await links.install(entry)

    let link = try OpenLink(provider: "wallet", token: String(repeating: "t", count: 43))
    try await links.open(link)
    #expect(try desktop.opened() == ["<--><\(link.text)>"])

    #expect(try await links.uninstall(id: entry.id, scheme: "payport"))
    #expect(try await !links.canOpen("payport"))
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try await desktop.run("xdg-mime", "query", "default", "x-scheme-handler/payport").filter { $0 != "" } == [])
    #expect(try await !links.uninstall(id: entry.id, scheme: "payport"))
    await #expect(throws: DesktopLinkError.self) { try await links.open(link) }
    #expect(try desktop.opened().count == 1)
  }

  @Test func whatIsOpenedElsewhereHasNoTerminalOfThisProgram() async throws {
    let desktop = try Desktop()
    try await desktop.links.install(
      desktop.entry("where.desktop", "payport", "cut -d' ' -f6 /proc/$$/stat; readlink /proc/$$/fd/0"))
    let link = try OpenLink(provider: "wallet", token: String(repeating: "t", count: 43))
    try await desktop.links.open(link)
    try await desktop.links.open(link, in: .elsewhere)
    let told = try desktop.opened()
    try #require(told.count == 4, "\(told)")
    #expect(told[0] == "\(getsid(0))")
    #expect(told[2] != told[0] && told[3] == "/dev/null")
  }

  @Test func whoElseOpensTheSchemeStays() async throws {
    let desktop = try Desktop()
    let (wallet, own) = (try desktop.entry("wallet.desktop", "payport"), try desktop.entry("own.desktop", "payport"))
    try await desktop.links.install(wallet)
    try await desktop.links.install(own)
    #expect(try await desktop.links.handler(of: "payport")?.id == "own.desktop")
    try await desktop.links.uninstall(id: "own.desktop", scheme: "payport")
    #expect(try await desktop.links.handler(of: "payport")?.id == "wallet.desktop")
  }

  @Test func aDefaultWithoutItsEntryOpensNothing() async throws {
    let desktop = try Desktop()
    let path = try await desktop.links.install(try desktop.entry("gone.desktop", "payport"))
    try FileManager.default.removeItem(atPath: path)
    #expect(try await desktop.links.handler(of: "payport") == nil)
  }

  @Test func theFoldersOfTheEnvironmentCount() async throws {
    let desktop = try Desktop(["XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "config"])
    let path = try await desktop.links.install(try desktop.entry("own.desktop", "payport"))
    #expect(path == desktop.home + "/data/applications/own.desktop")
    #expect(FileManager.default.fileExists(atPath: desktop.home + "/config/mimeapps.list"))
    #expect(!FileManager.default.fileExists(atPath: desktop.home + "/.config"))
    #expect(try await desktop.links.canOpen("payport"))
  }

  @Test func aDesktopWithoutThePrograms() async throws {
    let links = DesktopLinks(environment: ["PATH": "/nonexistent:relative", "HOME": "/nonexistent"])
    await #expect(throws: DesktopLinkError.missing(program: "xdg-mime")) { try await links.canOpen("payport") }
    let link = try OpenLink(provider: "wallet", token: String(repeating: "t", count: 43))
    await #expect(throws: DesktopLinkError.missing(program: "xdg-open")) { try await links.open(link) }
  }
}

/// The home of a person, with a program that writes down what it was opened with.
private final class Desktop: Sendable {
  static let isInstalled = ["xdg-open", "xdg-mime", "desktop-file-validate"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
  }

  private let folder: ScratchFolder
  let environment: [String: String]
  var home: String { folder.path }
  var links: DesktopLinks { DesktopLinks(environment: environment) }

  init(_ folders: [String: String] = [:]) throws {
    folder = try ScratchFolder()
    var environment = [
      // No desktop's own programs, and no display that is used: only that there is one.
      "HOME": folder.path, "PATH": "/usr/local/bin:/usr/bin:/bin", "XDG_CURRENT_DESKTOP": "X-Generic", "DISPLAY": ":99",
      "BROWSER": "/bin/false",
    ]
    for (name, path) in folders { environment[name] = folder.path + "/" + path }
    self.environment = environment
  }

  func entry(
    _ id: String, _ scheme: String, _ what: String = "for word; do printf '<%s>' \"$word\"; done; echo"
  ) throws -> DesktopEntry {
    let program = home + "/opener"
    let script = "#!/bin/sh\n{ \(what); } >> \(home)/opened\n"
    try Data(script.utf8).write(to: URL(fileURLWithPath: program))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    return DesktopEntry(
      id: id, name: "Test", comment: "For a test.", command: [program], scheme: scheme, needsTerminal: false)
  }

  func opened() throws -> [String] {
    try String(contentsOfFile: home + "/opened", encoding: .utf8).split(separator: "\n").map(String.init)
  }

  func run(_ program: String, _ arguments: String...) async throws -> [String] {
    let result = try await ChildProcess.run("/usr/bin/" + program, arguments, environment: environment)
    #expect(result.exit == .code(0), "\(result)")
    return result.output + result.error
  }
}
