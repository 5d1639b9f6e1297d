import PaymentsAPI
import PaymentsModel

/// The next thing that is to be done for a customer.
enum TillEffect: Sendable, Hashable {
  /// Ask the wallet for the invoice of a purchase.
  case makeInvoice(Int)
  /// Cancel the invoice of a purchase.
  case cancelInvoice(Int)
  /// Order the last refund of a purchase.
  case placeRefund(Int)
  /// Cancel the order of the last refund of a purchase.
  case cancelRefund(Int)
  /// Make the receipt of a purchase.
  case makeReceipt(Int)
  /// Send the first message of the queue.
  case send(Int)
  /// Bring the screen of a purchase up to date.
  case edit(Int)

  /// Whether it needs the chat. All others need the wallet.
  var isOfChat: Bool {
    switch self {
    case .send, .edit: true
    case .makeInvoice, .cancelInvoice, .placeRefund, .cancelRefund, .makeReceipt: false
    }
  }
}

extension Customer {
  /// What is to be done, in the order in which it is to be done.
  func effects(now: Timestamp) -> [TillEffect] {
    var effects: [TillEffect] = []
    for purchase in purchases {
      let number = purchase.number
      // A request that may have reached the wallet is followed to its end, so that no invoice stays open unknown.
      if purchase.invoice == nil, purchase.refusal == nil,
        purchase.wasAsked || !purchase.isCancelled && now < purchase.expiresAt
      {
        effects.append(.makeInvoice(number))
      }
      if purchase.isCancelled, let invoice = purchase.invoice, invoice.state == .pending,
        invoice.paidAmount.coefficient == 0
      {
        effects.append(.cancelInvoice(number))
      }
      if let refund = purchase.refunded.last, !refund.isOver {
        if refund.order == nil {
          effects.append(.placeRefund(number))
        } else if refund.isCancellable, purchase.isTooMuch(refund) {
          effects.append(.cancelRefund(number))
        }
      }
      if purchase.receipt.isWanted, purchase.receipt.text == nil { effects.append(.makeReceipt(number)) }
    }
    if let first = outbox.first { effects.append(.send(first.id)) }
    for purchase in purchases {
      guard purchase.screen.message != nil, purchase.screen.text != PurchaseScreen.text(purchase, now: now) else {
        continue
      }
      effects.append(.edit(purchase.number))
    }
    return effects
  }

  /// Puts into the queue what follows from the state of the purchases. It is called after each change.
  mutating func tellNews(now: Timestamp) {
    for purchase in purchases {
      tellScreen(purchase, now)
      guard let notice = PurchaseScreen.notice(purchase, now: now), !purchase.told.contains(notice.key),
        purchase.told.count < 200
      else { continue }
      change(purchase.number) { $0.told.append(notice.key) }
      // The screen that has only just been sent says the same.
      if purchase.screen.isQueued, let text = notice.text { say(text) }
    }
  }

  private mutating func tellScreen(_ purchase: Purchase, _ now: Timestamp) {
    let phase = purchase.phase(now: now)
    if !purchase.screen.isQueued, phase != .making || purchase.isDelayed {
      change(purchase.number) { $0.screen.isQueued = true }
      say(.screen(purchase.number))
    }
    if phase == .waiting, let invoice = purchase.invoice, !purchase.told.contains("uri") {
      change(purchase.number) { $0.told.append("uri") }
      say(invoice.uri)
      say(.code(purchase.number))
    }
    if purchase.receipt.isWanted, purchase.receipt.text != nil,
      !outbox.contains(where: { $0.content == .receipt(purchase.number) })
    {
      change(purchase.number) { $0.receipt.isWanted = false }
      say(.receipt(purchase.number))
    }
  }
}
