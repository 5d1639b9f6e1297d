public import PaymentsAPI
public import PaymentsModel

/// Pairings that wait for the owner: who asks, which code its user sees, and how many wrong codes were typed.
///
/// A pure value. Three wrong codes within ten minutes lock pairing for the rest of the ten minutes, whoever asks: the code
/// has six digits, and a guesser must not get a fourth try (specification, section on pairing).
public struct PairingDesk: Sendable {
  /// One app that waits.
  public struct Prompt: Sendable {
    /// The name under which the owner answers.
    public let id: String
    /// The app's identity.
    public let app: AppKey
    /// What it says of itself.
    public let manifest: Manifest
    /// The six digits that its user sees.
    public let code: String
    /// The program that holds the connection, as advice.
    public let process: String?
    /// When it asked.
    public let since: Timestamp
    /// Until when it waits.
    public let until: Timestamp

    /// All members.
    public init(
      id: String, app: AppKey, manifest: Manifest, code: String, process: String?, since: Timestamp, until: Timestamp
    ) {
      self.id = id
      self.app = app
      self.manifest = manifest
      self.code = code
      self.process = process
      self.since = since
      self.until = until
    }
  }

  /// Why an answer to a prompt was not taken.
  public enum Refusal: Error, Sendable, Equatable {
    /// No such app waits, or not any more.
    case notFound
    /// There is no yes without a code.
    case codeMissing
    /// The code is another one.
    case wrongCode(triesLeft: Int)
    /// Too many wrong codes were typed.
    case locked(until: Timestamp)
  }

  /// How many wrong codes lock pairing.
  public static let triesAllowed = 3
  /// Within which time they do, and for how long.
  public static let window: Duration = .seconds(600)
  /// How long an app waits.
  public static let promptLifetime: Duration = .seconds(600)
  /// The most apps that wait.
  public static let maximumPrompts = 8

  /// The apps that wait, the oldest first.
  public private(set) var prompts: [Prompt] = []
  private var misses: [Timestamp] = []

  /// A desk at which nobody waits.
  public init() {}

  /// Until when nobody can pair, `nil` while one can.
  public func locked(at now: Timestamp) -> Timestamp? {
    let recent = misses.filter { $0.advanced(by: Self.window) > now }
    guard recent.count >= Self.triesAllowed, let last = recent.last else { return nil }
    return last.advanced(by: Self.window)
  }

  /// Adds a prompt, in place of an older one of the same app; `false` where too many wait or pairing is locked.
  public mutating func add(_ prompt: Prompt, at now: Timestamp) -> Bool {
    expire(at: now)
    prompts.removeAll { $0.app == prompt.app }
    guard locked(at: now) == nil, prompts.count < Self.maximumPrompts else { return false }
    prompts.append(prompt)
    return true
  }

  /// Takes back the prompt of an app that went away.
  public mutating func withdraw(_ id: String) {
    prompts.removeAll { $0.id == id }
  }

  /// The owner typed a code. The prompt is gone once this succeeds, and once pairing is locked.
  ///
  /// - Throws: ``Refusal``.
  public mutating func approve(_ id: String, code: String?, at now: Timestamp) throws(Refusal) -> Prompt {
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
  ///
  /// - Throws: ``Refusal/notFound``.
  public mutating func deny(_ id: String, at now: Timestamp) throws(Refusal) -> Prompt {
    expire(at: now)
    guard let prompt = prompts.first(where: { $0.id == id }) else { throw .notFound }
    withdraw(id)
    return prompt
  }

  /// Drops the prompts whose time is over, and tells which these were.
  @discardableResult
  public mutating func expire(at now: Timestamp) -> [Prompt] {
    let over = prompts.filter { $0.until <= now }
    prompts.removeAll { $0.until <= now }
    return over
  }
}
