import PaymentsAPI
import PaymentsModel

/// Pairings that wait for the owner: who asks, which code its user sees, and how many wrong codes were typed.
///
/// A pure value. Three wrong codes within ten minutes lock pairing for the rest of the ten minutes, whoever asks: the code
/// has six digits, and a guesser must not get a fourth try (specification, section on pairing).
struct PairingDesk {
  /// One app that waits.
  struct Prompt: Sendable {
    /// The name under which the owner answers.
    let id: String
    /// The app's identity.
    let app: AppKey
    /// What it says of itself.
    let manifest: Manifest
    /// The six digits that its user sees.
    let code: String
    /// The program that holds the connection, as advice.
    let process: String?
    /// When it asked.
    let since: Timestamp
    /// Until when it waits.
    let until: Timestamp
  }

  enum Refusal: Error, Equatable {
    case notFound
    case codeMissing
    case wrongCode(triesLeft: Int)
    case locked(until: Timestamp)
  }

  static let triesAllowed = 3
  static let window: Duration = .seconds(600)
  static let promptLifetime: Duration = .seconds(600)
  static let maximumPrompts = 8

  private(set) var prompts: [Prompt] = []
  private var misses: [Timestamp] = []

  /// Until when nobody can pair, `nil` while one can.
  func locked(at now: Timestamp) -> Timestamp? {
    let recent = misses.filter { $0.advanced(by: Self.window) > now }
    guard recent.count >= Self.triesAllowed, let last = recent.last else { return nil }
    return last.advanced(by: Self.window)
  }

  /// Adds a prompt, in place of an older one of the same app; `false` where too many wait or pairing is locked.
  mutating func add(_ prompt: Prompt, at now: Timestamp) -> Bool {
    expire(at: now)
    prompts.removeAll { $0.app == prompt.app }
    guard locked(at: now) == nil, prompts.count < Self.maximumPrompts else { return false }
    prompts.append(prompt)
    return true
  }

  /// Takes back the prompt of an app that went away.
  mutating func withdraw(_ id: String) {
    prompts.removeAll { $0.id == id }
  }

  /// The owner typed a code. The prompt is gone once this succeeds, and once pairing is locked.
  mutating func approve(_ id: String, code: String?, at now: Timestamp) throws(Refusal) -> Prompt {
    expire(at: now)
    if let until = locked(at: now) { throw .locked(until: until) }
    guard let prompt = prompts.first(where: { $0.id == id }) else { throw .notFound }
    guard let code else { throw .codeMissing }
    guard code == prompt.code else {
      misses = misses.filter { $0.advanced(by: Self.window) > now } + [now]
      if let until = locked(at: now) {
        prompts.removeAll()
        throw .locked(until: until)
      }
      throw .wrongCode(triesLeft: Self.triesAllowed - misses.count)
    }
    withdraw(id)
    return prompt
  }

  /// The owner said no.
  mutating func deny(_ id: String, at now: Timestamp) throws(Refusal) -> Prompt {
    expire(at: now)
    guard let prompt = prompts.first(where: { $0.id == id }) else { throw .notFound }
    withdraw(id)
    return prompt
  }

  /// Drops the prompts whose time is over, and tells which these were.
  @discardableResult
  mutating func expire(at now: Timestamp) -> [Prompt] {
    let over = prompts.filter { $0.until <= now }
    prompts.removeAll { $0.until <= now }
    return over
  }
}
