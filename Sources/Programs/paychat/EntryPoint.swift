import ArgumentParser
import German
import KeyStorage
import Platform
import TerminalUI

/// The program. It parses its arguments, runs the command and exits with its status.
@main
enum PaychatMain {
  static func main() async {
    ProcessHardening.keepCrashesQuiet()
    Terminal.ignoreBrokenPipes()
    let arguments = Terminal.takePlainOption(from: Array(CommandLine.arguments.dropFirst()))
    Translation.use(Terminal.standard.locale.translation(for: arguments, except: ["agent"]))
    let status = await PaychatProgram(terminal: .standard).run(arguments)
    exit(status.rawValue)
  }
}
