import Cryptography
import JSON
import JSONRPC
import PaymentsAPI
import PaymentsModel
import RPCRuntime
import Synchronization
import TestSupport
import Testing
import Transport

/// An app that receives events and records them for each subscription. It can stop reading, and lose its connection.
final class EventReader: RPCHandler {
  /// The events of one subscription.
  struct Segment: Sendable {
    var from: Int64
    var seen: [EventBench.Stored] = []
    var end: Int64 { seen.last?.cursor ?? from }
  }

  /// Events that the provider reported as dropped: those after one place, up to and including another.
  struct Gap: Sendable {
    let after: Int64
    let through: Int64
  }

  private struct State {
    var segments: [Segment] = []
    var gaps: [Gap] = []
    var line: (connection: RPCConnection, channel: any MessageChannel)?
    var isPaused = false
  }

  let key: Ed25519.SigningKey
  private let bench: EventBench
  private let state = Mutex(State())

  init(_ bench: EventBench, _ key: Ed25519.SigningKey) {
    self.bench = bench
    self.key = key
  }

  var segments: [Segment] { state.withLock { $0.segments } }
  var gaps: [Gap] { state.withLock { $0.gaps } }
  var isPaused: Bool { state.withLock { $0.isPaused } }
  var isConnected: Bool { state.withLock { $0.line != nil } }
  /// The place of the last received event.
  var place: Int64 { state.withLock { $0.segments.last?.end ?? 0 } }

  func received(_ notification: IncomingNotification, on connection: isolated RPCConnection) {
    guard notification.method == PaymentsNotification.event, let params = notification.params,
      let cursor = params["cursor"]?.stringValue.flatMap({ Int64($0) }),
      // An event without its object has no number.
      let number = params["number"]?.integerValue(as: Int.self) ?? params["object_id"].map({ _ in -1 })
    else { return }
    let itself = connection
    state.withLock { state in
      guard state.line?.connection === itself, let last = state.segments.indices.last else { return }
      state.segments[last].seen.append(EventBench.Stored(cursor: cursor, number: number))
    }
  }

  func closed(_ connection: isolated RPCConnection, ending: ConnectionEnding) {
    let itself = connection
    state.withLock { state in
      guard state.line?.connection === itself else { return }
      state.line = nil
      state.isPaused = false
    }
  }

  func connect() async throws {
    let (connection, channel) = try await bench.connect(as: key, self)
    state.withLock { $0.line = (connection, channel) }
  }

  /// Subscribes from a place. If events after it were dropped, the gap is recorded and the newest place is used.
  func subscribe(from place: Int64) async throws {
    guard let line = state.withLock({ $0.line }) else { return }
    state.withLock { $0.segments.append(Segment(from: place)) }
    do {
      _ = try await line.connection.call(
        method: SubscribeEvents.name, params: .value(["from": .string(String(place))]))
    } catch let error as RPCError {
      state.withLock { _ = $0.segments.removeLast() }
      let failure = try #require(PaymentsFailure(error))
      #expect(failure.reason == .cursorTooOld)
      let bounds = try await bench.span(key)
      #expect(failure.events == bounds)
      #expect(place < bounds.oldest.sequence, "refused though nothing was missing")
      state.withLock { $0.gaps.append(Gap(after: place, through: bounds.newest.sequence)) }
      try await subscribe(from: bounds.newest.sequence)
    }
  }

  /// Ends the subscription and checks the place that the provider returns.
  func unsubscribe() async throws {
    guard let line = state.withLock({ $0.line }) else { return }
    let answer = try await line.connection.call(method: UnsubscribeEvents.name)
    #expect(answer["cursor"]?.stringValue == String(place), "all that was sent is here")
  }

  /// Stops reading from the connection.
  func pause() async { await onChannel(true) { $0.pauseReading() } }

  /// Continues to read from the connection.
  func resume() async { await onChannel(false) { $0.resumeReading() } }

  /// Closes the connection without notice.
  func cut() async {
    await onChannel(false) { $0.abort() }
    state.withLock { $0.line = nil }
  }

  private func onChannel(_ isPaused: Bool, _ body: @escaping @Sendable (any MessageChannel) -> Void) async {
    guard let channel = state.withLock({ $0.line?.channel }) else { return }
    await withCheckedContinuation { continuation in
      channel.executor.submit {
        body(channel)
        continuation.resume()
      }
    }
    state.withLock { $0.isPaused = $0.line != nil && isPaused }
  }

  /// Waits until all events have arrived, and connects again if the connection is lost.
  func catchUp() async throws {
    await resume()
    _ = try await eventually("all events came", within: .seconds(20)) { () -> Bool? in
      do {
        if !isConnected {
          try await connect()
          try await subscribe(from: place)
        }
      } catch ConnectionError.closed {
        await cut()
        return nil
      }
      let newest = bench.stored(key).last?.cursor ?? 0
      return place >= newest ? true : nil
    }
  }

  /// Checks that each subscription delivered the events after its beginning in order, without a gap or duplicate, and
  /// that all events were delivered except those that the provider reported as dropped.
  func expectNothingMissedOrDoubled() {
    var seen: Set<Int64> = []
    for segment in segments {
      let expected = bench.stored(key, after: segment.from).prefix(segment.seen.count)
      #expect(segment.seen == Array(expected), "from \(segment.from)")
      seen.formUnion(segment.seen.map(\.cursor))
    }
    for event in bench.stored(key) where !seen.contains(event.cursor) {
      let isTold = gaps.contains { $0.after < event.cursor && event.cursor <= $0.through }
      #expect(isTold, "\(event) was missed without a word")
    }
  }
}
