import ArgumentParser
import BuiltInWallets
import OwnerAPI
import Provider
import RPCRuntime
import TerminalUI

/// The configuration file of a command: the one that was named, else the one in the usual place, else none.
struct ConfigurationChoice: Sendable {
  /// The file, which may change while the daemon runs.
  let source: ConfigurationSource
  /// The usual place.
  let standard: String

  init(path: String?, _ directories: PayportDirectories) {
    standard = directories.configuration + "/provider.yml"
    source = ConfigurationSource(path: path, orElse: standard, kinds: BuiltInWallets.kinds)
  }

  /// The path of the file; `nil` where there is none, so that the defaults apply.
  var path: String? { source.path }

  /// Reads the file, for a command that reports failures of the owner's commands.
  ///
  /// - Throws: `OwnerFailure`.
  func forOwner() throws(OwnerFailure) -> ProviderConfiguration {
    do throws(ConfigurationFault) {
      return try source.read()
    } catch {
      throw OwnerFailure(.usage, error.words)
    }
  }

  /// Reads the file.
  ///
  /// - Parameter fail: says what is wrong, and returns the error to throw.
  /// - Throws: an `ExitCode`, after saying what is wrong.
  func read(
    _ fail: (_ words: String, _ status: ExitStatus) -> ExitCode = { OwnerConsole.fail($0, $1) }
  ) throws -> ProviderConfiguration {
    do throws(ConfigurationFault) {
      return try source.read()
    } catch {
      throw fail(error.words, .config)
    }
  }
}
