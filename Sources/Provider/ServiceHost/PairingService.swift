package import PaymentsAPI
package import PaymentsModel
import Synchronization

/// The one ``PairingRequests`` of the provider, shared by sessions and those who ask the owner.
package final class PairingService: Sendable {
  private let clock: any WallClock
  private let requests = Mutex(PairingRequests())

  /// One at which nobody waits.
  package init(clock: any WallClock) {
    self.clock = clock
  }

  /// What waits, without that whose time is over; ``takeExpired()`` tells of it.
  package var prompts: [PairingRequests.Prompt] {
    let now = clock.now()
    return requests.withLock { requests in requests.prompts.filter { $0.until > now } }
  }

  /// Drops the prompts whose time is over.
  package func takeExpired() -> [PairingRequests.Prompt] {
    let now = clock.now()
    return requests.withLock { $0.expire(at: now) }
  }

  /// Puts a question; answers the id under which it waits, which is that of an earlier one where the app asks already.
  ///
  /// - Throws: ``PairingRequests/NotAsked``.
  package func ask(_ prompt: PairingRequests.Prompt) throws(PairingRequests.NotAsked) -> String {
    let now = clock.now()
    return try requests.withLock { requests throws(PairingRequests.NotAsked) in try requests.ask(prompt, at: now) }
  }

  /// Whether nobody can pair now, because of wrong codes.
  package var isLocked: Bool {
    let now = clock.now()
    return requests.withLock { $0.locked(at: now) != nil }
  }

  /// A connection on which an app asked has ended.
  ///
  /// - Returns: whether the question ended with it.
  @discardableResult
  package func withdraw(_ id: String, session: String) -> Bool {
    requests.withLock { requests in
      let before = requests.prompts.count
      requests.withdraw(id, session: session)
      return requests.prompts.count < before
    }
  }

  /// The owner typed a code.
  ///
  /// - Throws: ``PairingRequests/Refusal``.
  package func approve(_ id: String, code: String?) throws(PairingRequests.Refusal) -> PairingRequests.Approval {
    let now = clock.now()
    return try requests.withLock { requests throws(PairingRequests.Refusal) in
      try requests.approve(id, code: code, at: now)
    }
  }

  /// The owner said no.
  ///
  /// - Throws: ``PairingRequests/Refusal/notFound``.
  package func deny(_ id: String) throws(PairingRequests.Refusal) -> PairingRequests.Prompt {
    let now = clock.now()
    return try requests.withLock { requests throws(PairingRequests.Refusal) in try requests.deny(id, at: now) }
  }
}

extension PairingRequests.NotAsked {
  /// What the app is told: the reason, and after how many milliseconds it is worth asking again.
  package func answer(at now: Timestamp) -> (reason: FailureReason, retryAfterMilliseconds: Int) {
    func milliseconds(_ wait: Duration) -> Int { max(1, Int((wait / .milliseconds(1)).rounded(.up))) }
    return switch self {
    case .locked(let until): (.pairingLocked, milliseconds(until.since(now)))
    case .denied(let wait): (.pairingDenied, milliseconds(wait))
    case .tooOften(let wait): (.tooManyPrompts, milliseconds(wait))
    case .tooMany: (.tooManyPrompts, FailureReason.tooManyPrompts.retryAfterMilliseconds ?? 10_000)
    }
  }
}
