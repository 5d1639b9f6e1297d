import TerminalUI
import Till

/// Says what the owner of a till has to look at.
enum TillAlertText {
  static func lines(_ alert: TillAlert) -> [String] {
    switch alert {
    case .otherProvider:
      [
        "A refund was asked for at another wallet's provider than the one that is connected. It waits until that one is "
          + "back, so that it is not paid twice."
      ]
    case .manyUnpaid(let currency):
      [
        "Many addresses in \(SafeText(currency)) were not paid. Only customers who have paid before get more, until "
          + "somebody pays. limits: {unpaid: N} in the price list allows more; payd quota must allow them too."
      ]
    case .quotaExceeded(let currency):
      [
        "The wallet makes no more addresses in \(SafeText(currency)) for this till. Orders wait. payd quota allows more."
      ]
    case .otherPerson(let name):
      [
        "A conversation has another person in it than before: \(SafeText(name, limit: 40)). Nothing is read or said "
          + "there."
      ]
    case .chat(let notice): ChatNoticeText.lines(notice)
    }
  }
}
