import Consumer
import DesktopLinks
import Foundation
import Links
import TestSupport

/// The desktop of an owner with the real xdg-open, and of an app whose links are recorded by a script.
final class LinkDesktop: Sendable {
  static let isInstalled = ["xdg-open", "xdg-mime"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
  }
  static let callbackScheme = "payport.test.app"

  let environment: [String: String]
  let links: DesktopLinks
  private let folder: ScratchFolder
  private let daemon: Daemon

  /// Creates a desktop on which `payctl links install` was run, for a daemon.
  ///
  /// - Parameter hasWindows: whether a program that needs a terminal gets a window, which ``window()`` returns.
  init(_ daemon: Daemon, hasWindows: Bool = false) async throws {
    folder = try ScratchFolder()
    self.daemon = daemon
    environment = [
      "HOME": folder.path, "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "screen",
      // There are no desktop-specific programs. The display is never used; it only has to be set.
      "XDG_CURRENT_DESKTOP": "X-Generic", "DISPLAY": ":99", "BROWSER": "/bin/false",
      // If there is no terminal, this one runs the program and shows it to the test.
      "TERMINAL": folder.path + "/terminal",
      "PAYPORT_STATE": daemon.state, "PAYPORT_RUNTIME": daemon.runtime, "SWIFT_BACKTRACE": "enable=no",
      "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
    ]
    links = DesktopLinks(environment: environment)
    let window = "/usr/bin/tmux -S \(folder.path)/window -f /dev/null new-session -d -x 150 -y 40"
    try script("terminal", "shift; exec \(hasWindows ? window : "") \"$@\"")
    try await payctl("links", "install").succeeded()
  }

  /// Returns the window that was opened last.
  func window() async throws -> TerminalWindow {
    let window = TerminalWindow(at: folder.path + "/window")
    // The window exists once its screen can be read.
    _ = try await eventually("a window") { try? await window.screen() }
    return window
  }

  /// Makes the app the handler of its links.
  func installApp() async throws {
    let program = try script("app-opener", "printf '%s\\n' \"$#\" \"$@\" >> \(folder.path)/returned")
    try await links.install(
      DesktopEntry(
        id: "payport-test-app.desktop", name: "App", comment: "For a test.", command: [program],
        scheme: Self.callbackScheme, needsTerminal: false))
  }

  /// The arguments with which the app was opened: their number, and then each of them.
  var returned: [String] {
    let text = try? String(contentsOfFile: folder.path + "/returned", encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }

  /// Runs `payctl` on this desktop.
  func payctl(_ command: String...) async throws -> ProgramRun {
    ProgramRun(
      command: ["payctl"] + command,
      result: try await ChildProcess.run(BuiltPrograms.path("payctl"), command, environment: environment))
  }

  /// Lets the desktop open any text, as a web page could, where nobody can type.
  func open(_ link: String) async throws -> ProgramRun {
    ProgramRun(
      command: ["xdg-open", link],
      result: try await ChildProcess.run(
        "/usr/bin/setsid", ["-w", "/usr/bin/xdg-open", link], environment: environment))
  }

  /// Does the same at a terminal, where the owner can type.
  func openAtTerminal(_ link: String) async throws -> TerminalWindow {
    let variables = environment.map { "\($0.key)=\($0.value)" }
    return try await TerminalWindow(["/usr/bin/env", "-i"] + variables + ["/usr/bin/xdg-open", link])
  }

  /// Returns an app that is paired with the daemon and has the scheme as its callback scheme.
  func app(_ name: String = "app", scheme: String? = LinkDesktop.callbackScheme) async throws -> PaymentsClient {
    let state = folder.path + "/" + name
    let client = PaymentsClient(
      Manifest(
        appID: "payport.test.\(name)", name: "The \(name)", version: "1", scopes: [.receive, .pay],
        callbackScheme: scheme),
      options: ClientOptions(
        directories: PayportDirectories(runtime: daemon.runtime, state: state, configuration: state)))
    guard case .pending(let code, let approval?) = try await client.connect() else { return client }
    try await daemon.owner("approve", approval, "--code", code?.digits ?? "", "--scopes", "receive,pay")
    try await client.waitUntilApproved()
    return client
  }

  @discardableResult
  private func script(_ name: String, _ text: String) throws -> String {
    let path = folder.path + "/" + name
    try Data("#!/bin/sh\n\(text)\n".utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }
}
