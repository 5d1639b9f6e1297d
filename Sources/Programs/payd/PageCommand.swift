import ArgumentParser
import DesktopLinks
import Dispatch
import OwnerPage
import PageServer
import Provider
import RPCRuntime
import TerminalUI

struct PageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page",
    abstract: localized("Show your page in a browser: what waits, your money, your apps and your limits."),
    discussion: """
      The page is served on a port of this machine while it is open, to a browser of yours alone. The address that is \
      printed works once; close the page, or press Ctrl-C, and it is over.

      From another machine: ssh -L PORT:127.0.0.1:PORT HOST with the port that is printed, then open the address there. \
      The port has to be the same on both.
      """)
  @Flag(inversion: .prefixedNo, help: .localized("Open your browser, where there is a desktop."))
  var open = true
  @Option(
    help: ArgumentHelp(localized("End after so many minutes in which nothing is asked for."), valueName: "minutes"))
  var idle = 30
  @OptionGroup var folders: FolderOptions

  func validate() throws {
    guard (1...1440).contains(idle) else {
      throw ValidationError(localized("--idle is a number of minutes from 1 to 1440"))
    }
  }

  func run() async throws {
    let files: PageFiles
    do throws(PageFiles.Failure) { files = try PageFiles() } catch { throw OwnerConsole.fail(error.words, .ioError) }
    let server: PageServer
    let opened: (port: UInt16, token: String)
    do throws(PageServer.Failure) {
      let payd = PaydProgram(state: folders.directories.state, options: folders.words)
      server = try PageServer(
        files, host: PageHost(.browser, version: ProgramVersion.text, payd: payd),
        socket: folders.directories.ownerSocket, idle: .seconds(idle * 60))
      opened = try await server.start()
    } catch {
      throw OwnerConsole.fail(localized("the page cannot be served: \(error.words)"), .osError)
    }
    let signals = EndSignals.handle { Task { await server.stop() } }
    defer { for signal in signals { signal.cancel() } }
    try say(opened.port, opened.token)
    if open { Self.open(opened.port, opened.token) }
    let end = await server.waitForEnd()
    await server.stop()
    switch end {
    case .left: try Terminal.standard.writeLines([localized("The page was closed.")])
    case .idle:
      try Terminal.standard.writeLines([localized("Nothing was asked for \(idle) minutes: the page is over.")])
    case .stopped: break
    }
  }

  private func say(_ port: UInt16, _ token: String) throws(TerminalError) {
    try Terminal.standard.writeLines([
      localized("Your page: \(DesktopLinks.pageAddress(port: port, token: token))"),
      localized("The address works once, in a browser of yours on this machine. Ctrl-C ends it."),
      localized("From another machine, first: ssh -L \(port):127.0.0.1:\(port) HOST"),
    ])
  }

  /// Opens the browser where there is a desktop: elsewhere `xdg-open` would start one in this terminal. It is not waited
  /// for, and the address is printed in any case.
  private static func open(_ port: UInt16, _ token: String) {
    let desktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { PayportDirectories.environmentVariable($0) != nil }
    #if os(Linux)
      guard desktop else { return }
    #endif
    Task { try? await DesktopLinks().openPage(port: port, token: token) }
  }
}

extension PageServer.Failure {
  fileprivate var words: String {
    switch self {
    case .listen(let error): "\(error)"
    case .random: localized("the system has no random numbers")
    case .system: localized("the system has no threads or descriptors left")
    }
  }
}
