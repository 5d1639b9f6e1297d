import ArgumentParser
import Ledger
import OwnerAPI
import Platform
import Provider
import RPCRuntime
import TerminalUI
import WalletSearch

struct Stop: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("End the daemon, and wait until it has ended."),
    discussion: """
      No payment is lost or made twice: what is under way goes on when payd starts again. A payd that systemd started for \
      you is ended by systemd, together with the socket that would start it again at the next connection of an app; \
      systemctl --user start payport.socket payport.service brings both back. The exit status is 0 if payd has ended, also \
      if it did not run, and 75 if it runs on.
      """)
  @OptionGroup var output: OutputOptions

  func run() throws {
    let ended: Int32?
    do throws(StoppingError) {
      ended = try Stopping(output.folders.directories).stop()
    } catch {
      throw OwnerConsole.fail(error.words, error.exitStatus)
    }
    try output.show(StopReport(ended: ended != nil, pid: ended)) { report, _ in
      [report.pid.map { localized("payd (process \($0)) has ended.") } ?? localized("payd does not run here.")]
    }
  }
}

/// What `payd stop --json` prints.
private struct StopReport: Encodable {
  /// Whether one ran.
  let ended: Bool
  /// The process that has ended.
  let pid: Int32?
}

/// Ends the daemon of a state folder.
struct Stopping {
  private let directories: PayportDirectories
  /// How long to wait for its end: it closes its connections and its ledger, and waits for what it has handed to a wallet.
  private static let patience = Duration.seconds(30)

  init(_ directories: PayportDirectories) { self.directories = directories }

  /// Ends it, if it runs, and waits until its ledger is free.
  ///
  /// - Returns: the process that has ended; `nil` if none ran.
  /// - Throws: ``StoppingError``.
  func stop() throws(StoppingError) -> Int32? {
    guard let process = try process else { return nil }
    if UserService.runs(process) {
      guard UserService.stop() else { throw .service }
    } else {
      guard kill(process, SIGTERM) == 0 || errno == ESRCH else { throw .notPermitted(process) }
    }
    let deadline = ContinuousClock.now + Self.patience
    while try self.process == process {
      guard ContinuousClock.now < deadline else { throw .runsOn(process) }
      usleep(20_000)
    }
    return process
  }

  /// The daemon that has the lock of the state folder; `nil` if none runs. The lock and not the owner's socket is asked,
  /// since a connection may start a daemon, and one that hangs does not answer.
  ///
  /// - Throws: ``StoppingError``.
  var process: Int32? {
    get throws(StoppingError) {
      let holder: Int32?
      do throws(LedgerError) {
        holder = try LedgerLock.holder(of: directories.ledger)
      } catch {
        guard case .alreadyInUse = error else { throw .folder(directories.ledger) }
        throw .unknownProcess
      }
      guard let holder else { return nil }
      // Commands such as payd restore have the lock, too.
      if let program = RunningProgram(holder), let command = program.arguments.first, command != "run" {
        throw .otherCommand(holder, command)
      }
      return holder
    }
  }
}

/// Why the daemon was not ended.
enum StoppingError: Error {
  /// It has not ended in time.
  case runsOn(Int32)
  /// It belongs to another user.
  case notPermitted(Int32)
  /// A process has the ledger, and has not yet written which one it is.
  case unknownProcess
  /// Another command of payd is at work on the ledger.
  case otherCommand(Int32, String)
  /// The ledger's folder cannot be used.
  case folder(String)
  /// systemd did not end it.
  case service

  var words: String {
    switch self {
    case .runsOn(let process):
      localized(
        "payd (process \(process)) has not ended within 30 seconds; it may wait for a wallet. Try again, or end it at once, "
          + "by which nothing is lost: kill -9 \(process)")
    case .notPermitted(let process): localized("payd (process \(process)) belongs to another user, who has to end it")
    case .unknownProcess: localized("a payd is starting here; try again in a moment")
    case .otherCommand(let process, let command):
      localized("payd \(SafeText(command).text) (process \(process)) is at work on the ledger; wait until it has ended")
    case .folder(let path): localized("the folder \(path) cannot be used; payd check says why")
    case .service: localized("systemd did not end it; see: systemctl --user status payport.service")
    }
  }

  var exitStatus: ExitStatus {
    switch self {
    case .runsOn, .unknownProcess, .otherCommand, .service: .tryAgain
    case .notPermitted, .folder: .notPermitted
    }
  }
}
