import ChatPayments
import Consumer
import PaymentsModel
import Platform
import TerminalUI
import Till

/// Runs a till until it is ended, shows the owner what happens, and does what the owner types.
struct TillProgram {
  private let till: Till
  private let client: PaymentsClient
  private let terminal: Terminal
  private let folder: String
  private let editor: LineEditor?
  private let screen: TillScreen

  /// Creates the program.
  ///
  /// - Parameters:
  ///   - folder: the folder of the till.
  ///   - rings: whether the terminal's bell is rung at orders and payments.
  init(
    till: Till, client: PaymentsClient, network: any ChatNetwork, list: PriceList, terminal: Terminal, folder: String,
    rings: Bool
  ) throws {
    self.till = till
    self.client = client
    self.terminal = terminal
    self.folder = folder
    editor = Self.isRead(terminal) ? try LineEditor(program: "paychat", terminal: terminal) : nil
    screen = TillScreen(
      till, terminal: terminal, shop: list.shop, network: network.name, zone: list.zone ?? .utc,
      editor: editor?.isInteractive == true ? editor : nil, rings: rings)
  }

  /// Whether the input can be read. A till in the background of a terminal would be stopped if it read from it.
  private static func isRead(_ terminal: Terminal) -> Bool {
    !terminal.readsFromTTY || tcgetpgrp(terminal.input) == getpgrp()
  }

  func run() async {
    let interruption = Interruption(endsAtSecond: true)
    let changes = await till.changes()
    await screen.show()
    let watch = WalletWatch(client: client, again: ChangeSignal())
    // It runs until a signal or the owner ends it.
    _ = try? await interruption.cancelling {
      await withTaskGroup(of: Bool.self) { group in
        group.addTask {
          await till.run()
          return false
        }
        group.addTask {
          await watch.run(telling: { news in
            if case .ready = news { await till.walletIsThere() }
            await screen.hear(news)
          })
          return false
        }
        group.addTask {
          for await change in changes { await screen.show(after: change) }
          return false
        }
        group.addTask { await readLines() }
        for await isEnded in group where isEnded { group.cancelAll() }
      }
    }
    await editor?.flush()
  }

  /// Does what is typed, and returns whether the owner has ended the till. The end of a file or a pipe ends nothing.
  private func readLines() async -> Bool {
    guard let editor else { return false }
    while true {
      switch await editor.readLine(prompt: editor.isInteractive ? localized("till> ") : "") {
      case .cancelled: return true
      case .endOfInput: return terminal.readsFromTTY
      case .line(let line):
        do throws(CommandFailure) {
          guard try await perform(TillLine(line)) else { return true }
        } catch {
          await screen.say([error.message, error.advice].compactMap(\.self).map { SafeText($0).text })
        }
      }
    }
  }

  /// Carries out a line, and returns whether the till goes on.
  private func perform(_ line: TillLine) async throws(CommandFailure) -> Bool {
    switch line {
    case .blank: await screen.show()
    case .help: await screen.say(TillLine.manual)
    case .quit: return false
    case .close, .open:
      do throws(KeptFolderError) {
        try TillFiles.setShop(at: folder, closed: line == .close)
      } catch {
        throw TillFailureText.failure(error)
      }
      await till.passTime()
    case .answer(let number, let text):
      do throws(AnswerRefusal) {
        try await till.answer(number, text)
      } catch {
        throw TillFailureText.failure(error, number)
      }
      await screen.say([localized("Customer \(number) is answered.")])
    }
    return true
  }
}
