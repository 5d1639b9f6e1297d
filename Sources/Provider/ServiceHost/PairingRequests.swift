package import PaymentsAPI
package import PaymentsModel
package import SecureSession
package import Transport

/// The pairings that wait for the owner: which app asks, which code its user sees, and how many wrong codes were typed.
///
/// A pure value. Three wrong codes within ten minutes lock pairing for all apps until ten minutes after the last one:
/// the code has six digits, and somebody who guesses must not get a fourth try (specification, section on pairing). An
/// app has at most one question at a time, which waits as long as one of the connections on which it asks is open. The
/// more questions there were, the longer new ones have to wait, and an app that was denied is denied without a question
/// for a while.
package struct PairingRequests: Sendable {
  /// A connection on which an app asks, with the code of that connection.
  package struct Applicant: Sendable {
    /// The identifier of the connection's session.
    package let session: String
    /// The six digits that the app's user sees.
    package let code: String
    /// The data that the app signed on this connection.
    package let evidence: ConsumerEvidence
    /// The known properties of the program at the other end of the connection.
    package let peer: PeerDescription

    /// Creates an applicant.
    package init(session: String, code: String, evidence: ConsumerEvidence, peer: PeerDescription) {
      self.session = session
      self.code = code
      self.evidence = evidence
      self.peer = peer
    }
  }

  /// An app that waits for the owner.
  package struct Question: Sendable {
    /// The identifier that the owner uses in the answer.
    package let id: String
    /// The app's identity.
    package let app: AppKey
    /// The app's manifest, which is the same on all of its connections.
    package let manifest: Manifest
    /// When the app asked.
    package let since: Timestamp
    /// Until when the app waits.
    package let until: Timestamp
    /// The connections on which the app asks, oldest first. There is always at least one.
    package internal(set) var applicants: [Applicant]

    /// Creates the question of one connection.
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

  /// The reason why the owner is not asked.
  package enum NotAsked: Error, Sendable, Equatable {
    /// Too many wrong codes were typed.
    case locked(until: Timestamp)
    /// The owner denied this app a short time ago.
    case denied(wait: Duration)
    /// There were too many questions, of this app or of all apps.
    case tooOften(wait: Duration)
    /// Too many apps wait, or too many connections of this app.
    case tooMany
  }

  /// The reason why an answer of the owner was not accepted.
  package enum Refusal: Error, Sendable, Equatable {
    /// There is no such question, or it has ended.
    case notFound
    /// An approval needs a code.
    case codeMissing
    /// The code is wrong.
    case wrongCode(triesLeft: Int)
    /// Too many wrong codes were typed.
    case locked(until: Timestamp)
  }

  /// An approval: the question, and the data that was signed on the connection whose code was typed.
  package struct Approval: Sendable {
    /// The question that was approved.
    package let question: Question
    /// The data that is stored with the pairing, so that it can be verified later what the app asked for.
    package let evidence: ConsumerEvidence
  }

  /// The number of wrong codes that lock pairing.
  package static let triesAllowed = 3
  /// The time within which wrong codes are counted, and for which they lock pairing.
  package static let window: Duration = .seconds(600)
  /// How long an app waits for an answer.
  package static let promptLifetime: Duration = .seconds(600)
  /// The largest number of apps that wait at the same time.
  package static let maximumQuestions = 8
  /// The largest number of connections on which one app waits.
  package static let maximumApplicants = 2
  /// The largest number of connections on which apps wait.
  package static let maximumSessions = maximumQuestions * maximumApplicants

  /// The apps that wait, oldest first.
  package private(set) var questions: [Question] = []
  private var misses: [Timestamp] = []
  private var history = PairingHistory()

  /// Creates a value without questions.
  package init() {}

  /// Returns until when pairing is locked; `nil` if it is not.
  package func locked(at now: Timestamp) -> Timestamp? {
    let recent = misses.filter { $0.advanced(by: Self.window) > now }
    guard recent.count >= Self.triesAllowed, let last = recent.last else { return nil }
    return last.advanced(by: Self.window)
  }

  /// Adds a question. If the same app with the same manifest waits already, only its connection is added to that
  /// question, and the owner is not asked again.
  ///
  /// - Returns: The identifier of the question.
  /// - Throws: ``NotAsked``.
  package mutating func ask(_ question: Question, at now: Timestamp) throws(NotAsked) -> String {
    expire(at: now)
    if let until = locked(at: now) { throw .locked(until: until) }
    if let wait = history.denied(question.app, at: now) { throw .denied(wait: wait) }
    if let place = questions.firstIndex(where: { $0.app == question.app }) {
      guard questions[place].applicants.count < Self.maximumApplicants, questions[place].isSameQuestion(as: question)
      else {
        throw .tooMany
      }
      questions[place].applicants += question.applicants
      return questions[place].id
    }
    guard questions.count < Self.maximumQuestions else { throw .tooMany }
    if let wait = history.wait(question.app, at: now) { throw .tooOften(wait: wait) }
    history.noteQuestion(question.app, at: now)
    questions.append(question)
    return question.id
  }

  /// Removes a connection that has ended. The question is removed with the last connection of its app.
  package mutating func withdraw(_ id: String, session: String) {
    guard let place = questions.firstIndex(where: { $0.id == id }) else { return }
    questions[place].applicants.removeAll { $0.session == session }
    if questions[place].applicants.isEmpty { questions.remove(at: place) }
  }

  /// Approves a question with the code that the owner typed, which may be that of any of the app's connections. The
  /// question is removed if this succeeds, and all are removed if pairing becomes locked.
  ///
  /// - Throws: ``Refusal``.
  package mutating func approve(_ id: String, code: String?, at now: Timestamp) throws(Refusal) -> Approval {
    expire(at: now)
    if let until = locked(at: now) { throw .locked(until: until) }
    guard let question = questions.first(where: { $0.id == id }) else { throw .notFound }
    guard let code else { throw .codeMissing }
    guard let applicant = question.applicants.first(where: { $0.code == code }) else {
      misses = misses.filter { $0.advanced(by: Self.window) > now } + [now]
      if let until = locked(at: now) {
        questions.removeAll()
        throw .locked(until: until)
      }
      throw .wrongCode(triesLeft: Self.triesAllowed - misses.count)
    }
    questions.removeAll { $0.id == id }
    history.forget(question.app)
    return Approval(question: question, evidence: applicant.evidence)
  }

  /// Denies a question. The app is then denied without a question for a while.
  ///
  /// - Throws: ``Refusal/notFound``.
  package mutating func deny(_ id: String, at now: Timestamp) throws(Refusal) -> Question {
    expire(at: now)
    guard let question = questions.first(where: { $0.id == id }) else { throw .notFound }
    questions.removeAll { $0.id == id }
    history.noteDenial(question.app, at: now)
    return question
  }

  /// Removes the questions whose time is over and returns them.
  @discardableResult
  package mutating func expire(at now: Timestamp) -> [Question] {
    let over = questions.filter { $0.until <= now }
    questions.removeAll { $0.until <= now }
    return over
  }
}

extension PairingRequests.Question {
  /// Whether both questions look the same to the owner, so that one answer is enough.
  fileprivate func isSameQuestion(as other: Self) -> Bool {
    applicants.first?.evidence.manifest == other.applicants.first?.evidence.manifest
  }
}
