import DesktopNotifications

/// The questions to the owner on the desktop: which of them wait, which are shown, and what a click means.
///
/// A pure value: it is given events with their times, and returns effects.
struct NoticeMachine {
  enum Effect: Equatable {
    /// Show a question. The answer is ``NoticeMachine/presented(_:as:at:)`` or ``NoticeMachine/failed(_:_:)``.
    case present(OwnerNotice, replacing: DesktopNotificationID?)
    case close(DesktopNotificationID)
    case answer(String, OwnerAnswer)
    /// Show a question in the owner's window, as a click on its notification asks.
    case open(String, clicked: DesktopNotificationID)
    /// Call ``NoticeMachine/retry()`` after this time.
    case retry(after: Duration)
  }

  /// A click on Approve within this time after a notification appeared, changed or disappeared is ignored, because it
  /// may have been meant for another notification.
  static let settling: Duration = .milliseconds(700)
  /// The largest number of notifications on the screen. More would hide the desktop.
  static let maximumShown = 3
  private static let firstRetry: Duration = .seconds(2)
  private static let lastRetry: Duration = .seconds(60)

  private enum Status: Equatable {
    case waiting
    case presenting
    case shown(DesktopNotificationID)
    /// The owner closed the notification. The question can still be answered at the console.
    case dismissed
  }

  private struct Entry {
    var notice: OwnerNotice
    var status: Status
  }

  // In the order of arrival.
  private var entries: [Entry] = []
  private var changedAt: ContinuousClock.Instant?
  private var isUnable = false
  private var isRetrying = false
  private var nextRetry = firstRetry

  // MARK: From the provider

  /// Adds a question, or changes one.
  mutating func show(_ notice: OwnerNotice) -> [Effect] {
    guard let index = index(of: notice.id) else {
      entries.append(Entry(notice: notice, status: .waiting))
      return fill()
    }
    let before = entries[index]
    entries[index].notice = notice
    switch before.status {
    case .shown(let id):
      guard notice != before.notice else { return [] }
      entries[index].status = .presenting
      return [.present(notice, replacing: id)]
    case .dismissed, .waiting:
      entries[index].status = .waiting
      return fill()
    case .presenting: return []
    }
  }

  /// Removes a question that is over.
  mutating func withdraw(_ id: String, at now: ContinuousClock.Instant) -> [Effect] {
    guard let index = index(of: id) else { return [] }
    let entry = entries.remove(at: index)
    guard case .shown(let shown) = entry.status else { return fill() }
    changedAt = now
    return [.close(shown)] + fill()
  }

  // MARK: From the desktop

  /// Records that the question of ``Effect/present(_:replacing:)`` is shown.
  mutating func presented(
    _ notice: OwnerNotice, as shown: DesktopNotificationID, at now: ContinuousClock.Instant
  ) -> [Effect] {
    nextRetry = Self.firstRetry
    changedAt = now
    guard let index = index(of: notice.id), entries[index].status == .presenting else { return [.close(shown)] }
    entries[index].status = .shown(shown)
    return entries[index].notice == notice ? fill() : show(anew: index, replacing: shown)
  }

  /// Records that a question could not be shown. It can still be answered at the console, so that nobody has to be
  /// told.
  mutating func failed(_ notice: OwnerNotice, _ error: DesktopNotificationError) -> [Effect] {
    guard let index = index(of: notice.id) else { return [] }
    switch error {
    case .refused:
      entries[index].status = .dismissed
      return fill()
    case .noActions, .notAvailable, .stopped:
      // Only another server can change that.
      entries[index].status = .waiting
      isUnable = true
      return []
    case .noBus, .noServer, .timedOut:
      entries[index].status = .waiting
      guard !isRetrying else { return [] }
      isRetrying = true
      defer { nextRetry = min(nextRetry * 2, Self.lastRetry) }
      return [.retry(after: nextRetry)]
    }
  }

  /// Tries again to show questions.
  mutating func retry() -> [Effect] {
    isRetrying = false
    return fill()
  }

  /// Handles an event of the desktop.
  mutating func handle(_ event: DesktopNotificationEvent, at now: ContinuousClock.Instant) -> [Effect] {
    switch event {
    case .actionInvoked(let shown, let key, let moment): return clicked(shown, key: key, at: moment)
    case .closed(let shown, _):
      guard let index = index(of: shown) else { return [] }
      entries[index].status = .dismissed
      changedAt = now
      return fill()
    case .serverVanished:
      for index in entries.indices where entries[index].status != .dismissed {
        entries[index].status = .waiting
      }
      isUnable = false
      return fill()
    case .serverAppeared:
      isUnable = false
      return fill()
    }
  }

  private mutating func clicked(
    _ shown: DesktopNotificationID, key: String, at moment: ContinuousClock.Instant
  ) -> [Effect] {
    guard let index = index(of: shown) else { return [] }
    let notice = entries[index].notice
    switch key {
    // It answers nothing, so that it may also come soon.
    case NoticeWording.openKey: return [.open(notice.id, clicked: shown)]
    case NoticeWording.denyKey: return answer(index, shown: shown, by: .deny, at: moment)
    case NoticeWording.approveKey where notice.isApprovable:
      if let changedAt, changedAt.duration(to: moment) < Self.settling {
        return show(anew: index, replacing: nil, closing: shown)
      }
      return answer(index, shown: shown, by: .approve, at: moment)
    default: return []
    }
  }

  private mutating func answer(
    _ index: Int, shown: DesktopNotificationID, by answer: OwnerAnswer, at moment: ContinuousClock.Instant
  ) -> [Effect] {
    let entry = entries.remove(at: index)
    changedAt = moment
    return [.answer(entry.notice.id, answer), .close(shown)] + fill()
  }

  // MARK: The places on the screen

  private mutating func show(
    anew index: Int, replacing replaced: DesktopNotificationID?, closing closed: DesktopNotificationID? = nil
  ) -> [Effect] {
    entries[index].status = .presenting
    return (closed.map { [.close($0)] } ?? []) + [.present(entries[index].notice, replacing: replaced)]
  }

  private mutating func fill() -> [Effect] {
    guard !isUnable else { return [] }
    let onScreen = entries.filter { entry in
      switch entry.status {
      case .presenting, .shown: true
      case .waiting, .dismissed: false
      }
    }
    var free = Self.maximumShown - onScreen.count
    var apps = Set(onScreen.map(\.notice.fingerprint))
    var effects: [Effect] = []
    // One app has one place, so that an app that asks much does not hide the questions of others.
    for index in entries.indices where free > 0 && entries[index].status == .waiting {
      guard apps.insert(entries[index].notice.fingerprint).inserted else { continue }
      effects += show(anew: index, replacing: nil)
      free -= 1
    }
    return effects
  }

  private func index(of id: String) -> Int? {
    entries.firstIndex { $0.notice.id == id }
  }

  private func index(of shown: DesktopNotificationID) -> Int? {
    entries.firstIndex { $0.status == .shown(shown) }
  }
}
