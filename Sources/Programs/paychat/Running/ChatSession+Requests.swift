import ChatMessaging
import ChatPayments
import Consumer
import Files
import MessagingAPI
import TerminalUI

/// Messages that other apps want to have delivered.
extension ChatSession {
  /// Shows messages and apps that wait, until the task is cancelled.
  func followApps(_ messaging: MessagingService) async {
    let changes = await messaging.changes()
    for message in await openRequests() { await showRequest(message) }
    await showPairings(messaging)
    happened.bump()
    for await change in changes {
      switch change {
      case .pairings: await showPairings(messaging)
      case .message(let id): if let message = await messaging.message(id) { await showRequest(message) }
      case .notKept:
        say(
          localized("What an app wants cannot be written down, and is not done until it can: is the disk full?"), .bad)
      }
      happened.bump()
    }
  }

  /// Returns the messages that wait for the person, the oldest first.
  func openRequests() async -> [OutgoingMessage] {
    await messaging?.messages.filter { $0.phase == .waiting || $0.phase == .doubtful && $0.isSetAside != true } ?? []
  }

  private func showRequest(_ message: OutgoingMessage) async {
    lapsedRequests.show(message.id, isWaiting: message.phase == .waiting)
    // A message that was removed before it was shown is not mentioned.
    guard shownRequests.contains(message.id) || message.phase != .removed else { return }
    shownRequests.insert(message.id)
    screen.show(await view(message), as: .request(message.id))
  }

  func showRequestAgain(_ message: OutgoingMessage) async {
    shownRequests.insert(message.id)
    screen.showAgain(await view(message), as: .request(message.id))
  }

  /// Shows a message of an app again, whatever its state is.
  func showRequest(numbered number: Int) async throws {
    guard let message = try await offered().message(numbered: number) else { throw Self.unknownRequest(number) }
    await showRequestAgain(message)
  }

  /// Returns the presentation of a message of an app.
  func view(_ message: OutgoingMessage) async -> RequestView {
    let cards = await agent.cards.filter { Self.isAbout(message, $0) }
    let person = message.target.map { target in
      names(in: rooms[RoomID(target.room)]).name(PersonID(target.person))
    }
    return RequestView(message, person: person, card: cards.first?.number)
  }

  private static func isAbout(_ message: OutgoingMessage, _ card: Card) -> Bool {
    guard let payment = message.payment else { return false }
    if let invoice = payment.invoiceID { return card.invoice?.invoiceID == invoice }
    if let order = payment.orderID { return card.order?.orderID == order }
    return payment.card.flatMap { CardID(rawValue: $0) } == card.key.id
  }

  private func showPairings(_ messaging: MessagingService) async {
    let questions = await messaging.pairings
    for question in questions where shownPairings[question.id] != question {
      shownPairings[question.id] = question
      screen.show(PairingView(question, .waiting), as: .pairing(question.id))
    }
    let waiting = Set(questions.map(\.id))
    let known = Set(await messaging.knownApps.map(\.key))
    for (id, question) in shownPairings where !waiting.contains(id) {
      shownPairings[id] = nil
      // The question is updated as soon as it is answered or over, because nobody shows the digits any more.
      screen.show(PairingView(question, known.contains(question.app) ? .letIn : .over), as: .pairing(id))
    }
  }

  // MARK: Commands

  /// Approves the app that shows this code, or refuses all apps.
  func pair(_ code: String?) async throws {
    let messaging = try offered()
    guard let code else {
      for question in await messaging.pairings { try await messaging.deny(question.id) }
      return say(localized("No app is let in."))
    }
    do {
      try await answer { try await messaging.approve(code: code) }
      say(localized("The app is let in. You are asked about each of its messages."), .good)
    } catch let error as PairingAnswerError {
      throw Self.failure(error)
    }
  }

  /// Allows a message, or sends a message again that may have been lost.
  func allow(_ number: Int?, _ consent: MessageConsent, always: Bool) async throws {
    let messaging = try offered()
    let message = try await request(number, in: messaging, to: "allow") {
      $0.phase == .waiting || $0.phase == .doubtful
    }
    lapsedRequests.answer(message.id)
    if message.phase == .doubtful { return try await answer { try await messaging.sendAgain(message.id) } }
    try await answer { try await messaging.allow(message.id, consent, always: always) }
    if always {
      say(localized("Later messages of this app go without asking. /apps lists the apps, /revoke N takes it back."))
    }
  }

  /// Refuses a message, or leaves open whether it arrived.
  func deny(_ number: Int?) async throws {
    let messaging = try offered()
    let message = try await request(number, in: messaging, to: "deny") {
      $0.phase == .waiting || $0.phase == .doubtful && $0.isSetAside != true
    }
    lapsedRequests.answer(message.id)
    if message.phase == .doubtful { return try await answer { try await messaging.setAside(message.id) } }
    try await answer { try await messaging.refuse(message.id) }
  }

  /// Shows the approved apps.
  func showApps() async throws {
    let apps = try await offered().knownApps
    guard !apps.isEmpty else { return say(localized("No app was let in.")) }
    var table = Table([.init("N", .right), .init("APP", overflow: .wrap), .init("MESSAGES", overflow: .wrap)])
    for (index, app) in apps.enumerated() {
      table.append([
        String(index + 1), "\(app.source.name) (\(app.source.appID)), \(app.key.fingerprint)",
        app.always == nil ? localized("you are asked about each") : localized("always allowed"),
      ])
    }
    say(.table(table))
  }

  /// Revokes an app.
  func revoke(_ number: Int) async throws {
    let messaging = try offered()
    let apps = await messaging.knownApps
    guard apps.indices.contains(number - 1) else {
      throw CommandFailure(
        .dataError, reason: "unknown_app", localized("There is no app \(number)."),
        advice: localized("/apps lists them."))
    }
    try await answer { try await messaging.revoke(apps[number - 1].key) }
    say(localized("\(SafeText(apps[number - 1].source.name, limit: 40)) may ask no more."))
  }

  private func offered() throws(CommandFailure) -> MessagingService {
    guard let messaging else {
      throw CommandFailure(
        .unavailable, reason: "no_messaging", localized("Apps cannot ask this paychat for anything."))
    }
    return messaging
  }

  private func request(
    _ number: Int?, in messaging: MessagingService, to verb: String, where isFitting: (OutgoingMessage) -> Bool
  ) async throws -> OutgoingMessage {
    if let number {
      guard let message = await messaging.message(numbered: number) else { throw Self.unknownRequest(number) }
      return message
    }
    let fitting = await messaging.messages.filter(isFitting)
    guard let message = fitting.first else {
      throw CommandFailure(.dataError, reason: "no_message", localized("There is nothing to \(verb)."))
    }
    let isSwapped = !lapsedRequests.ended.isEmpty
    // The person sees the choice now, so a later command without a number refers to what is shown here.
    if isSwapped { lapsedRequests.answer() }
    guard fitting.count == 1, !isSwapped else {
      let names = fitting.map { "/\(verb) m\($0.number ?? 0)" }
      throw CommandFailure(
        .usage, reason: "several_messages",
        isSwapped
          ? localized("Another message that waited is over now. Which one do you mean?") : localized("Which one?"),
        advice: localized("\(names.joined(separator: ", ")) — /show mN shows what it says."))
    }
    return message
  }

  private static func unknownRequest(_ number: Int) -> CommandFailure {
    CommandFailure(
      .dataError, reason: "unknown_message", localized("There is no message m\(number)."),
      advice: localized("/show lists what waits."))
  }

  private func answer(_ body: () async throws -> Void) async throws {
    do { try await body() } catch let error as MessageStepError {
      let sentence =
        switch error {
        case .unknown: localized("There is no such message.")
        case .over: localized("It was answered before.")
        case .expired: localized("Its time has passed.")
        case .sending: localized("It is on its way.")
        }
      throw CommandFailure(.dataError, reason: "message", sentence)
    } catch is KeptFolderError {
      throw CommandFailure(
        .ioError, reason: "not_kept", localized("That cannot be written down, and was not done."),
        advice: localized("Is the disk full?"))
    }
  }

  private static func failure(_ error: PairingAnswerError) -> CommandFailure {
    switch error {
    case .notFound: CommandFailure(.dataError, reason: "no_app", localized("No app waits to be let in, or several do."))
    case .wrongCode(let left):
      CommandFailure(
        .notPermitted, reason: "wrong_code", localized("The app shows another code."),
        advice: left == 1 ? localized("One try is left.") : localized("\(left) tries are left."))
    case .locked(let until):
      CommandFailure(
        .notPermitted, reason: "pairing_locked",
        localized("Too many wrong codes: no app is let in until \(LocalTime.timeOfDay(until))."))
    }
  }
}
