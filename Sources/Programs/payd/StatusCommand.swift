import ArgumentParser
import OwnerAPI
import TerminalUI

struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("Show at a glance whether payd can pay and receive, and what waits for you."),
    discussion: """
      What keeps something from working comes first, with what to do. Heights are numbers of blocks. payd check looks \
      closer, also while payd is not running.
      """)
  @OptionGroup var output: OutputOptions

  func run() throws {
    try output.show(output.folders.ask(GetProviderStatus.self)) { answer, terminal in
      StatusView(answer: answer, terminal: terminal).lines
    }
  }
}
