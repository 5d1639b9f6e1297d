import ChatPayments
import Consumer
import TerminalUI

extension ChatSession {
  /// Lets the wallet show a card's payment, or all payments, and reports when its owner has finished.
  func visitWallet(_ number: Int?) async throws {
    let view: WalletView = if let number { try await payment(of: number) } else { .payments }
    guard try await visits.canOpen() else {
      throw CommandFailure(
        .unavailable, reason: "no_handler", localized("No program opens links of the wallet here."),
        advice: localized("payctl links install makes payctl do it. At the owner's console: payd questions"))
    }
    let visit = try await visits.begin(view)
    say(localized("Your wallet shows it."))
    // Other commands can be typed during the visit. When the chat ends, its connection is closed, and the wait ends
    // too.
    Task { await tellOutcome(of: visit) }
  }

  private func payment(of number: Int) async throws(CommandFailure) -> WalletView {
    guard let card = await agent.card(numbered: number) else { throw Self.unknown(number) }
    if let order = card.order { return .order(order.orderID) }
    if let invoice = card.invoice { return .invoice(invoice.invoiceID) }
    throw CommandFailure(
      .dataError, reason: "no_payment", localized("Your wallet has no payment for card \(number) yet."),
      advice: localized("It has one once the card is accepted: /status \(number)"))
  }

  private func tellOutcome(of visit: WalletVisit) async {
    do {
      switch try await visits.outcome(of: visit) {
      case .approved: say(localized("In your wallet: approved."), .good)
      case .rejected: say(localized("In your wallet: rejected."))
      case .viewed: say(localized("Your wallet has shown it."))
      case nil: say(localized("Your wallet has shown it, and nobody answered there."))
      }
    } catch {
      // No message is necessary, because the card shows the state of its payment.
    }
  }
}
