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
      ("Payments that an app asks for:", OrderState.allCases.map { ($0.text, $0.meaning) } + orderDetails),
      ("Invoices, which others pay:", InvoiceState.allCases.map { ($0.text, $0.meaning) }),
      ("What has arrived for an invoice:", InvoicePayment.allCases.map { ($0.text, $0.meaning) }),
    ]
    return parts.flatMap { part -> [String] in
      var list = KeyValueList()
      for (word, meaning) in part.words { list.append(word, meaning) }
      return [part.title] + list.alignedLines(width: max(30, width - 2)).map { "  " + $0 } + [""]
    }.dropLast()
  }

  private static let orderDetails = [
    ("3/6", "how many confirmations it has, of how many are wanted until it counts as paid"),
    ("waits: wallet", "approved; it is sent once the wallet can pay, and so with coins and a lower fee"),
    ("needs payd unlock", "approved; it is sent once the owner has unlocked paying"),
    ("needs payd sends", "it may be paid already, so that the owner has to look first"),
    ("in doubt", "it was sent, and the wallet does not say any more what became of it; nothing is paid again"),
    ("taken back", "it was paid, then the network replaced it by something else: the recipient has not got it"),
  ]
}

extension OrderState {
  /// What the state means, for people.
  package var meaning: String {
    switch self {
    case .received: "the provider has it, and has asked nobody yet"
    case .awaitingApproval: "nothing is paid before the wallet's owner has said yes (payd questions)"
    case .approved: "the owner, or a limit that the owner has set, has said yes; it is about to be sent"
    case .submitting: "the wallet is making the transaction"
    case .inFlight: "the network has the transaction, which waits for its confirmations"
    case .succeeded: "the transaction has as many confirmations as were wanted"
    case .rejected: "the owner has said no; nothing was paid"
    case .expired: "nobody said yes in time; nothing was paid"
    case .cancelled: "the app took it back before it was sent; nothing was paid"
    case .failed: "it could not be paid, and never will be"
    }
  }
}

extension InvoiceState {
  /// What the state means, for people.
  package var meaning: String {
    switch self {
    case .pending: "the amount has not arrived, and there is still time"
    case .processing: "the amount has arrived, and waits for its confirmations"
    case .settled: "the amount is there, with as many confirmations as were wanted"
    case .expired: "its time was over before the amount had arrived"
    case .invalid: "what had arrived was taken back by the network"
    case .cancelled: "the app took it back"
    }
  }
}

extension InvoicePayment {
  /// What the state means, for people.
  package var meaning: String {
    switch self {
    case .none: "no money has been seen"
    case .partial: "less than the amount"
    case .paid: "the amount"
    case .over: "more than the amount"
    case .late: "some of it came after the time was over"
    }
  }
}
