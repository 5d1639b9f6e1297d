import ArgumentParser
import KeyStorage
import Platform
import TerminalUI

/// The program. It parses its arguments, runs the command and exits with its status.
@main
enum PaychatMain {
  static func main() async {
    ProcessHardening.keepCrashesQuiet()
    Terminal.ignoreBrokenPipes()
    let status = await PaychatProgram(terminal: .standard).run(
      Terminal.takePlainOption(from: Array(CommandLine.arguments.dropFirst())))
    exit(status.rawValue)
  }
}
