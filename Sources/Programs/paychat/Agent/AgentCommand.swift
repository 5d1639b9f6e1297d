import ArgumentParser
import Consumer
import HostedAgent
import KeyStorage
import TerminalUI

/// The command `paychat agent`, which another chat app starts.
struct AgentCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "agent",
    abstract: localized("Keep the cards of another chat app, which starts this program and exchanges lines with it."),
    discussion: """
      The chat app writes lines of JSON to standard input and reads lines of JSON from standard output. Each side begins \
      with a hello. The chapter on cards of the protocol describes the lines, and docs/cards-in-your-chat.md shows how to \
      begin. The program ends when its standard input ends.
      """)

  @OptionGroup var folders: ChatFolderOptions

  @Option(help: ArgumentHelp(localized("How the app's key must be kept: file or libsecret."), valueName: "place"))
  var keys: KeyKeeping?

  @Option(
    help: ArgumentHelp(localized("The file with the passphrase of the app's sealed key."), valueName: "file"),
    completion: .file())
  var passphraseFile: String?

  @Option(
    help: ArgumentHelp(
      localized("Repeat what the chat app was asked to send if it has not answered for so long."), valueName: "seconds")
  )
  var answerWithin = 60

  func validate() throws {
    guard (1...3600).contains(answerWithin) else { throw ValidationError("--answer-within is 1 to 3600 seconds.") }
  }

  func run(in terminal: Terminal) async throws -> TerminalUI.ExitStatus {
    let (directories, keys, passphraseFile) = (folders.directories, keys, passphraseFile)
    let process = AgentProcess(
      program: ("paychat agent", ProgramVersion.text), input: terminal.input, output: terminal.descriptor(.output),
      directories: directories, words: HostedWords(), patience: .seconds(answerWithin)
    ) { opening in
      PaymentsClient(
        opening.manifest,
        options: ClientOptions(
          directories: directories, keys: keys, passphrase: TerminalPassphrase.source(file: passphraseFile),
          provider: opening.provider, patience: .seconds(1)))
    }
    let interruption = Interruption(endsAtSecond: true)
    let end = try await interruption.cancelling { await process.run() }
    switch end {
    case .input: return .ok
    case .host: return .protocolError
    case .files: return .config
    }
  }
}
