package import MessagingAPI
import PaymentsAPI
package import PaymentsModel
import SecureSession
import ServiceHost

extension MessagingService {
  // MARK: Messages

  /// Allows a message.
  ///
  /// - Parameter always: whether all later messages of the app are allowed in the same way without a question.
  /// - Throws: ``MessageStepError``, `KeptFolderError`.
  package func allow(_ id: PaymentMessageID, _ consent: MessageConsent = MessageConsent(), always: Bool = false)
    async throws
  {
    try await decide(on: id) { try $0.allow(consent, now: $1) }
    if always, let message = book[id] {
      try await inTurn {
        guard var app = apps[message.source.app] else { return }
        app.always = consent
        try await keepApp(app)
      }
    }
    deliver()
  }

  /// Refuses a message.
  ///
  /// - Throws: ``MessageStepError``, `KeptFolderError`.
  package func refuse(_ id: PaymentMessageID) async throws {
    try await decide(on: id) { try $0.refuse(now: $1) }
  }

  /// Sends a doubtful message again. If it had arrived the first time, the contact gets it twice.
  ///
  /// - Throws: ``MessageStepError``, `KeptFolderError`.
  package func sendAgain(_ id: PaymentMessageID) async throws {
    try await decide(on: id) { try $0.sendAgain(now: $1) }
    deliver()
  }

  /// Leaves open whether a doubtful message arrived. The chat does not remind the person of it any more.
  ///
  /// - Throws: ``MessageStepError``, `KeptFolderError`.
  package func setAside(_ id: PaymentMessageID) async throws {
    try await decide(on: id) { try $0.setAside(now: $1) }
  }

  private func decide(
    on id: PaymentMessageID, _ step: (inout OutgoingMessage, _ now: Timestamp) throws -> Void
  ) async throws {
    guard book[id] != nil else { throw MessageStepError.unknown }
    let now = clock.now()
    try await change(id) { try step(&$0, now) }
  }

  // MARK: Apps

  /// Lets an app in.
  ///
  /// - Parameters:
  ///   - id: the identifier of the ``PairingQuestion``; may be `nil` where only one app waits.
  ///   - code: the six digits that the app shows.
  /// - Throws: ``PairingAnswerError``, `KeptFolderError`.
  package func approve(_ id: String? = nil, code: String) async throws {
    let waiting = pairing.questions
    guard let id = id ?? (waiting.count == 1 ? waiting.first?.id : nil) else { throw PairingAnswerError.notFound }
    let approval: PairingRequests.Approval
    do throws(PairingRequests.Refusal) {
      approval = try pairing.approve(id, code: code)
    } catch {
      withdrawLocked()
      throw PairingAnswerError(error)
    }
    let (question, evidence) = (approval.question, approval.evidence)
    let now = clock.now()
    let source = MessageSource(app: question.app, appID: question.manifest.appID, name: question.manifest.name)
    try await inTurn { try await keepApp(MessagingApp(source: source, pairedAt: now, evidence: evidence)) }
    for session in sessions(of: question.app) { session.decided(.approved, reason: nil, at: now) }
    tell(.pairings)
  }

  /// Refuses to let an app in.
  ///
  /// - Throws: ``PairingAnswerError``.
  package func deny(_ id: String) throws {
    let question: PairingRequests.Question
    do throws(PairingRequests.Refusal) { question = try pairing.deny(id) } catch { throw PairingAnswerError(error) }
    for session in sessions(of: question.app) { session.decided(.denied, reason: .pairingDenied, at: clock.now()) }
    tell(.pairings)
  }

  /// Revokes the approval of an app. Its messages that wait for consent are refused; messages that were delivered are
  /// not affected.
  ///
  /// - Throws: `KeptFolderError`.
  package func revoke(_ app: AppKey) async throws {
    try await inTurn { try await dropApp(app) }
    await refuseWaiting(of: app)
    for session in sessions(of: app) { session.decided(.denied, reason: .appRevoked, at: clock.now()) }
  }

  /// Ends the standing consent of an app, so that the person is asked about each of its messages again.
  ///
  /// - Throws: `KeptFolderError`.
  package func askAgain(_ app: AppKey) async throws {
    try await inTurn {
      guard var known = apps[app] else { return }
      known.always = nil
      try await keepApp(known)
    }
  }

  func refuseWaiting(of app: AppKey) async {
    let now = clock.now()
    for message in messages where message.source.app == app && message.phase == .waiting {
      // If the disk refuses the change, the question stays open and the person can still answer it.
      _ = try? await change(message.id) { try $0.refuse(now: now) }
    }
  }

  /// Denies all waiting apps once pairing is locked.
  private func withdrawLocked() {
    guard pairing.isLocked else { return }
    for session in allSessions where session.current.status == .pending {
      session.decided(.denied, reason: .pairingLocked, at: clock.now())
    }
    tell(.pairings)
  }

  /// Denies the apps that have waited too long, and tells them.
  func expirePairings() {
    let expired = pairing.takeExpired()
    for question in expired {
      for session in sessions(of: question.app) { session.decided(.denied, reason: .expired, at: clock.now()) }
    }
    if !expired.isEmpty { tell(.pairings) }
  }
}
