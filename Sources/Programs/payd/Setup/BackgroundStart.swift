import OwnerAPI
import OwnerSocket
import Platform
import Processes
import Provider
import RPCRuntime
import TerminalUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A payd that goes on when the terminal is closed, for machines without a manager of services.
struct BackgroundStart {
  /// What came of starting it.
  enum Outcome {
    /// Apps can connect.
    case ready(process: Int32)
    /// It has ended, or does not get ready; these are the last lines of its log.
    case failed([String])
  }

  let directories: PayportDirectories
  /// The options of `payd run`.
  let options: [String]

  /// Where it writes its log, which begins anew at each start.
  var log: String { directories.state + "/payd.log" }

  private static let patience = Duration.seconds(60)

  /// Starts it and waits until apps can connect.
  func start() -> Outcome {
    guard let program = ProgramLocation.path else {
      return .failed([localized("the path of this program is not known")])
    }
    try? FileManager.default.createDirectory(
      atPath: directories.state, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    let log = open(self.log, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    defer { for descriptor in [null, log] where descriptor >= 0 { close(descriptor) } }
    guard null >= 0, log >= 0 else { return .failed([localized("\(self.log) cannot be written")]) }
    let run = ChildProgram(program, ["run"] + options)
    guard let process = run.start(input: null, output: null, error: log, isDetached: true, closesOthers: true) else {
      return .failed([localized("the system starts no further program")])
    }
    let deadline = ContinuousClock.now + Self.patience
    while ContinuousClock.now < deadline {
      if ChildProgram.hasEnded(process, by: .now) { break }
      if let status = try? OwnerSocketClient(path: directories.ownerSocket).call(
        GetProviderStatus.self, OwnerNothing()),
        status.pid == process
      {
        return .ready(process: process)
      }
      usleep(50_000)
    }
    let text = (try? String(contentsOfFile: self.log, encoding: .utf8)) ?? ""
    return .failed(text.split(separator: "\n").suffix(5).map(String.init))
  }
}
