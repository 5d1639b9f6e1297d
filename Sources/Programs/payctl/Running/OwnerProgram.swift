import Links
import Platform
import Processes
import TerminalUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Runs `payd`, the program of the wallet's owner, in the same terminal.
struct OwnerProgram {
  let options: GlobalOptions
  /// The state folders of the wallets; if there are none, the folder from the options is used.
  let wallets: [String]

  /// Lets `payd` open a link. `payd` itself reports the result.
  func open(_ link: OpenLink) async throws {
    let environment = ProcessInfo.processInfo.environment
    // The program beside this one is preferred, because it has the same version.
    let beside = ProgramLocation.find("payd", in: ProgramLocation.folder)
    guard let path = beside ?? ProgramLocation.find("payd", in: environment["PATH"]) else {
      throw CommandFailure(
        .unavailable, reason: "no_wallet", localized("The wallet's program payd is not installed here."),
        advice: localized("The wallet that the link is for may open links by itself: payctl links status."))
    }
    let arguments = ["open"] + options.folders + wallets.map { "--wallet=\($0)" } + (options.json ? ["--json"] : [])
    let program = ChildProgram(
      path, arguments + ["--", link.text], environment: environment.map { "\($0.key)=\($0.value)" })
    let status = await withCheckedContinuation { continuation in
      let started = DetachedThread.start(name: "payd open") {
        continuation.resume(returning: program.start(input: 0, output: 1, error: 2).map(ChildProgram.end(of:)))
      }
      if !started { continuation.resume(returning: nil) }
    }
    guard status != 0 else { return }
    // A negative status is a signal: somebody pressed Ctrl-C or closed the window.
    throw ShownFailure(status: status.flatMap { $0 < 0 ? .interrupted : ExitStatus(rawValue: $0) } ?? .software)
  }
}
