import German
import KeyStorage
import Platform
import TerminalUI

/// The program. It parses its arguments, runs the command and exits with its status.
@main
enum PayctlMain {
  static func main() async {
    // Other programs can still inspect this process, because the provider shows the owner which program connects.
    ProcessHardening.keepCrashesQuiet()
    Terminal.ignoreBrokenPipes()
    let arguments = Terminal.takePlainOption(from: Array(CommandLine.arguments.dropFirst()))
    let command = ArgumentOrder.commandFirst(arguments)
    Translation.use(Terminal.standard.locale.translation(for: command, except: ["agent"]))
    let status = await PayctlProgram(terminal: .standard).run(arguments)
    exit(status.rawValue)
  }
}
