import JSON
package import PaymentsModel

/// Stops paying until the owner unlocks the wallet; receiving goes on.
package enum LockWallet: OwnerMethod {
  package static let name = "lock"
  package static let summary = "Stops paying until the owner unlocks the wallet; receiving goes on."
  package typealias Params = OwnerNothing
  package typealias Result = LockReport
}

/// Allows paying again; what waited goes on at once.
package enum UnlockWallet: OwnerMethod {
  package static let name = "unlock"
  package static let summary = "Allows paying again; what waited goes on at once."
  package static let failures: [OwnerFailure.Reason] = [.pinRequired, .wrongPin]

  package struct Params: Codable, Sendable, Equatable {
    /// The owner's PIN, where one is set.
    package var pin: String?

    package init(pin: String? = nil) {
      self.pin = pin
    }
  }

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
  package static let name = "pin.status"
  package static let summary =
    "Tells whether a PIN is set, above which amounts it is needed, and how many tries are left."
  package typealias Params = OwnerNothing
  package typealias Result = PinStatus
}

/// Sets a PIN, or another one.
package enum SetPin: OwnerMethod {
  package static let name = "pin.set"
  package static let summary = "Sets a PIN, or another one."
  package static let failures: [OwnerFailure.Reason] = [.unknownCurrency, .pinRequired, .wrongPin]

  package struct Params: Codable, Sendable, Equatable, SnakeCaseMembers {
    /// By the code of a currency: up to this amount, fee included, no PIN is needed.
    package var above: NamedValues<String>?
    /// The present PIN, where one is set.
    package var pin: String?
    /// The PIN from now on.
    package var newPIN: String

    package init(above: NamedValues<String>? = nil, pin: String? = nil, newPIN: String) {
      self.above = above
      self.pin = pin
      self.newPIN = newPIN
    }
  }

  package typealias Result = PinStatus
}

/// Removes the PIN.
package enum ClearPin: OwnerMethod {
  package static let name = "pin.clear"
  package static let summary = "Removes the PIN."
  package static let failures: [OwnerFailure.Reason] = [.conflict, .pinRequired, .wrongPin]

  package struct Params: Codable, Sendable, Equatable {
    /// The present PIN.
    package var pin: String?

    package init(pin: String? = nil) {
      self.pin = pin
    }
  }

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
