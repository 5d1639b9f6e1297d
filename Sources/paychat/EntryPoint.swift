import ArgumentParser
import KeyStorage
import TerminalUI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The program: parses its arguments and ends with the status that came of them.
@main
enum Main {
  static func main() async {
    ProcessHardening.keepCrashesQuiet()
    Terminal.ignoreBrokenPipes()
    let status = await Program(terminal: .standard).run(Array(CommandLine.arguments.dropFirst()))
    exit(status.rawValue)
  }
}
