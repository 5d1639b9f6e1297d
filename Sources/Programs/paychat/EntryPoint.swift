import ArgumentParser
import KeyStorage
import Platform
import TerminalUI

/// The program: parses its arguments and ends with the status that came of them.
@main
enum PaychatMain {
  static func main() async {
    ProcessHardening.keepCrashesQuiet()
    Terminal.ignoreBrokenPipes()
    let status = await PaychatProgram(terminal: .standard).run(Array(CommandLine.arguments.dropFirst()))
    exit(status.rawValue)
  }
}
