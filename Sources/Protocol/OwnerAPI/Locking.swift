import JSON
package import PaymentsModel

/// Stops paying until the owner unlocks the wallet; receiving goes on.
package enum LockWallet: OwnerMethod {
  /// The name on the wire.
  package static let name = "lock"
  /// One sentence for documents.
  package static let summary = "Stops paying until the owner unlocks the wallet; receiving goes on."
  /// What is asked.
  package typealias Params = OwnerNothing
  /// What is answered.
  package typealias Result = LockReport
}

/// Allows paying again; what waited goes on at once.
package enum UnlockWallet: OwnerMethod {
  /// The name on the wire.
  package static let name = "unlock"
  /// One sentence for documents.
  package static let summary = "Allows paying again; what waited goes on at once."
  /// The reasons for which it may fail, besides those of every method.
  package static let failures: [OwnerFailure.Reason] = [.pinRequired, .wrongPin]

  /// What is asked.
  package struct Params: Codable, Sendable, Equatable {
    /// The owner's PIN, where one is set.
    package var pin: String?

    /// All members; those that may be absent default to that.
    package init(pin: String? = nil) {
      self.pin = pin
    }
  }

  /// What is answered.
  package typealias Result = LockReport
}

/// Whether the wallet is locked, and what that means for payments under way.
package struct LockReport: Codable, Sendable, Equatable, SnakeCaseMembers {
  /// Whether nothing new is paid now.
  package var locked: Bool
  /// Whether it was the other way before.
  package var changed: Bool
  /// Payments that are approved and not sent: they go on once paying is unlocked.
  package var paymentsWaiting: Int
  /// The first of them, the oldest first.
  package var waiting: [HeldOrder]
  /// Payments that are not made before the owner has looked.
  package var paymentsToLookAt: Int
  /// Payments that were sent and are followed.
  package var paymentsInFlight: Int

  /// All members; those that may be absent default to that.
  package init(
    locked: Bool, changed: Bool, paymentsWaiting: Int, waiting: [HeldOrder], paymentsToLookAt: Int,
    paymentsInFlight: Int
  ) {
    self.locked = locked
    self.changed = changed
    self.paymentsWaiting = paymentsWaiting
    self.waiting = waiting
    self.paymentsToLookAt = paymentsToLookAt
    self.paymentsInFlight = paymentsInFlight
  }
}

/// Tells whether a PIN is set, above which amounts it is needed, and how many tries are left.
package enum GetPinStatus: OwnerMethod {
  /// The name on the wire.
  package static let name = "pin.status"
  /// One sentence for documents.
  package static let summary =
    "Tells whether a PIN is set, above which amounts it is needed, and how many tries are left."
  /// What is asked.
  package typealias Params = OwnerNothing
  /// What is answered.
  package typealias Result = PinStatus
}

/// Sets a PIN, or another one.
package enum SetPin: OwnerMethod {
  /// The name on the wire.
  package static let name = "pin.set"
  /// One sentence for documents.
  package static let summary = "Sets a PIN, or another one."
  /// The reasons for which it may fail, besides those of every method.
  package static let failures: [OwnerFailure.Reason] = [.unknownCurrency, .pinRequired, .wrongPin]

  /// What is asked.
  package struct Params: Codable, Sendable, Equatable, SnakeCaseMembers {
    /// By the code of a currency: up to this amount, fee included, no PIN is needed.
    package var above: NamedValues<String>?
    /// The present PIN, where one is set.
    package var pin: String?
    /// The PIN from now on.
    package var newPIN: String

    /// All members; those that may be absent default to that.
    package init(above: NamedValues<String>? = nil, pin: String? = nil, newPIN: String) {
      self.above = above
      self.pin = pin
      self.newPIN = newPIN
    }
  }

  /// What is answered.
  package typealias Result = PinStatus
}

/// Removes the PIN.
package enum ClearPin: OwnerMethod {
  /// The name on the wire.
  package static let name = "pin.clear"
  /// One sentence for documents.
  package static let summary = "Removes the PIN."
  /// The reasons for which it may fail, besides those of every method.
  package static let failures: [OwnerFailure.Reason] = [.conflict, .pinRequired, .wrongPin]

  /// What is asked.
  package struct Params: Codable, Sendable, Equatable {
    /// The present PIN.
    package var pin: String?

    /// All members; those that may be absent default to that.
    package init(pin: String? = nil) {
      self.pin = pin
    }
  }

  /// What is answered.
  package typealias Result = PinStatus
}

/// Whether a PIN is set, and how it stands.
package struct PinStatus: Codable, Sendable, Equatable {
  /// Whether a PIN is set; the other members are there only then.
  package var isSet: Bool
  /// By the code of a currency: up to this amount, fee included, no PIN is needed.
  package var above: NamedValues<DecimalAmount>?
  /// How many tries are left before the owner has to wait.
  package var triesLeft: Int?
  /// When the next try may be, where too many were wrong.
  package var nextTryAt: Timestamp?

  /// All members; those that may be absent default to that.
  package init(
    isSet: Bool, above: NamedValues<DecimalAmount>? = nil, triesLeft: Int? = nil, nextTryAt: Timestamp? = nil
  ) {
    self.isSet = isSet
    self.above = above
    self.triesLeft = triesLeft
    self.nextTryAt = nextTryAt
  }

  private enum CodingKeys: String, CodingKey {
    case isSet = "set"
    case above
    case triesLeft = "tries_left"
    case nextTryAt = "next_try_at"
  }
}
