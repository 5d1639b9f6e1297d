import ChatPayments
import PaymentsModel
import TerminalUI

/// Formats a card from a link for people. Outside of the chat, its author is not known.
struct CardLinkView {
  let context: CommandContext

  /// Formats the content of the card.
  func lines(_ card: CardMessage) -> [String] {
    var list = KeyValueList()
    list.append("Card", card.card.description)
    if let terms = card.terms {
      list.append(
        "Kind", terms.kind == .request ? localized("somebody asks to be paid") : localized("somebody offers to pay"))
      list.append("Price", terms.prices.map { "\($0.amount.text) \($0.currency)" }.joined(separator: localized(" or ")))
      list.append("Collection", terms.collection?.title)
      list.append("Note", terms.note)
      list.append("Made", MomentText.full(terms.createdAt))
      list.append("Valid until", MomentText.full(terms.expiresAt))
    }
    if !card.steps.steps.isEmpty {
      list.append("Says", card.steps.steps.map(\.name.rawValue).joined(separator: ", "))
    }
    return list.lines(for: context.terminal) + [
      "", localized("Anybody can make such a link, and nothing here tells who did or whether it is true."),
      localized("It is answered in the chat in which it came, for instance with paychat."),
    ]
  }
}
