import ChatMessaging
import ChatPayments
import Consumer
import PaymentsModel
import TerminalUI

extension ChatSession {
  /// The longest time to wait if the command gives none.
  static let patience = Duration.seconds(60)

  private enum Progress {
    case reached
    case notYet(String)
    /// The goal can never be reached.
    case never(String)
  }

  /// Waits until a goal is reached.
  ///
  /// - Throws: ``CommandFailure`` after the time limit, or at once if the goal can never be reached.
  func wait(for goal: WaitGoal, within limit: Duration) async throws {
    let happened = happened
    let deadline = ContinuousClock.now + limit
    while true {
      let version = happened.version
      let missing: String
      switch await progress(goal) {
      case .reached: return
      case .never(let sentence): throw CommandFailure(.dataError, reason: "never", sentence)
      case .notYet(let sentence): missing = sentence
      }
      let left = deadline - ContinuousClock.now
      guard left > .zero else {
        throw CommandFailure(
          .tryAgain, reason: "timed_out", localized("\(missing) after \(limit.components.seconds) s."),
          advice: localized("/status tells more."))
      }
      try await Self.pause(until: happened, beyond: version, atMost: left)
    }
  }

  /// Waits until something happens or the time is over.
  private static func pause(until signal: ChangeSignal, beyond version: Int, atMost limit: Duration) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await signal.wait(beyond: version) }
      group.addTask { try await Task.sleep(for: limit) }
      try await group.next()
      group.cancelAll()
    }
  }

  private func progress(_ goal: WaitGoal) async -> Progress {
    switch goal {
    case .card(let number):
      return await agent.card(numbered: number) == nil
        ? .notYet(localized("There is still no card \(number)")) : .reached
    case .message(let text):
      return heard.contains { $0.contains(text) } ? .reached : .notYet(localized("No message said that"))
    case .wallet:
      if case .ready = wallet { return .reached }
      return .notYet(localized("Your wallet is still not connected"))
    case .app:
      return await messaging?.pairings.isEmpty == false ? .reached : .notYet(localized("No app wants to be let in"))
    case .request:
      return await messaging?.questions.isEmpty == false
        ? .reached : .notYet(localized("No app wants anything delivered"))
    case .state(let number, let wanted):
      guard let card = await agent.card(numbered: number) else {
        return .notYet(localized("There is still no card \(number)"))
      }
      let state = card.state(now: clock.now())
      if state == wanted { return .reached }
      if let rank = Self.rank(state), let goal = Self.rank(wanted), rank >= goal { return .reached }
      return state.isFinal
        ? .never(localized("Card \(number) is \(state.rawValue)."))
        : .notYet(localized("Card \(number) is \(state.rawValue) still"))
    }
  }

  /// Returns the position of a state in the normal course of a card.
  private static func rank(_ state: CardState) -> Int? {
    [CardState.created, .accepted, .paid, .settled].firstIndex(of: state)
  }
}

/// Tracks items that waited for the person's answer and ended without one.
///
/// A command without a number refers to the only item that waits. But if another item was shown before and has ended,
/// the person may mean that one, and the answer must not go to its replacement.
struct Lapses<Name: Hashable & Sendable>: Sendable {
  /// The items that wait, and since when they are on the screen.
  private var waiting: [Name: ContinuousClock.Instant] = [:]
  /// The items that have ended since the person last named one.
  private(set) var ended: Set<Name> = []

  /// Records whether an item on the screen waits for an answer.
  mutating func show(_ name: Name, isWaiting: Bool) {
    if isWaiting {
      if waiting[name] == nil { waiting[name] = .now }
    } else if waiting.removeValue(forKey: name) != nil {
      ended.insert(name)
    }
  }

  /// Whether an item came to the screen only after something was typed, which therefore cannot mean it.
  func isNewer(_ name: Name, than typedAt: ContinuousClock.Instant) -> Bool {
    waiting[name].map { $0 > typedAt } ?? false
  }

  /// Records that the person has dealt with an item by another command.
  mutating func leave(_ name: Name) { waiting[name] = nil }

  /// Records that the person has named an item, or was told to do so. From then on the person knows which items have
  /// ended.
  mutating func answer(_ name: Name? = nil) {
    if let name { waiting[name] = nil }
    ended = []
  }
}
