import PaymentsModel
import Synchronization

/// The one ``PairingDesk`` of the provider, shared by sessions and the owner's door.
final class PairingService: Sendable {
  private let clock: any WallClock
  private let desk = Mutex(PairingDesk())

  init(clock: any WallClock) {
    self.clock = clock
  }

  /// What waits, without that whose time is over; ``takeExpired()`` tells of it.
  var prompts: [PairingDesk.Prompt] {
    let now = clock.now()
    return desk.withLock { desk in desk.prompts.filter { $0.until > now } }
  }

  /// Drops the prompts whose time is over.
  func takeExpired() -> [PairingDesk.Prompt] {
    let now = clock.now()
    return desk.withLock { $0.expire(at: now) }
  }

  func add(_ prompt: PairingDesk.Prompt) -> Bool {
    let now = clock.now()
    return desk.withLock { $0.add(prompt, at: now) }
  }

  /// Whether nobody can pair now, because of wrong codes.
  var isLocked: Bool {
    let now = clock.now()
    return desk.withLock { $0.locked(at: now) != nil }
  }

  func withdraw(_ id: String) {
    desk.withLock { $0.withdraw(id) }
  }

  func approve(_ id: String, code: String?) throws(PairingDesk.Refusal) -> PairingDesk.Prompt {
    let now = clock.now()
    return try desk.withLock { desk throws(PairingDesk.Refusal) in try desk.approve(id, code: code, at: now) }
  }

  func deny(_ id: String) throws(PairingDesk.Refusal) -> PairingDesk.Prompt {
    let now = clock.now()
    return try desk.withLock { desk throws(PairingDesk.Refusal) in try desk.deny(id, at: now) }
  }
}
