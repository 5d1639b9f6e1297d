import Links
import Platform
import Processes
import TerminalUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The owner's side of the wallet, `payd`, in the same terminal.
struct OwnerProgram {
  let options: GlobalOptions
  /// The state folders of the wallets that there are; empty for the one that the options name.
  let wallets: [String]

  /// Has it open a link; it says itself what came of it.
  func open(_ link: OpenLink) async throws {
    let environment = ProcessInfo.processInfo.environment
    // The one beside this program first: it is of the same version.
    let beside = ProgramLocation.find("payd", in: ProgramLocation.folder)
    guard let path = beside ?? ProgramLocation.find("payd", in: environment["PATH"]) else {
      throw CommandFailure(
        .unavailable, reason: "no_wallet", "The wallet's program payd is not installed here.",
        advice: "The wallet that the link is for may open links by itself: payctl links status.")
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
    // A signal ends it where Ctrl-C was pressed, or the window closed.
    throw ShownFailure(status: status.flatMap { $0 < 0 ? .interrupted : ExitStatus(rawValue: $0) } ?? .software)
  }
}
