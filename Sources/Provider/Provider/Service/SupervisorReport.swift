import Supervision
import Synchronization

/// Tells the service manager that started this process how the provider is doing: a line for people whenever it changes,
/// and that the process is not stuck, as often as was asked for.
final class SupervisorReport: Sendable {
  private struct Told: Sendable {
    var status = ""
    var alive: ContinuousClock.Instant?
  }

  private let supervisor: Supervisor
  private let payments: Payments
  private let told = Mutex(Told())

  init(_ supervisor: Supervisor, _ payments: Payments) {
    self.supervisor = supervisor
    self.payments = payments
  }

  /// Tells that apps can connect, or that a changed configuration was read.
  func ready() {
    let line = StatusLine(payments).text
    told.withLock { $0.status = line }
    supervisor.tell(.ready, .status(line))
  }

  /// Tells that a changed configuration is being read. ``ready()`` has to follow.
  func reloading() { supervisor.tell(.reloading) }

  /// Tells that the process is not stuck, and its status if that has changed.
  func alive() {
    let line = StatusLine(payments).text
    let (isAsked, hasChanged) = told.withLock { told in
      defer { told.status = line }
      guard let watchdog = supervisor.watchdog, told.alive.map({ $0 + watchdog / 4 <= .now }) ?? true else {
        return (false, told.status != line)
      }
      told.alive = .now
      return (true, told.status != line)
    }
    if isAsked { supervisor.tell(.alive) }
    if hasChanged { supervisor.tell(.status(line)) }
  }
}
