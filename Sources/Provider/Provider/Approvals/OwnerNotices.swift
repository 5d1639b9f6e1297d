import DisplayText
import Ledger
import Logging
import Orders
import OwnerAPI
import OwnerSocket
import PaymentsModel
import Synchronization

/// Keeps everything that shows waiting questions up to date: consoles connected to the owner's socket, and
/// ``OwnerNotifier``s.
///
/// Callers do not report what changed. After ``changed()`` one task reads the waiting questions, compares them with
/// those that are shown, and sends the differences. A missed change is thereby corrected by the next look, and all
/// recipients see changes in the same order.
final class OwnerNotices: Sendable {
  private struct State {
    var watchers: [ObjectIdentifier: OwnerStream] = [:]
    /// The consoles that were not yet told what is shown.
    var newcomers: Set<ObjectIdentifier> = []
    /// The reasons why the last answers of notifiers could not be carried out, by the identifiers of the questions.
    var problems: [String: String] = [:]
    /// The identifiers of the questions that are shown.
    var shown: [String] = []
    /// Money that moved since the last look.
    var moves = RecentMoves()
    /// Whether the notifiers are shown anything new.
    var isNotifying = true
    /// Which money the notifiers are told of.
    var notices = NoticesConfiguration()
    /// Money for the notifiers. It is counted apart: money of which they are not told takes no place of a payment's.
    var movesToNotify = RecentMoves()
  }

  private struct Audience {
    let old: [OwnerStream]
    let new: [OwnerStream]
  }

  private let allNotifiers: [any OwnerNotifier]
  private let log: Logger
  private let state = Mutex(State())
  private let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation

  init(_ notifiers: [any OwnerNotifier], _ log: Logger) {
    allNotifiers = notifiers
    self.log = log
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  private var notifiers: [any OwnerNotifier] { state.withLock(\.isNotifying) ? allNotifiers : [] }

  /// Sets what is also shown by the notifiers. Questions that are shown already stay until they end.
  func notify(by configuration: ProviderConfiguration) {
    state.withLock { state in
      state.isNotifying = configuration.notifications == .auto
      state.notices = configuration.notices
    }
  }

  /// Announces that a question may have changed. May be called from any thread, and costs little.
  func changed() {
    signal.yield()
  }

  /// Announces money that left or arrived without a question. Nobody is told who does not watch.
  func moved(_ money: MoneyMoved) {
    state.withLock { state in
      if !state.watchers.isEmpty { state.moves.add(money, at: .now) }
      if !allNotifiers.isEmpty, state.isNotifying, state.notices.tells(money.kind) {
        state.movesToNotify.add(money, at: .now)
      }
    }
    changed()
  }

  /// Tells a console which questions wait, and then each change, until it disconnects.
  func watch(_ stream: OwnerStream) {
    let id = ObjectIdentifier(stream)
    stream.onEnd { [weak self] in
      self?.state.withLock { state in
        state.watchers[id] = nil
        state.newcomers.remove(id)
      }
    }
    state.withLock { state in
      state.watchers[id] = stream
      state.newcomers.insert(id)
    }
    changed()
  }

  /// Detects questions that ended by the passing of time, and money that is still to be told.
  func tick(_ questions: WaitingQuestions) {
    let (shown, hasWatchers, hasRest) = state.withLock {
      ($0.shown, !$0.watchers.isEmpty, $0.movesToNotify.hasRest(at: .now))
    }
    if hasRest { changed() }
    if hasWatchers || !notifiers.isEmpty, shown != questions.ids { changed() }
  }

  /// Sends changes until the task is cancelled. Then all questions are withdrawn.
  func run(_ decisions: OwnerDecisions) async {
    let questions = decisions.questions
    var shown: [WaitingQuestion] = []
    var general: OwnerNews?
    for await _ in signals {
      let audience = takeAudience()
      guard !notifiers.isEmpty || !audience.old.isEmpty || !audience.new.isEmpty else {
        shown = []
        continue
      }
      let fresh = await questions.look()
      let present = questions.general
      if present != general {
        general = present
        tell(audience.old, present)
      }
      for gone in shown where !fresh.contains(where: { $0.id == gone.id }) {
        tell(audience.old, await questions.ending(of: gone))
        for notifier in allNotifiers { notifier.withdraw(gone.id) }
      }
      for question in fresh {
        let before = shown.first { $0.id == question.id }
        if before?.view != question.view { tell(audience.old, question.news(isNew: before == nil)) }
        show(question, since: before, decisions: decisions)
      }
      for var money in state.withLock({ $0.moves.takeMoves() }) {
        money.app = await questions.names(of: money.app.key)
        tell(audience.old, .moved(money))
      }
      await notifyOfMoney(questions)
      for stream in audience.new {
        stream.send(present)
        for question in fresh { stream.send(question.news(isNew: true)) }
        stream.send(.ready)
      }
      shown = fresh
      note(fresh)
    }
    for question in shown {
      for notifier in allNotifiers { notifier.withdraw(question.id) }
    }
  }

  private func notifyOfMoney(_ questions: WaitingQuestions) async {
    let (moves, rest) = state.withLock { ($0.movesToNotify.takeMoves(), $0.movesToNotify.takeRest(at: .now)) }
    let notifiers = notifiers
    for var money in moves {
      money.app = await questions.names(of: money.app.key)
      let notice = inLanguageOfNotifiers { MoneyNotice(money) }
      for notifier in notifiers { notifier.tell(notice) }
    }
    guard rest > 0 else { return }
    let notice = inLanguageOfNotifiers { MoneyNotice(untold: rest) }
    for notifier in notifiers { notifier.tell(notice) }
  }

  /// Makes texts for the notifiers. Everybody else is told facts, and has words for them.
  func inLanguageOfNotifiers<T>(_ make: () -> T) -> T {
    let translation = allNotifiers.lazy.compactMap { $0 as? any TranslatingNotifier }.first?.translation
    return Translation.$ofTask.withValue(translation, operation: make)
  }

  private func takeAudience() -> Audience {
    state.withLock { state in
      defer { state.newcomers = [] }
      return Audience(
        old: state.watchers.filter { !state.newcomers.contains($0.key) }.map(\.value),
        new: state.watchers.filter { state.newcomers.contains($0.key) }.map(\.value))
    }
  }

  private func tell(_ audience: [OwnerStream], _ news: OwnerNews) {
    for stream in audience { stream.send(news) }
  }

  private func note(_ fresh: [WaitingQuestion]) {
    let ids = fresh.map(\.id)
    state.withLock { state in
      state.shown = ids
      state.problems = state.problems.filter { ids.contains($0.key) }
    }
  }

  private func show(_ question: WaitingQuestion, since before: WaitingQuestion?, decisions: OwnerDecisions) {
    guard before?.notice != question.notice else { return }
    for notifier in notifiers {
      let wasAnswered = Mutex(false)
      notifier.show(question.notice) { [weak self] answer in
        guard !wasAnswered.withLock({ exchange(&$0, with: true) }) else { return }
        Task {
          await AuditOrigin.$current.withValue(OwnerVoice.notice.words) {
            await self?.carryOut(answer, to: question, by: decisions)
          }
        }
      }
    }
  }

  /// Carries out a notifier's answer as if it had been typed at the console.
  private func carryOut(_ answer: OwnerAnswer, to question: WaitingQuestion, by decisions: OwnerDecisions) async {
    do {
      switch answer {
      case .approve:
        guard question.notice.canAnswer else { throw OwnerFailure(.usage, "approve this at the console") }
        // The approval covers the fee that was shown, and not one that has risen since.
        _ = try await decisions.approve(
          .init(id: question.id, feeCap: question.view.payment?.order.feeCap?.text))
      case .deny: _ = try await decisions.deny(.init(id: question.id))
      }
    } catch {
      let error = OwnerFailure(reporting: error)
      log.log(
        level: .ownersBusiness, "an answer could not be carried out", metadata: ["reason": "\(error.reason.rawValue)"])
      state.withLock { $0.problems[question.id] = error.message }
      changed()
    }
  }

  /// Returns why the last answer to a question could not be carried out.
  func problem(with id: String) -> String? { state.withLock { $0.problems[id] } }
}
