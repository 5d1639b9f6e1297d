import ArgumentParser
import CVersion
import DisplayText
import German
import OwnerPage
import PageWindow
import RPCRuntime

/// The owner's page in a window of its own.
@main
struct PayportWindow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "payport-window",
    abstract: localized("Shows your Payport page in a window: what waits, your money, your apps and your limits."),
    discussion: """
      The window talks to payd through the same socket as its console, which only you can open. Nothing of it is reached \
      from the network.
      """,
    version: "payport-window \(String(cString: payport_version()))")
  @Option(help: ArgumentHelp(localized("The folder of the ledger and the keys of the payd that is shown."))) var state:
    String?
  @Flag(name: .customLong("gapplication-service"), help: .hidden) var isService = false

  static func main() {
    Translation.use(PersonLocale(PayportDirectories.environmentVariable).translation)
    main(nil)
  }

  func run() throws {
    let directories = PayportDirectories(state: state)
    let files: PageFiles
    do throws(PageFiles.Failure) { files = try PageFiles() } catch {
      throw CannotShow(description: error.words)
    }
    let socket = directories.ownerSocket
    let version = String(cString: payport_version())
    let payd = PaydProgram(state: directories.state, options: state.map { ["--state", $0] } ?? [])
    let window = PageWindow(
      files, identifier: try WindowName.identifier(of: directories.state, usual: PayportDirectories.usualState),
      title: "Payport", isService: isService
    ) { desktop, tell in
      PageBridge(path: socket, host: PageHost(.window, version: version, payd: payd, desktop: desktop), tell: tell)
    }
    let status = window.run()
    guard status == 0 else {
      throw CannotShow(description: localized("the window cannot be opened: is there a screen?"))
    }
  }
}

/// Why there is no window, as the parser of arguments prints it.
private struct CannotShow: Error, CustomStringConvertible {
  let description: String
}
