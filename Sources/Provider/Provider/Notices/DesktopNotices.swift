import DesktopNotifications
package import DisplayText
import Synchronization

/// Shows questions to the owner as desktop notifications with the buttons Approve and Deny, and reports the clicks. Money
/// that moved without a question is shown, too, for a moment and without buttons.
///
/// If there is no desktop or no notification server, or the server shows no buttons, nothing happens: the questions can
/// be answered at the console in any case. One task does the work in the order of arrival. It uses no connection before
/// the first question.
public final class DesktopNotices: TranslatingNotifier {
  private enum Input: Sendable {
    case show(OwnerNotice, answer: @Sendable (OwnerAnswer) -> Void)
    case withdraw(String)
    case tell(MoneyNotice)
    case event(DesktopNotificationEvent)
    case retry
  }

  /// The translation of what is shown; `nil` for English.
  package let translation: Translation?
  private let notifier: DesktopNotifier
  private let inputs: AsyncStream<Input>.Continuation
  private let work: Task<Void, Never>

  /// Creates notices that are not connected yet.
  ///
  /// - Parameters:
  ///   - console: where the owner types what a click cannot say, such as `payd console`.
  ///   - window: where a click on a question shows it; `nil` for nowhere.
  ///   - address: the D-Bus address; `nil` for the session's bus.
  ///   - translation: the language of the person at the desktop; `nil` for English.
  ///   - now: the clock by which a click is too early.
  package init(
    console: String, window: OwnerWindow? = nil, address: String? = nil, translation: Translation? = nil,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    let notifier = DesktopNotifier(address: address, now: now)
    let (stream, inputs) = AsyncStream.makeStream(of: Input.self)
    self.notifier = notifier
    self.inputs = inputs
    self.translation = translation
    work = Task {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          for await event in notifier.events { inputs.yield(.event(event)) }
          inputs.finish()
        }
        group.addTask {
          var worker = Worker(
            notifier: notifier, console: console, window: window, inputs: inputs, now: now)
          await Translation.$ofTask.withValue(translation) {
            for await input in stream { await worker.handle(input) }
          }
          worker.end()
        }
      }
    }
  }

  deinit {
    notifier.stop()
  }

  /// Shows a question, or updates one that is shown.
  public func show(_ notice: OwnerNotice, answer: @escaping @Sendable (OwnerAnswer) -> Void) {
    inputs.yield(.show(notice, answer: answer))
  }

  /// Removes a question from the screen.
  public func withdraw(_ id: String) {
    inputs.yield(.withdraw(id))
  }

  /// Shows for a moment that money has moved.
  public func tell(_ notice: MoneyNotice) {
    inputs.yield(.tell(notice))
  }

  /// Removes all questions from the screen and ends. Waits for that for at most one second.
  public func stop() async {
    notifier.stop()
    let work = work
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await withTaskCancellationHandler {
          await work.value
        } onCancel: {
          work.cancel()
        }
      }
      group.addTask { try? await Task.sleep(for: .seconds(1)) }
      await group.next()
      group.cancelAll()
    }
  }

  /// The machine, and what carries out what it wants; both live in the one task.
  private struct Worker {
    let notifier: DesktopNotifier
    let console: String
    let window: OwnerWindow?
    let inputs: AsyncStream<Input>.Continuation
    let now: @Sendable () -> ContinuousClock.Instant
    var machine = NoticeMachine()
    var answers: [String: @Sendable (OwnerAnswer) -> Void] = [:]
    var retry: Task<Void, Never>?
    /// Until when nothing is told that asks nothing.
    var isQuietUntil: ContinuousClock.Instant?

    init(
      notifier: DesktopNotifier, console: String, window: OwnerWindow?, inputs: AsyncStream<Input>.Continuation,
      now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
      self.notifier = notifier
      self.console = console
      self.window = window
      self.inputs = inputs
      self.now = now
    }

    mutating func handle(_ input: Input) async {
      switch input {
      case .show(let notice, let answer):
        answers[notice.id] = answer
        await perform(machine.show(notice))
      case .withdraw(let id):
        answers[id] = nil
        await perform(machine.withdraw(id, at: now()))
      case .tell(let notice): await tell(notice)
      case .event(let event): await perform(machine.handle(event, at: now()))
      case .retry: await perform(machine.retry())
      }
    }

    func end() {
      retry?.cancel()
    }

    private mutating func perform(_ effects: [NoticeMachine.Effect]) async {
      var left = effects[...]
      while let effect = left.popFirst() {
        switch effect {
        case .present(let notice, let replaced): left += await present(notice, replaced)
        case .close(let id): notifier.close(id)
        case .open(let id, let clicked):
          if let window { notifier.open(window.address(of: id), with: window.name, clicked: clicked) }
        case .answer(let id, let answer): answers.removeValue(forKey: id)?(answer)
        case .retry(let delay):
          retry?.cancel()
          retry = Task { [inputs] in
            guard (try? await Task.sleep(for: delay)) != nil else { return }
            inputs.yield(.retry)
          }
        }
      }
    }

    private mutating func tell(_ notice: MoneyNotice) async {
      if let isQuietUntil, now() < isQuietUntil { return }
      do throws(DesktopNotificationError) {
        _ = try await notifier.notify(NoticeWording.notification(for: notice), replacing: nil)
      } catch {
        // The log and the console tell it in any case. A desktop that does not answer must not hold up questions.
        isQuietUntil = now() + Self.quiet
      }
    }

    private static let quiet: Duration = .seconds(60)

    private mutating func present(
      _ notice: OwnerNotice, _ replaced: DesktopNotificationID?
    ) async -> [NoticeMachine.Effect] {
      do throws(DesktopNotificationError) {
        let id = try await notifier.notify(
          NoticeWording.notification(for: notice, console: console, opens: window != nil), replacing: replaced)
        return machine.presented(notice, as: id, at: now())
      } catch {
        return machine.failed(notice, error)
      }
    }
  }
}
