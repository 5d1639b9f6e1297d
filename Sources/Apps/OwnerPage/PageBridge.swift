import JSON
import JSONRPC
import OwnerAPI
import OwnerSocket
import Platform
import Synchronization

/// Passes the messages of one page on to the owner's socket, unchanged, and those that come back to the page.
///
/// Each request has a connection and a thread of its own, so that a slow one holds up no other; there are at most
/// ``mostAtOnce`` of them, and further ones wait. What `watch` tells follows its answer, and when it ends the page is
/// told `page.ended`, so that it asks again. Methods whose names begin with `page.` are those of the host.
package final class PageBridge: Sendable {
  /// The requests that are worked on at the same time.
  package static let mostAtOnce = 8
  /// The requests that wait for one of these to end, and what they may have in bytes.
  package static let mostWaiting = 256
  private static let mostWaitingBytes = 4 << 20
  /// The streams of one page: a page has one, and another for a moment when it asks again.
  private static let mostStreams = 2

  private struct State {
    var isClosed = false
    var busy = 0
    var streams = 0
    var waiting: [PageRequest] = []
    var open: [Int: OwnerSocketExchange] = [:]
    var next = 0
  }

  private let path: String
  private let host: PageHost
  private let tell: @Sendable ([UInt8]) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - path: that of the owner's socket.
  ///   - host: what shows the page.
  ///   - tell: takes each message for the page, on any thread.
  package init(path: String, host: PageHost, tell: @escaping @Sendable ([UInt8]) -> Void) {
    self.path = path
    self.host = host
    self.tell = tell
  }

  /// Takes a message of the page. It does not wait.
  package func receive(_ message: [UInt8]) {
    switch PageRequest.read(message) {
    case .failure(let refused): answer(refused.id, .failure(refused.error))
    case .success(let request) where request.method.utf8.starts(with: "page.".utf8):
      host.answer(request.method, request.params) { [self] in answer(request.id, $0) }
    case .success(let request): begin(request)
    }
  }

  /// Ends all that is asked, after the page has gone.
  package func close() {
    let open = state.withLock { state in
      state.isClosed = true
      state.waiting = []
      return Array(state.open.values)
    }
    for exchange in open { exchange.close() }
  }

  // MARK: Requests

  private enum Turn { case now, later, refused }

  private func begin(_ request: PageRequest) {
    let turn = state.withLock { state -> Turn in
      guard !state.isClosed else { return .later }
      if isStream(request) {
        guard state.streams < Self.mostStreams else { return .refused }
        state.streams += 1
        return .now
      }
      guard state.busy >= Self.mostAtOnce else {
        state.busy += 1
        return .now
      }
      guard state.waiting.count < Self.mostWaiting,
        state.waiting.reduce(request.bytes.count, { $0 + $1.bytes.count }) <= Self.mostWaitingBytes
      else { return .refused }
      state.waiting.append(request)
      return .later
    }
    switch turn {
    case .now: start(request)
    case .later: return
    case .refused: answer(request.id, .failure(OwnerFailure(.unavailable, "the page asks too much at once").rpcError))
    }
  }

  private func isStream(_ request: PageRequest) -> Bool { request.method.utf8.elementsEqual(WatchQuestions.name.utf8) }

  private func start(_ request: PageRequest) {
    let isStarted = DetachedThread.start(name: "page", stackSize: 256 << 10) { [self] in
      var request = request
      while true {
        carry(request)
        guard let next = following(request) else { return }
        request = next
      }
    }
    guard !isStarted else { return }
    answer(request.id, .failure(OwnerFailure(.unavailable, "the system has no thread left").rpcError))
    if let next = following(request) { start(next) }
  }

  /// The request that waits next, on the thread of one that has ended.
  private func following(_ request: PageRequest) -> PageRequest? {
    state.withLock { state in
      if isStream(request) {
        state.streams -= 1
        return nil
      }
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.busy -= 1
      return nil
    }
  }

  private func carry(_ request: PageRequest) {
    do throws(OwnerFailure) {
      let isStream = isStream(request)
      let exchange = try OwnerSocketExchange(path: path, sending: request.bytes, waitsForever: isStream)
      guard let number = keep(exchange) else { return }
      defer { state.withLock { _ = $0.open.removeValue(forKey: number) } }
      var isAnswered = false
      var news = PageNews()
      exchange.forEach { line in
        isAnswered = true
        if isStream { host.heard(line, &news) }
        tell(line)
        return isStream
      }
      guard isAnswered else { throw OwnerFailure(.noAnswer, "the provider did not answer") }
      if isStream {
        tell(
          MessageEncoder.request(method: "page.ended", params: .value(["id": request.id.value]), id: nil))
      }
    } catch {
      answer(request.id, .failure(error.rpcError))
    }
  }

  /// Keeps an exchange, so that it can be ended; nil if the page has gone meanwhile.
  private func keep(_ exchange: OwnerSocketExchange) -> Int? {
    state.withLock { state in
      guard !state.isClosed else { return nil }
      state.next += 1
      state.open[state.next] = exchange
      return state.next
    }
  }

  private func answer(_ id: RequestIdentifier, _ outcome: Result<Payload, RPCError>) {
    tell(MessageEncoder.response(outcome, id: id))
  }
}
