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

  /// Adds a prompt, in place of an older one of the same app; `false` where too many wait or pairing is locked.
  public func add(_ prompt: PairingDesk.Prompt) -> Bool {
    let now = clock.now()
    return desk.withLock { $0.add(prompt, at: now) }
  }

  /// Whether nobody can pair now, because of wrong codes.
  public var isLocked: Bool {
    let now = clock.now()
    return desk.withLock { $0.locked(at: now) != nil }
  }

  /// Takes back the prompt of an app that went away.
  public func withdraw(_ id: String) {
    desk.withLock { $0.withdraw(id) }
  }

  /// The owner typed a code.
  ///
  /// - Throws: ``PairingDesk/Refusal``.
  public func approve(_ id: String, code: String?) throws(PairingDesk.Refusal) -> PairingDesk.Prompt {
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
