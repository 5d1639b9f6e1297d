import OwnerAPI
import OwnerSocket
import Platform
import Provider
import RPCRuntime
import TerminalUI

/// The configuration of the payd that runs, which is the one that `payd setup` changes where none is named: one that was
/// started with `--config` would otherwise be ended, and another one started in its place.
enum RunningConfiguration {
  /// The path of its file; `nil` where none runs, and where it has the one in the usual place or none at all.
  ///
  /// - Throws: an `ExitCode`, after saying that it is not known.
  static func path(in directories: PayportDirectories) throws -> String? {
    // What keeps it from being ended is said when it is to be ended.
    guard let process = try? Stopping(directories).process else { return nil }
    let status: GetProviderStatus.Result
    do throws(OwnerFailure) {
      status = try OwnerSocketClient(path: directories.ownerSocket).call(GetProviderStatus.self, OwnerNothing())
    } catch {
      throw unknown(process)
    }
    // One that stands by tells of the one that writes.
    guard status.pid == Int(process) else { throw unknown(process) }
    guard let path = status.configuration else { return nil }
    return isSame(path, directories.configuration + "/provider.yml") ? nil : path
  }

  private static func unknown(_ process: Int32) -> any Error {
    OwnerConsole.fail(
      localized(
        "payd (process \(process)) runs, and does not tell which configuration it has; name it with --config, or end it "
          + "first: payd stop"),
      .tryAgain)
  }

  /// Whether two paths lead to one file.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    if one.utf8.elementsEqual(other.utf8) { return true }
    var (first, second) = (stat(), stat())
    return stat(one, &first) == 0 && stat(other, &second) == 0 && first.st_ino == second.st_ino
      && first.st_dev == second.st_dev
  }
}
