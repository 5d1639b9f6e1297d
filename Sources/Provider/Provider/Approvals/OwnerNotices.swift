import Logging
import OwnerAPI
import OwnerSocket
import PaymentsModel
import Synchronization

/// Keeps all who show the owner what waits up to date: consoles that watch at the owner's door, and ``OwnerNotifier``s.
///
/// Nobody reports what changed: after ``changed()`` one task looks at what waits now, compares it with what is shown,
/// and tells the differences. Something missed is thus made good by the next look, and all see the same order of
/// things.
final class OwnerNotices: Sendable {
  private struct State {
    var watchers: [ObjectIdentifier: OwnerStream] = [:]
    /// Those that have not been told yet what is shown.
    var newcomers: Set<ObjectIdentifier> = []
    /// Why the last answer of a notifier to a question could not be carried out.
    var problems: [String: String] = [:]
    /// The questions that are shown.
    var shown: [String] = []
  }

  private struct Audience {
    let old: [OwnerStream]
    let new: [OwnerStream]
  }

  private let notifiers: [any OwnerNotifier]
  private let state = Mutex(State())
  private let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation

  init(_ notifiers: [any OwnerNotifier]) {
    self.notifiers = notifiers
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Tells that something may be shown differently now. Any thread; costs next to nothing.
  func changed() {
    signal.yield()
  }

  /// Tells a console what waits, and then each change, until it hangs up.
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

  /// Notices what time alone ended.
  func tick(_ context: ProviderContext) {
    let (shown, hasAudience) = state.withLock { ($0.shown, !$0.watchers.isEmpty || !notifiers.isEmpty) }
    if hasAudience, shown != WaitingQuestions(context: context).ids { changed() }
  }

  /// Works until cancelled; then nothing is shown any more.
  func run(_ context: ProviderContext) async {
    var shown: [WaitingQuestion] = []
    var general: OwnerNews?
    for await _ in signals {
      let audience = takeAudience()
      guard !notifiers.isEmpty || !audience.old.isEmpty || !audience.new.isEmpty else {
        shown = []
        continue
      }
      let questions = WaitingQuestions(context: context)
      let fresh = await questions.look()
      let present = questions.general
      if present != general {
        general = present
        tell(audience.old, present)
      }
      for gone in shown where !fresh.contains(where: { $0.id == gone.id }) {
        tell(audience.old, await questions.ending(of: gone))
        for notifier in notifiers { notifier.withdraw(gone.id) }
      }
      for question in fresh {
        let before = shown.first { $0.id == question.id }
        if before?.view != question.view { tell(audience.old, question.news(isNew: before == nil)) }
        show(question, before, context)
      }
      for stream in audience.new {
        stream.send(present)
        for question in fresh { stream.send(question.news(isNew: true)) }
        stream.send(.ready)
      }
      shown = fresh
      note(fresh)
    }
    for question in shown {
      for notifier in notifiers { notifier.withdraw(question.id) }
    }
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

  private func show(_ question: WaitingQuestion, _ before: WaitingQuestion?, _ context: ProviderContext) {
    guard before?.notice != question.notice else { return }
    for notifier in notifiers {
      let wasAnswered = Mutex(false)
      notifier.show(question.notice) { [weak self] answer in
        let isFirst = wasAnswered.withLock { wasAnswered in
          defer { wasAnswered = true }
          return !wasAnswered
        }
        guard isFirst else { return }
        Task { await self?.carryOut(answer, question, context) }
      }
    }
  }

  /// A notifier's answer is worth what the same one typed at the console is.
  private func carryOut(_ answer: OwnerAnswer, _ question: WaitingQuestion, _ context: ProviderContext) async {
    do throws(OwnerFailure) {
      switch answer {
      case .approve:
        guard question.notice.canAnswer else { throw OwnerFailure(.usage, "approve this at the console") }
        // A yes is to the fee that was shown, not to one that has risen since.
        _ = try await OwnerDecisions(context: context).approve(
          .init(id: question.id, feeCap: question.view.payment?.feeCap?.text))
      case .deny: _ = try await OwnerDecisions(context: context).deny(.init(id: question.id))
      }
    } catch {
      context.log.notice("an answer could not be carried out", metadata: ["reason": "\(error.reason.rawValue)"])
      state.withLock { $0.problems[question.id] = error.message }
      changed()
    }
  }

  /// Why the last answer to a question could not be carried out.
  func problem(with id: String) -> String? { state.withLock { $0.problems[id] } }
}
