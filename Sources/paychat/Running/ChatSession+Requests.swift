import AppTerminal
import ChatMessaging
import ChatPayments
import Consumer
import MessagingAPI
import MessagingCore
import TerminalUI

/// What other apps want delivered.
extension ChatSession {
  /// Shows what apps want, until the task is cancelled.
  func follow(_ messaging: MessagingService) async {
    let changes = await messaging.changes()
    for message in await messaging.messages where message.phase == .waiting || message.phase == .doubtful {
      await show(message)
    }
    await showPairings(messaging)
    happened.bump()
    for await change in changes {
      switch change {
      case .pairings: await showPairings(messaging)
      case .message(let id): if let message = await messaging.message(id) { await show(message) }
      case .notKept:
        say("What an app wants cannot be written down, and is not done until it can: is the disk full?", .bad)
      }
      happened.bump()
    }
  }

  private func show(_ message: OutgoingMessage) async {
    // Of an app's messages that came and went before, nobody here has heard.
    guard message.phase != .removed || requests.contains(message.id) else { return }
    let cards = await agent.cards.filter { Self.isAbout(message, $0) }
    let person = message.target.map { target in
      names(in: rooms[RoomID(target.room)]).name(PersonID(target.person))
    }
    screen.show(
      RequestView(
        message, number: number(of: message.id), person: person, card: cards.first.map { numbers.number(of: $0.key) }),
      as: .request(message.id))
  }

  private static func isAbout(_ message: OutgoingMessage, _ card: Card) -> Bool {
    guard let payment = message.payment else { return false }
    if let invoice = payment.invoiceID { return card.invoice?.invoiceID == invoice }
    if let order = payment.orderID { return card.order?.orderID == order }
    return payment.card == card.key.id.rawValue
  }

  private func number(of id: PaymentMessageID) -> Int {
    if let index = requests.firstIndex(of: id) { return index + 1 }
    requests.append(id)
    return requests.count
  }

  private func showPairings(_ messaging: MessagingService) async {
    for question in await messaging.pairings where shownPairings.insert(question.id).inserted {
      let manifest = question.manifest
      let process = question.process.map { ", \(SafeText($0, limit: 120))" } ?? ""
      say(
        .lines(
          [
            "The app \(SafeText(manifest.name, limit: 40)) (says it is \(SafeText(manifest.appID, limit: 60))\(process)) "
              + "wants to send messages for you. You are asked about each.",
            "If you want that, type the six digits that it shows: /pair CODE — otherwise: /pair no",
          ], .warning))
    }
  }

  // MARK: Commands

  /// Lets the app in that shows this code, or no app.
  func pair(_ code: String?) async throws {
    let messaging = try offered()
    guard let code else {
      for question in await messaging.pairings { try await messaging.deny(question.id) }
      return say("No app is let in.")
    }
    do {
      try await messaging.approve(code: code)
      say("The app is let in. You are asked about each of its messages.", .good)
    } catch let error as PairingAnswerError {
      throw Self.failure(error)
    }
  }

  /// Says yes to what an app wants delivered, or has sent again what may be lost.
  func allow(_ number: Int?, _ consent: MessageConsent, always: Bool) async throws {
    let messaging = try offered()
    let message = try await request(number, messaging, "allow") { $0.phase == .waiting || $0.phase == .doubtful }
    if message.phase == .doubtful { return try await answer { try await messaging.sendAgain(message.id) } }
    try await answer { try await messaging.allow(message.id, consent, always: always) }
    if always { say("Later messages of this app go without asking. /apps lists the apps, /revoke N takes it back.") }
  }

  /// Says no to what an app wants delivered.
  func deny(_ number: Int?) async throws {
    let messaging = try offered()
    let message = try await request(number, messaging, "deny") { $0.phase == .waiting }
    try await answer { try await messaging.refuse(message.id) }
  }

  /// The apps that may ask.
  func showApps() async throws {
    let apps = try await offered().knownApps
    guard !apps.isEmpty else { return say("No app was let in.") }
    var table = Table([.init("N", .right), .init("APP", overflow: .wrap), .init("MESSAGES", overflow: .wrap)])
    for (index, app) in apps.enumerated() {
      table.append([
        String(index + 1), "\(app.source.name) (\(app.source.appID)), \(app.key.fingerprint)",
        app.standing == nil ? "you are asked about each" : "always allowed",
      ])
    }
    say(.table(table))
  }

  /// Lets an app ask no more.
  func revoke(_ number: Int) async throws {
    let messaging = try offered()
    let apps = await messaging.knownApps
    guard apps.indices.contains(number - 1) else {
      throw CommandFailure(.dataError, reason: "unknown_app", "There is no app \(number).", advice: "/apps lists them.")
    }
    try await messaging.revoke(apps[number - 1].key)
    say("\(SafeText(apps[number - 1].source.name, limit: 40)) may ask no more.")
  }

  private func offered() throws(CommandFailure) -> MessagingService {
    guard let messaging else {
      throw CommandFailure(.unavailable, reason: "no_messaging", "Apps cannot ask this paychat for anything.")
    }
    return messaging
  }

  private func request(
    _ number: Int?, _ messaging: MessagingService, _ verb: String, _ isFitting: (OutgoingMessage) -> Bool
  ) async throws -> OutgoingMessage {
    if let number {
      guard requests.indices.contains(number - 1), let message = await messaging.message(requests[number - 1]) else {
        throw CommandFailure(.dataError, reason: "unknown_message", "There is no message m\(number).")
      }
      return message
    }
    let fitting = await messaging.messages.filter(isFitting)
    guard let message = fitting.first else {
      throw CommandFailure(.dataError, reason: "no_message", "There is nothing to \(verb).")
    }
    guard fitting.count == 1 else {
      let names = fitting.map { "/\(verb) m\(self.number(of: $0.id))" }
      throw CommandFailure(.usage, reason: "several_messages", "Which one?", advice: names.joined(separator: ", "))
    }
    return message
  }

  private func answer(_ body: () async throws -> Void) async throws {
    do { try await body() } catch let error as MessageStepError {
      let sentence =
        switch error {
        case .unknown: "There is no such message."
        case .over: "It was answered before."
        case .expired: "Its time has passed."
        case .sending: "It is on its way."
        }
      throw CommandFailure(.dataError, reason: "message", sentence)
    } catch is MessageStoreError {
      throw CommandFailure(
        .ioError, reason: "not_kept", "That cannot be written down, and was not done.", advice: "Is the disk full?")
    }
  }

  private static func failure(_ error: PairingAnswerError) -> CommandFailure {
    switch error {
    case .notFound: CommandFailure(.dataError, reason: "no_app", "No app waits to be let in, or several do.")
    case .wrongCode(let left):
      CommandFailure(
        .notPermitted, reason: "wrong_code", "The app shows another code.",
        advice: left == 1 ? "One try is left." : "\(left) tries are left.")
    case .locked(let until):
      CommandFailure(
        .notPermitted, reason: "pairing_locked",
        "Too many wrong codes: no app is let in until \(LocalTime.text(until)).")
    }
  }
}
