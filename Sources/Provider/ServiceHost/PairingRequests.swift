package import PaymentsAPI
package import PaymentsModel
package import SecureSession
package import Transport

/// Pairings that wait for the owner: who asks, which code its user sees, and how many wrong codes were typed.
///
/// A pure value. Three wrong codes within ten minutes lock pairing for the rest of the ten minutes, whoever asks: the
/// code has six digits, and a guesser must not get a fourth try (specification, section on pairing). An app has one
/// question at a time, which waits for as long as one of the connections on which it asks is open. New questions have
/// to wait the longer the more there were, and an app that was denied is answered from memory for a while.
package struct PairingRequests: Sendable {
  /// One connection on which an app asks, with the code of that connection.
  package struct Applicant: Sendable {
    /// The connection's session.
    package let session: String
    /// The six digits that its user sees.
    package let code: String
    /// What the app signed on this connection.
    package let evidence: ConsumerEvidence
    /// What is known of the program at its other end.
    package let peer: PeerDescription

    /// Makes the object of its members.
    package init(session: String, code: String, evidence: ConsumerEvidence, peer: PeerDescription) {
      self.session = session
      self.code = code
      self.evidence = evidence
      self.peer = peer
    }
  }

  /// One app that waits.
  package struct Prompt: Sendable {
    /// The name under which the owner answers.
    package let id: String
    /// The app's identity.
    package let app: AppKey
    /// What it says of itself, the same on all connections.
    package let manifest: Manifest
    /// When it asked.
    package let since: Timestamp
    /// Until when it waits.
    package let until: Timestamp
    /// The connections on which it asks, the oldest first; never none.
    package internal(set) var applicants: [Applicant]

    /// A question of one connection.
    package init(
      id: String, app: AppKey, manifest: Manifest, since: Timestamp, until: Timestamp, applicant: Applicant
    ) {
      self.id = id
      self.app = app
      self.manifest = manifest
      self.since = since
      self.until = until
      applicants = [applicant]
    }
  }

  /// Why the owner is not asked.
  package enum NotAsked: Error, Sendable, Equatable {
    /// Too many wrong codes were typed.
    case locked(until: Timestamp)
    /// The owner denied this app a short while ago.
    case denied(wait: Duration)
    /// There were too many questions, of this app or of all.
    case tooOften(wait: Duration)
    /// Too many apps wait, or too many connections of this one.
    case tooMany
  }

  /// Why an answer to a prompt was not taken.
  package enum Refusal: Error, Sendable, Equatable {
    /// No such app waits, or not any more.
    case notFound
    /// There is no yes without a code.
    case codeMissing
    /// The code is another one.
    case wrongCode(triesLeft: Int)
    /// Too many wrong codes were typed.
    case locked(until: Timestamp)
  }

  /// A yes: the question, and what was signed on the connection whose code was typed.
  package struct Approval: Sendable {
    /// The question.
    package let prompt: Prompt
    /// What is stored with the pairing, so that anybody can check later what was asked for.
    package let evidence: ConsumerEvidence
  }

  /// How many wrong codes lock pairing.
  package static let triesAllowed = 3
  /// Within which time they do, and for how long.
  package static let window: Duration = .seconds(600)
  /// How long an app waits.
  package static let promptLifetime: Duration = .seconds(600)
  /// The most apps that wait.
  package static let maximumPrompts = 8
  /// The most connections on which one app waits.
  package static let maximumApplicants = 2
  /// The most connections on which apps wait.
  package static let maximumSessions = maximumPrompts * maximumApplicants

  /// The apps that wait, the oldest first.
  package private(set) var prompts: [Prompt] = []
  private var misses: [Timestamp] = []
  private var history = PairingHistory()

  /// No pairing waits.
  package init() {}

  /// Until when nobody can pair, `nil` while one can.
  package func locked(at now: Timestamp) -> Timestamp? {
    let recent = misses.filter { $0.advanced(by: Self.window) > now }
    guard recent.count >= Self.triesAllowed, let last = recent.last else { return nil }
    return last.advanced(by: Self.window)
  }

  /// Puts a question, or adds its connection to the one of the same app and manifest that waits already: that is no new
  /// question to the owner.
  ///
  /// - Returns: the id under which it waits.
  /// - Throws: ``NotAsked``.
  package mutating func ask(_ prompt: Prompt, at now: Timestamp) throws(NotAsked) -> String {
    expire(at: now)
    if let until = locked(at: now) { throw .locked(until: until) }
    if let wait = history.denied(prompt.app, at: now) { throw .denied(wait: wait) }
    if let place = prompts.firstIndex(where: { $0.app == prompt.app }) {
      guard prompts[place].applicants.count < Self.maximumApplicants, prompts[place].isSameQuestion(as: prompt) else {
        throw .tooMany
      }
      prompts[place].applicants += prompt.applicants
      return prompts[place].id
    }
    guard prompts.count < Self.maximumPrompts else { throw .tooMany }
    if let wait = history.wait(prompt.app, at: now) { throw .tooOften(wait: wait) }
    history.noteQuestion(prompt.app, at: now)
    prompts.append(prompt)
    return prompt.id
  }

  /// A connection has ended; with the last one of its app goes the question.
  package mutating func withdraw(_ id: String, session: String) {
    guard let place = prompts.firstIndex(where: { $0.id == id }) else { return }
    prompts[place].applicants.removeAll { $0.session == session }
    if prompts[place].applicants.isEmpty { prompts.remove(at: place) }
  }

  /// The owner typed a code: that of any of the app's connections. The prompt is gone once this succeeds, and once
  /// pairing is locked.
  ///
  /// - Throws: ``Refusal``.
  package mutating func approve(_ id: String, code: String?, at now: Timestamp) throws(Refusal) -> Approval {
    expire(at: now)
    if let until = locked(at: now) { throw .locked(until: until) }
    guard let prompt = prompts.first(where: { $0.id == id }) else { throw .notFound }
    guard let code else { throw .codeMissing }
    guard let applicant = prompt.applicants.first(where: { $0.code == code }) else {
      misses = misses.filter { $0.advanced(by: Self.window) > now } + [now]
      if let until = locked(at: now) {
        prompts.removeAll()
        throw .locked(until: until)
      }
      throw .wrongCode(triesLeft: Self.triesAllowed - misses.count)
    }
    prompts.removeAll { $0.id == id }
    history.forget(prompt.app)
    return Approval(prompt: prompt, evidence: applicant.evidence)
  }

  /// The owner said no, which is the app's answer for a while.
  ///
  /// - Throws: ``Refusal/notFound``.
  package mutating func deny(_ id: String, at now: Timestamp) throws(Refusal) -> Prompt {
    expire(at: now)
    guard let prompt = prompts.first(where: { $0.id == id }) else { throw .notFound }
    prompts.removeAll { $0.id == id }
    history.noteDenial(prompt.app, at: now)
    return prompt
  }

  /// Drops the prompts whose time is over, and tells which these were.
  @discardableResult
  package mutating func expire(at now: Timestamp) -> [Prompt] {
    let over = prompts.filter { $0.until <= now }
    prompts.removeAll { $0.until <= now }
    return over
  }
}

extension PairingRequests.Prompt {
  /// Whether the owner who answers one of the two has answered the other.
  fileprivate func isSameQuestion(as other: Self) -> Bool {
    applicants.first?.evidence.manifest == other.applicants.first?.evidence.manifest
  }
}
