package import PaymentsAPI
package import PaymentsModel
import Synchronization

/// The ``PairingRequests`` of the provider, shared by the sessions and the code that asks the owner.
package final class PairingService: Sendable {
  private let clock: any WallClock
  private let requests = Mutex(PairingRequests())

  /// Creates a service without waiting apps.
  package init(clock: any WallClock) {
    self.clock = clock
  }

  /// The apps that wait, without those whose time is over. ``takeExpired()`` returns the latter.
  package var questions: [PairingRequests.Question] {
    let now = clock.now()
    return requests.withLock { requests in requests.questions.filter { $0.until > now } }
  }

  /// Removes the questions whose time is over and returns them.
  package func takeExpired() -> [PairingRequests.Question] {
    let now = clock.now()
    return requests.withLock { $0.expire(at: now) }
  }

  /// Adds a question and returns its identifier. If the app asks already, it is the identifier of the existing
  /// question.
  ///
  /// - Throws: ``PairingRequests/NotAsked``.
  package func ask(_ question: PairingRequests.Question) throws(PairingRequests.NotAsked) -> String {
    let now = clock.now()
    return try requests.withLock { requests throws(PairingRequests.NotAsked) in try requests.ask(question, at: now) }
  }

  /// Whether pairing is locked at present because of wrong codes.
  package var isLocked: Bool {
    let now = clock.now()
    return requests.withLock { $0.locked(at: now) != nil }
  }

  /// Removes a connection that has ended.
  ///
  /// - Returns: Whether the question ended with it.
  @discardableResult
  package func withdraw(_ id: String, session: String) -> Bool {
    requests.withLock { requests in
      let before = requests.questions.count
      requests.withdraw(id, session: session)
      return requests.questions.count < before
    }
  }

  /// Approves a question with the code that the owner typed.
  ///
  /// - Throws: ``PairingRequests/Refusal``.
  package func approve(_ id: String, code: String?) throws(PairingRequests.Refusal) -> PairingRequests.Approval {
    let now = clock.now()
    return try requests.withLock { requests throws(PairingRequests.Refusal) in
      try requests.approve(id, code: code, at: now)
    }
  }

  /// Denies a question.
  ///
  /// - Throws: ``PairingRequests/Refusal/notFound``.
  package func deny(_ id: String) throws(PairingRequests.Refusal) -> PairingRequests.Question {
    let now = clock.now()
    return try requests.withLock { requests throws(PairingRequests.Refusal) in try requests.deny(id, at: now) }
  }
}

extension PairingRequests.NotAsked {
  /// Returns what the app is told: the reason, and the number of milliseconds after which it may ask again.
  package func answer(at now: Timestamp) -> (reason: FailureReason, retryAfterMilliseconds: Int) {
    func milliseconds(_ wait: Duration) -> Int { max(1, Int((wait / .milliseconds(1)).rounded(.up))) }
    return switch self {
    case .locked(let until): (.pairingLocked, milliseconds(until.since(now)))
    case .denied(let wait): (.pairingDenied, milliseconds(wait))
    case .tooOften(let wait): (.tooManyQuestions, milliseconds(wait))
    case .tooMany: (.tooManyQuestions, FailureReason.tooManyQuestions.retryAfterMilliseconds ?? 10_000)
    }
  }
}
