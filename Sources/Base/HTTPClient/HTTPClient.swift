import Dispatch
import Synchronization

/// Sends requests to one server over one connection that is kept open, and over a few more while that one is busy. Each
/// connection makes its calls one after another, and a call goes to the connection with the fewest calls.
///
/// It is meant for a wallet's daemon on this machine: there are no redirects, no proxies and no cookies, only http and
/// https are supported, and by default only loopback hosts are allowed. libcurl itself repeats a request in one case:
/// if a connection that was kept open turns out to be closed and no byte of an answer has been received.
package final class HTTPClient: Sendable {
  /// The default limit for the size of an answer in bytes: 16 MiB.
  package static let defaultResponseLimit = 16 << 20

  private struct Connection: Sendable {
    let session: CurlSession
    // All calls of the session except `wake` run on this queue, one at a time. The queue has a thread only while there
    // are calls.
    let queue = DispatchQueue(label: "payport.http")
  }

  private let connections: [Connection]
  /// The number of calls that each connection makes or that wait for it.
  private let calls: Mutex<[Int]>

  /// Makes a client for one server. It does not connect yet.
  ///
  /// - Parameters:
  ///   - url: the base URL, such as `http://127.0.0.1:9332`.
  ///   - certificates: the path of a file with the only certificates by which the server is believed, in PEM; `nil` for those
  ///     of the system. It is read for each new connection.
  ///   - responseLimit: the maximum size of an answer in bytes.
  ///   - allowRemote: whether hosts other than `localhost`, `127.0.0.0/8` and `[::1]` are allowed.
  ///   - connections: the largest number of connections, at least 1.
  ///   - keepsConnection: whether the first connection stays open after a call.
  /// - Throws: ``HTTPError/invalidURL``, ``HTTPError/remoteHost`` or ``HTTPError/unusable``.
  package init(
    url: String, certificates: String? = nil, responseLimit: Int = HTTPClient.defaultResponseLimit,
    allowRemote: Bool = false, connections count: Int = 1, keepsConnection: Bool = true
  ) throws(HTTPError) {
    let base = try BaseURL(url, allowRemote: allowRemote)
    var connections: [Connection] = []
    for index in 0..<max(1, count) {
      // Only the first connection stays open. A daemon that is stopped waits half a minute for idle connections, and
      // connecting to this machine takes less than a call.
      let session = try CurlSession(
        base: base, certificates: certificates, responseLimit: responseLimit,
        keepsConnection: keepsConnection && index == 0)
      connections.append(Connection(session: session))
    }
    self.connections = connections
    calls = Mutex([Int](repeating: 0, count: connections.count))
  }

  /// Sends a request and waits for the whole answer. Cancelling the task ends the transfer at once. The time-out begins
  /// when the request is sent; time spent waiting behind other requests does not count.
  ///
  /// - Returns: the answer, also if its status is an error.
  /// - Throws: ``HTTPError``, which says whether the server may have acted.
  package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let call = HTTPCall()
    let index = leastBusy()
    defer { calls.withLock { $0[index] -= 1 } }
    let (session, queue) = (connections[index].session, connections[index].queue)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<HTTPCall.Result, Never>) in
        guard call.wait(continuation) else { return continuation.resume(returning: .failure(.cancelled)) }
        queue.async {
          guard call.begin() else { return }
          continuation.resume(returning: session.perform(request, call, deadline: .now + request.timeout))
        }
      }
    } onCancel: {
      // A call that is still queued behind another one ends at once, without waiting for the other.
      call.cancel()?.resume(returning: .failure(.cancelled))
      session.wake()
    }
    return try result.get()
  }

  /// Counts a call for the connection that has the fewest, and returns its index. Of equals the first one is taken, so
  /// that no more connections are opened than are needed.
  private func leastBusy() -> Int {
    calls.withLock { calls in
      let index = calls.indices.min { calls[$0] < calls[$1] } ?? 0
      calls[index] += 1
      return index
    }
  }
}

/// The state of one call, which is shared by the task that waits for it and the queue that makes it.
final class HTTPCall: Sendable {
  typealias Result = Swift.Result<HTTPResponse, HTTPError>

  private enum State {
    case new
    /// The call is queued behind other calls.
    case waiting(CheckedContinuation<Result, Never>)
    case underWay
    case cancelled
  }

  private let state = Mutex(State.new)

  var isCancelled: Bool { state.withLock { if case .cancelled = $0 { true } else { false } } }

  /// Queues the call; returns false if it was already cancelled.
  func wait(_ continuation: CheckedContinuation<Result, Never>) -> Bool {
    state.withLock { state in
      guard case .new = state else { return false }
      state = .waiting(continuation)
      return true
    }
  }

  /// Begins the call; returns false if it was cancelled, in which case its task has already been answered.
  func begin() -> Bool {
    state.withLock { state in
      guard case .waiting = state else { return false }
      state = .underWay
      return true
    }
  }

  /// Cancels the call. If it has not begun, returns the continuation that the caller has to resume.
  func cancel() -> CheckedContinuation<Result, Never>? {
    state.withLock { state in
      defer { state = .cancelled }
      if case .waiting(let continuation) = state { return continuation }
      return nil
    }
  }
}

/// The reason why there is no answer. It contains no text of the request or of the answer.
package enum HTTPError: Error, Sendable, Hashable {
  /// The URL is invalid, contains credentials, or has a scheme other than http and https.
  case invalidURL
  /// The host is not this machine, and remote hosts are not allowed.
  case remoteHost
  /// No connection could be made. Nothing was sent.
  case notConnected
  /// The connection ended before the answer was complete. The server may have acted.
  case connectionLost
  /// The time-out has passed. The server may have acted or may still be acting.
  case timeout
  /// The credentials were refused (status 401, also after a fresh digest challenge).
  case unauthorized
  /// The answer is larger than the limit.
  case tooLarge
  /// The received bytes are not HTTP.
  case malformedAnswer
  /// The server did not prove that it is the one whose certificate is known. Nothing was sent.
  case untrusted
  /// The calling task was cancelled. The server may have acted.
  case cancelled
  /// libcurl could not be set up because there was no memory or no descriptor. Nothing was sent.
  case unusable
}
