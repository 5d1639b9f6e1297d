import PaymentsModel
import Synchronization
import Testing

@testable import Orders

@Suite("Change hub", .timeLimit(.minutes(5)))
struct ChangeHubTests {
  private let app = AppKey(rawValue: "app")

  @Test("a change between asking for the stream and waiting for it is not missed")
  func noGap() async {
    let hub = ChangeHub()
    let changes = hub.changes(of: "inv_1")
    hub.changed(["inv_1"], of: app)
    await ChangeHub.next(changes, atMost: .seconds(3600))
  }

  @Test("a change of another object wakes nobody")
  func others() async {
    let hub = ChangeHub()
    let changes = hub.changes(of: "inv_1")
    hub.changed(["inv_2"], of: app)
    let start = ContinuousClock.now
    await ChangeHub.next(changes, atMost: .milliseconds(50))
    #expect(ContinuousClock.now - start >= .milliseconds(50))
  }

  @Test("a change ends one wait, and not the next one too")
  func once() async {
    let watch = ChangeWatch()
    for _ in 0..<5 {
      watch.wake()
      await ChangeHub.next(watch, atMost: .seconds(3600))
      let start = ContinuousClock.now
      await ChangeHub.next(watch, atMost: .milliseconds(50))
      #expect(ContinuousClock.now - start >= .milliseconds(50))
    }
  }

  @Test("cancelling ends the wait")
  func cancelled() async {
    let hub = ChangeHub()
    let changes = hub.changes(of: "inv_1")
    let task = Task { await ChangeHub.next(changes, atMost: .seconds(3600)) }
    task.cancel()
    await task.value
  }

  @Test("listeners hear of their app only, and not after they stopped")
  func listeners() {
    let hub = ChangeHub()
    let heard = Mutex(0)
    let id = hub.listen(to: app) { _ in heard.withLock { $0 += 1 } }
    hub.changed(["x"], of: app)
    hub.changed(["x"], of: AppKey(rawValue: "other"))
    hub.stopListening(id, to: app)
    hub.changed(["x"], of: app)
    #expect(heard.withLock { $0 } == 1)
  }
}
