import ChatMessaging
import ChatPayments
import Consumer
import Dispatch
import Platform
import TerminalUI

/// Connects the parts of a chat and reads input until the person leaves or the script ends.
struct ChatProgram {
  private let network: any ChatNetwork
  private let client: PaymentsClient
  private let terminal: Terminal
  /// Whether the input is a script, which ends at its first failure. Otherwise a person types.
  private let isScript: Bool
  private let editor: LineEditor
  private let session: ChatSession

  init(
    network: any ChatNetwork, agent: CardAgent, client: PaymentsClient, messaging: MessagingService?,
    terminal: Terminal, history: String, isScript: Bool
  ) throws {
    self.network = network
    self.client = client
    self.terminal = terminal
    let completion = ChatCompletion()
    editor = try LineEditor(
      program: "paychat", terminal: terminal,
      // Messages to others are not recorded in the history, only commands are.
      history: HistoryFile(path: history, records: { $0.hasPrefix("/") }), complete: { completion.candidates($0) })
    self.isScript = isScript || !terminal.readsFromTTY
    let screen: any ChatScreen =
      isScript || !editor.isInteractive
      // If the output is gone, that is noticed at the end of the script.
      ? LogScreen(width: terminal.width()) { try? terminal.writeLines($0) }
      : LiveScreen(editor: editor, terminal: terminal)
    session = ChatSession(
      network: network, agent: agent, money: client, visits: DesktopVisits(client: client), screen: screen,
      completion: completion, messaging: messaging)
  }

  func run() async throws -> TerminalUI.ExitStatus {
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let running = Task { await session.run { beginning.finish() } }
    for await _ in begun {}
    await session.welcome(isScript: isScript)
    let watch = WalletWatch(client: client, again: session.walletAgain)
    let watching = Task { await watch.run(telling: { await session.hearWallet($0) }) }
    let window = windowChanges()
    let status = await readLines()
    window.cancel()
    watching.cancel()
    running.cancel()
    await watching.value
    await running.value
    await editor.flush()
    return status
  }

  private func readLines() async -> TerminalUI.ExitStatus {
    let interruption = Interruption(endsAtSecond: false)
    var typedAt = ContinuousClock.now
    while true {
      let prompt = await session.prompt
      // A line that is there already was typed while the one before was carried out.
      let isTypedAhead = terminal.hasInput
      let (input, isEnded) = await read(prompt, interruption)
      if !isTypedAhead { typedAt = .now }
      if isEnded { return .interrupted }
      await session.refresh()
      switch input {
      case .cancelled: continue
      case .endOfInput: return .ok
      case .line(let line):
        if isScript {
          if line.hasPrefix("#") { continue }
          if !line.isEmpty { try? terminal.writeLines([prompt + line]) }
        }
        do {
          let moment = isScript ? nil : typedAt
          guard try await interruption.cancelling({ try await session.perform(line, typedAt: moment) }) else {
            return .ok
          }
        } catch {
          let failure = ChatFailureText.failure(for: error)
          guard !isScript else { return PaychatProgram.report(failure, on: terminal) }
          await session.say(.failure(failure))
        }
      }
    }
  }

  /// Reads the next line, and returns whether a signal has ended the wait. While a line is being edited, Ctrl-C
  /// discards the line and is no signal.
  private func read(_ prompt: String, _ interruption: Interruption) async -> (LineInput, Bool) {
    if !isScript, !editor.isInteractive { try? terminal.write(prompt) }
    let reading = Task { await editor.readLine(prompt: prompt) }
    interruption.onTermination { reading.cancel() }
    if editor.isInteractive { return (await reading.value, reading.isCancelled) }
    let isInterrupted: Bool
    do {
      try await interruption.cancelling {
        _ = await withTaskCancellationHandler {
          await reading.value
        } onCancel: {
          reading.cancel()
        }
        try Task.checkCancellation()
      }
      isInterrupted = false
    } catch {
      isInterrupted = true
    }
    return (await reading.value, isInterrupted || reading.isCancelled)
  }

  private func windowChanges() -> any DispatchSourceSignal {
    let session = session
    let source = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: DispatchQueue(label: "payport.window"))
    source.setEventHandler { Task { await session.refresh() } }
    source.resume()
    return source
  }
}

/// The source of a script's lines.
enum ScriptFile {
  /// Returns a terminal whose input is the script. Without a script, or if it is standard input, the terminal is
  /// unchanged.
  static func terminal(_ path: String?, _ terminal: Terminal) throws(CommandFailure) -> Terminal {
    guard let path, path != "-" else { return terminal }
    // What stands in it is typed, payments included.
    try LocalFile.checkTrusted(path)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CommandFailure(
        .ioError, reason: "script", localized("The script \(path) cannot be read (\(SystemErrorText.text(of: errno))).")
      )
    }
    // The file stays open until the program ends.
    return Terminal(input: descriptor, output: terminal.descriptor(.output), error: terminal.descriptor(.error))
  }
}
