import KeyStorage
import Platform
import TerminalUI

/// The program: parses its arguments and ends with the status that came of them.
@main
enum PayctlMain {
  static func main() async {
    // Its process stays visible to the provider, which shows it to the owner.
    ProcessHardening.keepCrashesQuiet()
    Terminal.ignoreBrokenPipes()
    let arguments = Array(CommandLine.arguments.dropFirst())
    let status = await PayctlProgram(terminal: .standard).run(arguments)
    exit(status.rawValue)
  }
}
