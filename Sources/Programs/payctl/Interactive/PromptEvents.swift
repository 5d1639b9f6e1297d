import Consumer
import PaymentsAPI
import PaymentsModel
import Synchronization
import TerminalUI

/// Shows above the prompt when an invoice is paid or an order changes. Events during a command are shown after it.
final class PromptEvents: Sendable {
  private struct State {
    var isHeld = false
    var held: [String] = []
    var task: Task<Void, Never>?
    var shown: [String: String] = [:]
  }

  private let context: CommandContext
  private let editor: LineEditor
  private let state = Mutex(State())

  init(context: CommandContext, editor: LineEditor) {
    self.context = context
    self.editor = editor
  }

  /// Holds lines back, so that they do not appear between the lines of a command.
  func hold() { state.withLock { $0.isHeld = true } }

  /// Shows the lines that were held back.
  func release() {
    let lines = state.withLock { state in
      state.isHeld = false
      return exchange(&state.held, with: [])
    }
    for line in lines { printAbove(line) }
  }

  /// Follows the events of the connection, if there is one and a person sees the prompt.
  func startIfConnected() async {
    guard editor.isInteractive, state.withLock({ $0.task == nil }), await context.link.isOpen else { return }
    let task = start()
    state.withLock { $0.task = task }
  }

  /// Begins to follow, in the person's language whatever the command was told in that made the connection.
  private func start() -> Task<Void, Never> {
    Translation.$ofTask.withValue(nil) { Task { await self.follow() } }
  }

  func stop() { state.withLock { $0.task }?.cancel() }

  private func follow() async {
    var start: EventCursor?
    while true {
      do {
        let service = try await context.service()
        try await service.follow(from: start) { event in
          noteEvent(event)
          return true
        }
      } catch let gap as EventGap {
        show(
          localized(
            "* The provider dropped events before they came here: orders and invoices show how everything stands."))
        start = gap.newest
        continue
      } catch PairingError.revoked {
        show(
          localized(
            "* The owner took back what this app may do. The next command asks to be let in again, with new digits."))
      } catch {
        // The next command that succeeds starts following again, and one that fails reports why.
      }
      break
    }
    state.withLock { $0.task = nil }
  }

  private func noteEvent(_ event: Event) {
    if let invoice = event.invoice { context.names.note(invoices: [invoice]) }
    if let order = event.paymentOrder { context.names.note(orders: [order]) }
    guard let (id, stage) = Self.stage(event) else { return }
    let isNews = state.withLock { $0.shown.updateValue(stage, forKey: id) != stage }
    // As much of the identifier as lists show is enough to type it back, and leaves room for the news.
    let summary = EventView.summary(event).replacing(id, with: PartialIdentifier.shortened(id))
    if isNews { show("* " + SafeText(summary).text) }
  }

  private func show(_ line: String) {
    let isShown = state.withLock { state in
      if state.isHeld { state.held.append(line) }
      return !state.isHeld
    }
    if isShown { printAbove(line) }
  }

  private func printAbove(_ line: String) {
    for row in TextWrapping.paragraph(line, columns: context.terminal.width()) { editor.printAbove(row) }
  }

  /// Returns the part of an event that must change for another line to be shown. Confirmations are not part of it.
  private static func stage(_ event: Event) -> (id: String, stage: String)? {
    if let invoice = event.invoice {
      // A new invoice was made by this app, so it is no news.
      if invoice.state == .pending, invoice.payment == .none { return nil }
      return (invoice.invoiceID.rawValue, "\(invoice.state) \(invoice.payment)")
    }
    return event.paymentOrder.map { ($0.orderID.rawValue, "\($0.state)") }
  }
}
