import TerminalUI
import Till

/// Says what the owner of a till has to look at.
enum TillAlertText {
  static func lines(_ alert: TillAlert) -> [String] {
    switch alert {
    case .otherProvider:
      [
        localized(
          "A refund was asked for at another wallet's provider than the one that is connected. It waits until that one is "
            + "back, so that it is not paid twice.")
      ]
    case .manyUnpaid(let currency):
      [
        localized(
          "Many addresses in \(SafeText(currency)) were not paid. Only customers who have paid before get more, until "
            + "somebody pays. limits: {unpaid: N} in the price list allows more; payd quota must allow them too.")
      ]
    case .quotaExceeded(let currency):
      [
        localized(
          "The wallet makes no more addresses in \(SafeText(currency)) for this till. Orders wait. payd quota allows more."
        )
      ]
    case .otherPerson(let name):
      [
        localized(
          "A conversation has another person in it than before: \(SafeText(name, limit: 40)). Nothing is read or said "
            + "there.")
      ]
    case .gone(let name):
      [
        localized(
          "\(SafeText(name, limit: 40)) has ended the conversation. Nothing reaches them; their purchases stay here.")
      ]
    case .undelivered(let name, let reason):
      [
        localized(
          "Messages to \(SafeText(name, limit: 40)) do not arrive: \(NetworkWords.shown(reason, limit: 120)).")
      ]
    case .noRate(let coin, let currency): [noRate(coin, currency)]
    case .chat(let notice): ChatNoticeText.lines(notice)
    }
  }

  /// The same, for somebody who looks for the reason.
  static func noRate(_ rule: RateRule) -> String {
    let (coin, currency) = (SafeText(rule.coin), SafeText(rule.currency))
    return switch rule.source {
    case .file(let path):
      localized(
        "Nothing can be sold in \(coin) for prices in \(currency). The file \(SafeText(path, limit: 200)) has to hold "
          + "one line such as 80 2026-11-23T13:35:00Z, which is not older than max_age.")
    case .program(let path):
      localized(
        "Nothing can be sold in \(coin) for prices in \(currency). The program \(SafeText(path, limit: 200)) has to "
          + "print one line such as 80 2026-11-23T13:35:00Z, which is not older than max_age.")
    }
  }

  static func noRate(_ coin: String, _ currency: String) -> String {
    localized(
      "There is no current rate for \(SafeText(currency)) in \(SafeText(coin)): nothing is sold for it until there is one. "
        + "Look at the file or program of the rate: one line such as 80 2026-11-23T13:35:00Z, not older than max_age.")
  }
}
