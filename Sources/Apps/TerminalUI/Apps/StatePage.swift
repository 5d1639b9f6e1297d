package import PaymentsModel

/// What each word for a state means: the page that `help states` shows in every program.
package enum StatePage {
  /// The word by which the page is asked for.
  private static let topic = "states"

  /// Returns the lines of the page where a command line asks for it; otherwise `nil`.
  package static func lines(_ arguments: [String], width: Int) -> [String]? {
    arguments == ["help", topic] ? lines(width: width) : nil
  }

  /// All lines.
  package static func lines(width: Int) -> [String] {
    let parts: [(title: String, words: [(String, String)])] = [
      (localized("Payments that an app asks for:"), OrderState.allCases.map { ($0.text, $0.meaning) } + orderDetails),
      (localized("Invoices, which others pay:"), InvoiceState.allCases.map { ($0.text, $0.meaning) }),
      (localized("What has arrived for an invoice:"), InvoicePayment.allCases.map { ($0.text, $0.meaning) }),
    ]
    return parts.flatMap { part -> [String] in
      var list = KeyValueList()
      for (word, meaning) in part.words { list.append(word, meaning) }
      return [part.title] + list.alignedLines(width: max(30, width - 2)).map { "  " + $0 } + [""]
    }.dropLast()
  }

  private static var orderDetails: [(String, String)] {
    [
      ("3/6", localized("how many confirmations it has, of how many are wanted until it counts as paid")),
      (
        localized("waits: wallet"),
        localized("approved; it is sent once the wallet can pay, and so with coins and a lower fee")
      ),
      ("needs payd unlock", localized("approved; it is sent once the owner has unlocked paying")),
      ("needs payd sends", localized("it may be paid already, so that the owner has to look first")),
      (
        localized("in doubt"),
        localized("it was sent, and the wallet does not say any more what became of it; nothing is paid again")
      ),
      (
        localized("taken back"),
        localized("it was paid, then the network replaced it by something else: the recipient has not got it")
      ),
    ]
  }
}

extension OrderState {
  /// What the state means, for people.
  package var meaning: String {
    switch self {
    case .received: localized("the provider has it, and has asked nobody yet")
    case .awaitingApproval: localized("nothing is paid before the wallet's owner has said yes (payd questions)")
    case .approved: localized("the owner, or a limit that the owner has set, has said yes; it is about to be sent")
    case .submitting: localized("the wallet is making the transaction")
    case .inFlight: localized("the network has the transaction, which waits for its confirmations")
    case .succeeded: localized("the transaction has as many confirmations as were wanted")
    case .rejected: localized("the owner has said no; nothing was paid")
    case .expired: localized("nobody said yes in time; nothing was paid")
    case .cancelled: localized("the app took it back before it was sent; nothing was paid")
    case .failed: localized("it could not be paid, and never will be")
    }
  }
}

extension InvoiceState {
  /// What the state means, for people.
  package var meaning: String {
    switch self {
    case .pending: localized("the amount has not arrived, and there is still time")
    case .processing: localized("the amount has arrived, and waits for its confirmations")
    case .settled: localized("the amount is there, with as many confirmations as were wanted")
    case .expired: localized("its time was over before the amount had arrived")
    case .invalid: localized("what had arrived was taken back by the network")
    case .cancelled: localized("the app took it back")
    }
  }
}

extension InvoicePayment {
  /// What the state means, for people.
  package var meaning: String {
    switch self {
    case .none: localized("no money has been seen")
    case .partial: localized("less than the amount")
    case .paid: localized("the amount")
    case .over: localized("more than the amount")
    case .late: localized("some of it came after the time was over")
    }
  }
}
