import DisplayText
import PaymentsAPI
package import PaymentsModel

/// The message that shows a purchase, and what is told besides when it changes. An edited message makes no sound on a
/// phone, so the customer gets a short message where they have to do something, and where they wait for something.
enum PurchaseScreen {
  /// A message besides the screen.
  struct Notice: Sendable, Hashable {
    /// What it is about. The customer gets one message for each.
    let key: String
    /// The message; `nil` if the screen says enough.
    let text: String?
  }

  /// The whole screen.
  static func text(_ purchase: Purchase, now: Timestamp) -> String {
    var lines = ["Purchase \(purchase.number): \(word(purchase, now: now))"]
    lines += purchase.lines.map { "\($0.quantity) × \($0.name)" }
    lines += purchase.conversions.map { conversion in
      "\(conversion.from.amount.text(in: conversion.from.currency)) = \(conversion.amount.text(in: purchase.currency)), "
        + "1 \(purchase.currency) = \(conversion.rate.value.text(in: conversion.from.currency)) "
        + "(\(MomentWords.text(conversion.rate.at, in: purchase.zone))), "
        + TillWords.rounding(conversion.rounding, places: conversion.places, coin: purchase.currency)
    }
    lines += body(purchase, purchase.phase(now: now))
    lines += refund(purchase)
    return lines.joined(separator: "\n")
  }

  /// The state in a few words.
  static func word(_ purchase: Purchase, now: Timestamp) -> String {
    switch purchase.phase(now: now) {
    case .making: "one moment"
    case .refused: "not possible"
    case .waiting: "waiting for your payment"
    case .missing(let rest): "\(rest.text(in: purchase.currency)) are missing"
    case .seen: "payment seen, waiting for confirmation"
    case .paid: "paid and confirmed"
    case .expired: "not paid in time"
    case .cancelled: "cancelled"
    case .unsold: "not sold"
    case .refunded: "not sold, the money goes back"
    case .void: "payment taken back"
    }
  }

  private static func body(_ purchase: Purchase, _ phase: Purchase.Phase) -> [String] {
    let number = purchase.number
    let deadline = MomentWords.text(purchase.expiresAt, in: purchase.zone)
    switch phase {
    case .making: return ["My wallet does not answer now. You get an address as soon as it does. /cancel_\(number)"]
    case .refused(let reason): return [refusal(reason), "/again_\(number)"]
    case .waiting:
      return [
        "Pay \(purchase.due.text(in: purchase.currency)) in one payment to", purchase.invoice?.address ?? "",
        "before \(deadline). The network's fee comes on top.", "/cancel_\(number)",
      ]
    case .missing(let rest):
      return [
        "\(arrived(purchase)). Pay the missing \(rest.text(in: purchase.currency)) to the same address",
        purchase.invoice?.address ?? "", "before \(deadline).",
      ]
    case .seen:
      let wanted = purchase.invoice?.confirmationsWanted ?? 0
      return ["\(arrived(purchase)). It needs \(wanted) confirmation\(wanted == 1 ? "" : "s") of the network."]
    case .paid: return ["\(arrived(purchase)). Thank you!", "/receipt_\(number)"] + excess(purchase)
    case .expired: return ["Do not pay any more: the time was over at \(deadline).", "/again_\(number)"]
    case .cancelled: return ["Do not pay any more.", "/again_\(number)"]
    case .unsold:
      return [
        "\(arrived(purchase)), which was \(purchase.invoice?.payment == .late ? "too late" : "not enough in time")."
      ]
        + offer(purchase)
    case .refunded:
      let rest = purchase.refundable
      return ["\(arrived(purchase)). Less than the price stays here, so nothing is sold."]
        + (rest.coefficient > 0
          ? ["\(rest.text(in: purchase.currency)) more can go back: /refund_\(number)"] : [])
    case .void: return ["The network took your payment back. Nothing was sold.", "/again_\(number)"]
    }
  }

  private static func arrived(_ purchase: Purchase) -> String {
    "\((purchase.invoice?.paidAmount ?? purchase.due).text(in: purchase.currency)) arrived"
  }

  private static func excess(_ purchase: Purchase) -> [String] {
    let excess = purchase.excess
    guard excess.coefficient > 0 else { return [] }
    return ["You paid \(excess.text(in: purchase.currency)) too much."] + offer(purchase)
  }

  private static func offer(_ purchase: Purchase) -> [String] {
    guard !purchase.refunded.contains(where: \.counts) else { return [] }
    guard purchase.refundable.coefficient > 0 else { return ["You can get it back once it is confirmed."] }
    return ["To get it back: /refund_\(purchase.number)"]
  }

  private static func refund(_ purchase: Purchase) -> [String] {
    guard let refund = purchase.refunded.last else { return [] }
    let amount = refund.amount.text(in: purchase.currency)
    guard refund.refusal == nil, refund.withdrawnAt == nil else {
      return ["Refund of \(amount): not possible. /refund_\(purchase.number)"]
    }
    let state =
      switch refund.order?.state {
      case nil, .received, .awaitingApproval: "the shop has to approve it"
      case .approved, .submitting: "approved"
      case .inFlight: "sent"
      case .succeeded: "sent and confirmed"
      case .rejected: "the shop said no. /refund_\(purchase.number)"
      case .expired, .cancelled, .failed: "did not succeed. /refund_\(purchase.number)"
      }
    return ["Refund of \(amount) to \(refund.address): \(state)"]
  }

  private static func refusal(_ reason: FailureReason) -> String {
    switch reason {
    case .amountOutOfRange, .tooManyDecimals: "My wallet does not take this amount."
    case .quotaExceeded, .rateLimited: "I have made too many addresses. Please try again later."
    default: "My wallet makes no address for this. The people of the shop have to look at it."
    }
  }

  // MARK: Notices

  /// What the customer is told now in a message besides the screen; `nil` for nothing.
  static func notice(_ purchase: Purchase, now: Timestamp) -> Notice? {
    if let refund = purchase.refunded.last, let notice = notice(refund, purchase) { return notice }
    let number = purchase.number
    switch purchase.phase(now: now) {
    case .missing(let rest):
      let rest = rest.text(in: purchase.currency)
      return Notice(
        key: "missing \(rest)",
        text: "Purchase \(number): \(rest) are still missing. Pay them to the same address before "
          + "\(MomentWords.text(purchase.expiresAt, in: purchase.zone)). /purchase_\(number)")
    case .seen: return Notice(key: "seen", text: "Purchase \(number): your payment was seen.")
    case .paid: return paid(purchase)
    case .unsold:
      let arrived = arrived(purchase)
      let back =
        purchase.refundable.coefficient > 0
        ? "To get it back: /refund_\(number)" : "You can get it back once it is confirmed. /purchase_\(number)"
      return Notice(key: "unsold \(arrived) \(back)", text: "Purchase \(number) was not sold: \(arrived). \(back)")
    case .void:
      return Notice(key: "void", text: "Purchase \(number): the network took your payment back. /purchase_\(number)")
    case .expired:
      return Notice(
        key: "expired", text: "Purchase \(number) was not paid in time. Do not pay any more. /again_\(number)")
    case .refunded:
      // The notice about the refund says the rest.
      return nil
    case .making, .refused, .waiting, .cancelled: return nil
    }
  }

  private static func paid(_ purchase: Purchase) -> Notice {
    let excess = purchase.excess
    let more =
      excess.coefficient > 0 && purchase.refundable.coefficient > 0
      ? " You paid \(excess.text(in: purchase.currency)) too much: /refund_\(purchase.number)" : ""
    return Notice(
      key: "paid\(more)", text: "Purchase \(purchase.number) is paid. Thank you! /receipt_\(purchase.number)\(more)")
  }

  private static func notice(_ refund: Refund, _ purchase: Purchase) -> Notice? {
    let amount = refund.amount.text(in: purchase.currency)
    let name = "refund \(refund.request.text)"
    let about = "Purchase \(purchase.number), refund of \(amount): "
    let again = "/refund_\(purchase.number)"
    if let refusal = refund.refusal {
      let why =
        switch refusal {
        case .invalidAddress: "that is no address for \(purchase.currency)."
        case .wrongNetwork: "that address is of another network."
        default: "my wallet does not do that now."
        }
      return Notice(key: "\(name) refused", text: about + why + " " + again)
    }
    guard refund.withdrawnAt == nil else {
      return Notice(key: "\(name) withdrawn", text: about + "so much cannot go back any more. " + again)
    }
    switch refund.order?.state {
    // The customer has just said yes, and hears more as soon as there is an order.
    case nil: return Notice(key: "\(name) wanted", text: nil)
    case .received, .awaitingApproval:
      return Notice(key: "\(name) asked", text: about + "the shop has to approve it.")
    case .approved, .submitting, .inFlight:
      guard refund.order?.transactionID != nil else { return Notice(key: "\(name) approved", text: nil) }
      return Notice(key: "\(name) sent", text: about + "it was sent.")
    case .succeeded: return Notice(key: "\(name) done", text: about + "it was sent and is confirmed.")
    case .rejected: return Notice(key: "\(name) rejected", text: about + "the shop said no. " + again)
    case .expired, .cancelled, .failed:
      return Notice(key: "\(name) failed", text: about + "it did not succeed, and no money left the shop. " + again)
    }
  }
}

extension Purchase {
  /// The state in a few words, for a list of the people of the shop and in their language. Customers are told the same in
  /// English.
  package func stateText(now: Timestamp) -> String {
    if case .missing(let rest) = phase(now: now) { return localized("\(rest.text(in: currency)) are missing") }
    return localized(text: PurchaseScreen.word(self, now: now))
  }
}
