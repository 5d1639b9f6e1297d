// Written by scripts/swift_types.py from protocol/owner: change the schemas, and `make spec`.

package import PaymentsModel

/// Says no to a question.
package enum DenyQuestion: OwnerMethod {
  package static let name = "deny"

  /// The params of `deny`.
  package struct Params: OwnerObject {
    /// The number of the question, its name, or the beginning or end of that. What has only digits is a number.
    package var id: String
    /// True where all further payments of the app in this currency are to be refused, too.
    package var always: Bool?

    package init(id: String, always: Bool? = nil) {
      (self.id, self.always) = (id, always)
    }
  }

  package typealias Result = OwnerDecision
}

/// Stops paying until the owner unlocks the wallet; receiving goes on.
package enum LockWallet: OwnerMethod {
  package static let name = "lock"

  package typealias Params = OwnerNothing

  package typealias Result = LockReport
}

/// Removes the PIN.
package enum ClearPin: OwnerMethod {
  package static let name = "pin.clear"

  /// The params of `pin.clear`.
  package struct Params: OwnerObject, PinParams {
    /// The present PIN.
    package var pin: String?

    package init(pin: String? = nil) {
      self.pin = pin
    }
  }

  package typealias Result = PinStatus
}

/// Sets a PIN, or another one.
package enum SetPin: OwnerMethod {
  package static let name = "pin.set"

  /// The params of `pin.set`.
  package struct Params: OwnerObject, PinParams {
    /// The PIN from now on.
    package var newPin: String
    /// By the code of a currency: up to this amount, fee included, no PIN is needed.
    package var above: NamedValues<String>?
    /// The present PIN, where one is set.
    package var pin: String?

    package init(newPin: String, above: NamedValues<String>? = nil, pin: String? = nil) {
      (self.newPin, self.above, self.pin) = (newPin, above, pin)
    }
  }

  package typealias Result = PinStatus
}

/// Tells whether a PIN is set, above which amounts it is needed, and how many tries are left.
package enum GetPinStatus: OwnerMethod {
  package static let name = "pin.status"

  package typealias Params = OwnerNothing

  package typealias Result = PinStatus
}

/// Shows what a yes to one question would be to, as it stands now.
package enum GetQuestion: OwnerMethod {
  package static let name = "question"

  /// The params of `question`.
  package struct Params: OwnerObject {
    /// The number of the question, its name, or the beginning or end of that. What has only digits is a number.
    package var id: String

    package init(id: String) {
      self.id = id
    }
  }

  /// The result of `question`.
  package struct Result: OwnerObject {
    /// The question; absent where a pairing does not wait any more.
    package var question: OwnerQuestion?
    /// True where the fee may be more by now than when the owner was last shown it.
    package var risen: Bool?
    /// Where it has risen: the largest fee that the owner was shown before.
    package var shownFeeCap: DecimalAmount?

    package init(question: OwnerQuestion? = nil, risen: Bool? = nil, shownFeeCap: DecimalAmount? = nil) {
      (self.question, self.risen, self.shownFeeCap) = (question, risen, shownFeeCap)
    }
  }
}

/// Lists what waits for the owner: apps to pair, and of each app the payment that comes first.
package enum ListQuestions: OwnerMethod {
  package static let name = "questions"

  package typealias Params = OwnerNothing

  /// The result of `questions`.
  package struct Result: OwnerObject {
    /// Currencies of which nothing is paid before the owner has looked at what the wallet sent.
    package var stopped: [String]
    /// Currencies whose wallet has not told yet what it sent; nothing is paid before.
    package var notCompared: [String]
    /// The questions, the oldest first, as many as an answer has room for.
    package var questions: [OwnerQuestion]
    /// Whether the owner locked the wallet.
    package var locked: Bool
    /// How many questions wait, also those that are not shown yet.
    package var waiting: Int

    package init(stopped: [String], notCompared: [String], questions: [OwnerQuestion], locked: Bool, waiting: Int) {
      (self.stopped, self.notCompared, self.questions, self.locked) = (stopped, notCompared, questions, locked)
      self.waiting = waiting
    }
  }
}

/// Allows paying again; what waited goes on at once.
package enum UnlockWallet: OwnerMethod {
  package static let name = "unlock"

  /// The params of `unlock`.
  package struct Params: OwnerObject, PinParams {
    /// The owner's PIN, where one is set.
    package var pin: String?

    package init(pin: String? = nil) {
      self.pin = pin
    }
  }

  package typealias Result = LockReport
}

/// Tells what waits for the owner, and then each change, as notifications of the same name.
package enum WatchQuestions: OwnerMethod {
  package static let name = "watch"

  package typealias Params = OwnerNothing

  package typealias Result = OwnerNothing
}
