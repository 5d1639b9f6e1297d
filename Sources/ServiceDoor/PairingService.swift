public import PaymentsAPI
public import PaymentsModel
import Synchronization

/// The one ``PairingDesk`` of the provider, shared by sessions and those who ask the owner.
public final class PairingService: Sendable {
  private let clock: any WallClock
  private let desk = Mutex(PairingDesk())

  /// One at which nobody waits.
  public init(clock: any WallClock) {
    self.clock = clock
  }

  /// What waits, without that whose time is over; ``takeExpired()`` tells of it.
  public var prompts: [PairingDesk.Prompt] {
    let now = clock.now()
    return desk.withLock { desk in desk.prompts.filter { $0.until > now } }
  }

  /// Drops the prompts whose time is over.
  public func takeExpired() -> [PairingDesk.Prompt] {
    let now = clock.now()
    return desk.withLock { $0.expire(at: now) }
  }

  /// Puts a question; answers the id under which it waits, which is that of an earlier one where the app asks already.
  ///
  /// - Throws: ``PairingDesk/NotAsked``.
  public func ask(_ prompt: PairingDesk.Prompt) throws(PairingDesk.NotAsked) -> String {
    let now = clock.now()
    return try desk.withLock { desk throws(PairingDesk.NotAsked) in try desk.ask(prompt, at: now) }
  }

  /// Whether nobody can pair now, because of wrong codes.
  public var isLocked: Bool {
    let now = clock.now()
    return desk.withLock { $0.locked(at: now) != nil }
  }

  /// A connection on which an app asked has ended.
  ///
  /// - Returns: whether the question ended with it.
  @discardableResult
  public func withdraw(_ id: String, session: String) -> Bool {
    desk.withLock { desk in
      let before = desk.prompts.count
      desk.withdraw(id, session: session)
      return desk.prompts.count < before
    }
  }

  /// The owner typed a code.
  ///
  /// - Throws: ``PairingDesk/Refusal``.
  public func approve(_ id: String, code: String?) throws(PairingDesk.Refusal) -> PairingDesk.Approval {
    let now = clock.now()
    return try desk.withLock { desk throws(PairingDesk.Refusal) in try desk.approve(id, code: code, at: now) }
  }

  /// The owner said no.
  ///
  /// - Throws: ``PairingDesk/Refusal/notFound``.
  public func deny(_ id: String) throws(PairingDesk.Refusal) -> PairingDesk.Prompt {
    let now = clock.now()
    return try desk.withLock { desk throws(PairingDesk.Refusal) in try desk.deny(id, at: now) }
  }
}

extension PairingDesk.NotAsked {
  /// What the app is told: the reason, and after how many milliseconds it is worth asking again.
  public func answer(at now: Timestamp) -> (reason: FailureReason, retryAfterMilliseconds: Int) {
    func milliseconds(_ wait: Duration) -> Int { max(1, Int((wait / .milliseconds(1)).rounded(.up))) }
    return switch self {
    case .locked(let until): (.pairingLocked, milliseconds(until.since(now)))
    case .denied(let wait): (.pairingDenied, milliseconds(wait))
    case .tooOften(let wait): (.tooManyPrompts, milliseconds(wait))
    case .tooMany: (.tooManyPrompts, FailureReason.tooManyPrompts.retryAfterMilliseconds ?? 10_000)
    }
  }
}
